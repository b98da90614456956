import { randomUUID } from 'node:crypto';
import { defineExample } from '../../../tests/support/example';
import { addValue } from '../../../tests/support/scratch-organisation';

const reason = 'weighed twice';
const weighed = { wasteStageId: 8, netWeight: 1, unit: 'kg' };

export const example = defineExample({
  async records({ db }, { organisationId, locationId, deviceId, mark, organisationMark }) {
    const sinkId = await addValue(db, organisationId, { element: 'WASTESINK', name: `${organisationMark} sink` });
    const newest = db
      .selectFrom('waste_event')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('location_id', '=', locationId)
      .orderBy('occurred_at', 'desc')
      .orderBy('id')
      .limit(1);
    const event = await db
      .updateTable('waste_event')
      .set({ note: `${mark} note`, device_id: deviceId, sink_id: sinkId })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', newest)
      .returning('id')
      .executeTakeFirstOrThrow();
    return { 'waste-events/:id': event.id };
  },

  query: { element: 'WASTESINK' },

  async *changes({ locationId }) {
    yield {
      route: 'post /rest/v1/waste-events',
      body: { events: [{ clientEventUuid: randomUUID(), locationId, occurredAt: '2026-02-17T15:00:00Z', ...weighed }] },
    };
    yield {
      route: 'post /rest/v1/waste-events/manual',
      body: { clientEventUuid: randomUUID(), locationId, localDate: '2026-02-18', localTime: '10:00', ...weighed },
    };
    yield { route: 'put /rest/v1/waste-events/:id', body: { reason, change: { note: 'Another note' } } };
    yield { route: 'post /rest/v1/waste-events/:id/void', body: { reason } };
    yield { route: 'delete /rest/v1/waste-events/:id/void', body: { reason } };
  },

  unshown: { ingest_key: 'recognizes what is sent twice' },
});
