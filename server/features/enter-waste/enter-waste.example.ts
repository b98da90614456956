import { randomUUID } from 'node:crypto';
import { defineExample } from '../../../tests/support/example';

export const example = defineExample({
  async records({ db }, { organisationId, locationId }) {
    const event = await db
      .selectFrom('waste_event')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('location_id', '=', locationId)
      .where('voided_at', 'is', null)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    return { 'enter-waste/:id': event.id };
  },

  query: { organisationId: '', itemId: '', reasonId: '', unit: 'kg', saved: '', undone: '', choose: '', find: '' },

  async *changes({ locationId, mark }) {
    yield {
      route: 'post /enter-waste',
      form: {
        clientEventUuid: randomUUID(),
        locationId: String(locationId),
        weight: '1.2',
        unit: 'kg',
        wasteStageId: '8',
        itemId: 'proposed',
        itemName: `${mark} proposed`,
        reasonId: '',
        localDate: '',
        localTime: '',
      },
    };
    yield { route: 'post /enter-waste/:id/undo', form: {} };
  },
});
