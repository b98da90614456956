import { defineExample } from '../../../tests/support/example';
import { createProfile, listVersions, publish } from '../../domain/tracker-profiles';
import { publishMarkOf } from '../../domain/tracker-profiles/profiles.rules';
import { actingAsSystem } from '../../platform/acting';
import { profileForms } from './menu-manager.contract';

export const example = defineExample({
  async records({ db, resources }, { organisationId, deviceId, siteId, organisationMark }) {
    const name = `${organisationMark} menu ${siteId}`;
    const { id: hierarchyId } = await db
      .insertInto('hierarchy')
      .values({ organisation_id: organisationId, element_code: 'WASTEITEM', name })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('ref_value')
      .values(
        ['soup', 'bread'].map((item) => ({
          organisation_id: organisationId,
          hierarchy_id: hierarchyId,
          element_code: 'WASTEITEM',
          name: `${name} ${item}`,
        })),
      )
      .execute();
    const acting = actingAsSystem(resources, { organisationId, name: 'example' });
    const profileId = await createProfile(acting, { name, start: 'inUse' });
    const [draft] = await listVersions(db, acting.scope, { profileId });
    if (!draft) throw new Error('a new profile has a draft');
    await publish(acting, { profileId, source: 'draft', seen: publishMarkOf(draft, null), deviceIds: [deviceId] });
    return { profileId };
  },

  silent: Object.fromEntries(
    [
      'new',
      ':organisationId/:profileId/publish',
      ...Object.keys(profileForms).map((form) => `:organisationId/:profileId/${form}`),
    ].map((page) => [`post /menu-manager/${page}`, 'a profile, which is read anew for its page']),
  ),
});
