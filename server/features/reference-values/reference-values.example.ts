import { defineExample } from '../../../tests/support/example';
import { addValue } from '../../../tests/support/scratch-organisation';

export const example = defineExample({
  async records({ db }, { organisationId, organisationMark }) {
    const valueId = await addValue(db, organisationId, { element: 'WASTEREASON', name: `${organisationMark} reason` });
    await db
      .insertInto('ref_value_translation')
      .values({ organisation_id: organisationId, ref_id: valueId, locale: 'de_DE', name: `${organisationMark} Grund` })
      .execute();
    const { hierarchy_id: hierId } = await db
      .selectFrom('ref_value')
      .select('hierarchy_id')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', valueId)
      .executeTakeFirstOrThrow();
    return { orgId: organisationId, hierId, elementCode: 'WASTEREASON' };
  },

  query: { countryCode: 'GB' },
});
