import { defineExample } from '../../../tests/support/example';
import { addValue } from '../../../tests/support/scratch-organisation';

export const example = defineExample({
  async records({ db }, { organisationId, organisationMark }) {
    const valueId = await addValue(db, organisationId, { element: 'WASTESOURCE', name: `${organisationMark} source` });
    const intoId = await addValue(db, organisationId, {
      element: 'WASTESOURCE',
      name: `${organisationMark} other source`,
    });
    const { hierarchy_id: hierarchyId } = await db
      .selectFrom('ref_value')
      .select('hierarchy_id')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', valueId)
      .executeTakeFirstOrThrow();
    return { elementCode: 'WASTESOURCE', valueId, intoId, hierarchyId };
  },

  async *changes({ valueId, intoId, hierarchyId, organisationMark }) {
    yield {
      route: 'post /rest/v1/hierarchies',
      body: { elementCode: 'WASTESOURCE', hierarchyName: `${organisationMark} list` },
    };
    yield {
      route: 'put /rest/v1/hierarchies/lists/:hierarchyId',
      body: { hierarchyName: `${organisationMark} renamed list` },
    };
    yield {
      route: 'post /rest/v1/hierarchy-values',
      body: {
        hierarchyId,
        name: `${organisationMark} new source`,
        translations: { de_DE: `${organisationMark} neue Herkunft` },
      },
    };
    yield {
      route: 'put /rest/v1/hierarchy-values/:valueId',
      values: { valueId },
      body: { version: 1, name: `${organisationMark} renamed source` },
    };
    yield {
      route: 'put /rest/v1/hierarchy-values/:valueId/place',
      values: { valueId },
      body: { version: 2, hierarchyId, parentId: null },
    };
    yield { route: 'post /rest/v1/hierarchy-values/:valueId/merge', values: { valueId }, body: { version: 3, intoId } };
  },
});
