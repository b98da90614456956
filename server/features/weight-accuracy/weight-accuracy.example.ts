import { defineExample } from '../../../tests/support/example';

const range = { beginDate: '2026-01-05', endDate: '2026-02-15' };
const date = '2026-01-07';

export const example = defineExample({
  async records({ db }, { organisationId, locationId, deviceId, mark }) {
    const weight = await db
      .insertInto('check_weight')
      .values({
        organisation_id: organisationId,
        location_id: locationId,
        device_id: deviceId,
        weighed_at: new Date('2026-01-06T20:00:00Z'),
        local_date: '2026-01-06',
        net_g: 2_100,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const note = await db
      .insertInto('checkweight_note')
      .values({
        organisation_id: organisationId,
        location_id: locationId,
        local_date: '2026-01-06',
        content: `${mark} bin in the yard`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { 'checkweight/:id': weight.id, checkweightNoteId: note.id };
  },

  query: range,

  async *changes({ locationId, 'checkweight/:id': checkweightId }) {
    yield { route: 'put /rest/v1/wam/checkweight/:id/netWeight', body: { checkweightId, netWeight: 5.5 } };
    yield { route: 'post /rest/v1/wam/checkweight', body: { locationId, date, time: '20:15', netWeight: 5.5 } };
    const made = yield {
      route: 'post /rest/v1/wam/note',
      body: {
        checkweightNoteReferenceId: null,
        checkweightNoteReference: null,
        locationId,
        date,
        content: 'Counted twice',
      },
    };
    const { checkweightNoteId } = made.body as { checkweightNoteId: string };
    yield {
      route: 'put /rest/v1/wam/note',
      body: {
        checkweightNoteId,
        checkweightNoteReferenceId: null,
        checkweightNoteReference: null,
        locationId,
        date,
        content: 'Counted once',
      },
    };
    yield { route: 'delete /rest/v1/wam/note', query: { checkweightNoteId } };
  },

  unshown: { check_weight_revision: 'what a check weight was before is kept for who asks, and no page shows it' },
});
