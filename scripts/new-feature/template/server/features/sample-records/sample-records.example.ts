import { defineExample } from '../../../tests/support/example';

export const example = defineExample({
  async records({ db, clock }, { organisationId, locationId, mark }) {
    const { id } = await db
      .insertInto('sample_record')
      .values({
        organisation_id: organisationId,
        location_id: locationId,
        name: `${mark} sample record`,
        recorded_on: '2026-02-10',
        grams: 1_500,
        created_at: clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { 'sample-records/:id': id };
  },

  query: { days: '90' },

  async *changes({ locationId }) {
    yield {
      route: 'post /rest/v1/sample-records',
      body: { name: 'Another', locationId, recordedOn: '2026-03-02', grams: 500 },
    };
    yield { route: 'post /sample-records/:id/remove', form: {} };
  },
});
