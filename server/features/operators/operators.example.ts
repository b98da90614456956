import { defineExample } from '../../../tests/support/example';

export const example = defineExample({
  async records({ db, clock }, { organisationId, locationId, mark }) {
    const now = clock.now();
    const { id } = await db
      .insertInto('operator')
      .values({
        organisation_id: organisationId,
        location_id: locationId,
        alias: `${mark} cook`,
        locale: 'en_US',
        pin_hash: 'of no PIN',
        pin_set_at: now,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { 'operators/:id': id };
  },

  async *changes({ locationId }) {
    const { body: made } = yield {
      route: 'post /rest/v1/operators',
      body: { alias: 'Second cook', locationId, locale: 'de_DE' },
    };
    yield {
      route: 'post /rest/v1/operators/sign-in',
      body: { alias: 'second COOK', pin: (made as { pin: string }).pin },
      shown: false,
    };
    yield {
      route: 'put /rest/v1/operators/:id',
      body: { alias: 'Renamed cook', locationId, locale: 'fr_FR', version: 1 },
    };
    yield { route: 'put /rest/v1/operators/:id/status', body: { active: false, version: 2 } };
    yield { route: 'put /rest/v1/operators/:id/status', body: { active: true, version: 3 } };
    yield { route: 'post /rest/v1/operators/:id/pin', body: {} };
  },
});
