import { defineExample } from '../../../tests/support/example';
import type { ShipmentState } from './shipments.rules';

export const example = defineExample({
  async records({ db, clock }, { organisationId, siteId, mark }) {
    const of = { organisation_id: organisationId };
    const insertDevice = (name: string) =>
      db
        .insertInto('device')
        .values({ ...of, serial: `${mark} ${name}`, name: `${mark} ${name}`, created_at: clock.now() })
        .returning(['id', 'serial'])
        .executeTakeFirstOrThrow();
    const insertShipment = async (state: ShipmentState, number: number) => {
      const { id } = await db
        .insertInto('shipment')
        .values({
          ...of,
          number,
          site_id: siteId,
          state,
          reference: `${mark} order`,
          address: `${mark} Mill Lane 1`,
          note: `${mark} note`,
          created_by: 1,
          created_at: clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    };
    const boxed = await insertDevice('boxed');
    const spare = await insertDevice('spare');
    // Several sites of one organization are filled.
    const shipmentId = await insertShipment('draft', siteId * 10);
    const lostId = await insertShipment('shipped', siteId * 10 + 1);
    await db
      .insertInto('shipment_item')
      .values({ ...of, shipment_id: shipmentId, device_id: boxed.id })
      .execute();
    return { shipmentId, lostId, boxedId: boxed.id, spareId: spare.id, spareSerial: spare.serial };
  },

  query: { state: 'all' },

  async *changes({
    organisationId,
    siteId,
    locationId,
    deviceId,
    mark,
    shipmentId,
    lostId,
    boxedId,
    spareId,
    spareSerial,
  }) {
    const at = '/device-shipper/:organisationId/:shipmentId';
    let version = 0;
    const change = (form: string, fields: Partial<Record<string, string>> = {}) => {
      version += 1;
      return {
        route: `post ${at}/${form}`,
        values: { organisationId, shipmentId },
        form: { version: String(version), ...fields },
      };
    };
    const made = yield {
      route: 'post /device-shipper/new',
      form: { organisationId: String(organisationId), siteId: String(siteId), reference: '', note: '' },
    };
    yield change('details', { address: 'Mill Lane 2', reference: `${mark} 7`, note: '' });
    yield change('create', { serial: `${mark} new`, deviceName: `${mark} new` });
    yield change('add', { serials: String(spareSerial) });
    yield change('remove', { deviceId: String(spareId) });
    yield change('replace', { deviceId: String(boxedId), replacesDeviceId: String(deviceId) });
    yield change('replace', { deviceId: String(boxedId), replacesDeviceId: '' });
    yield change('pack');
    yield change('reopen');
    yield change('pack');
    yield change('ship', { carrier: 'Parcels', tracking: `${mark} T1` });
    yield change('tracking', { carrier: 'Parcels', tracking: `${mark} T2` });
    const today = '2026-03-18';
    yield change('deliver', { deliveredOn: today, places: `${boxedId}:${locationId}` });
    yield change('return', { reason: 'Wrong scale' });
    const first = { version: '1' };
    yield {
      route: `post ${at}/lose`,
      values: { organisationId, shipmentId: lostId },
      form: { ...first, reason: 'No trace of it' },
    };
    const fresh = Number(/\/(\d+)\?/.exec(made.headers.location ?? '')?.[1]);
    yield { route: `post ${at}/cancel`, values: { organisationId, shipmentId: fresh }, form: first };
  },
});
