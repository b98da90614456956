import { defineExample } from '../../../tests/support/example';
import { addEvents, addLocation } from '../../../tests/support/factories';
import { addValue } from '../../../tests/support/scratch-organisation';
import { weekdayOf } from '../../platform/time';

/** The walks have 18 March 2026; their questions end with February. */
const today = '2026-03-18';
const pickup = { day: '2026-02-12', grams: 5_000 };

export const example = defineExample({
  async records(app, { organisationId, locationId, mark, organisationMark }) {
    const { db, clock } = app;
    const sink = await addValue(db, organisationId, {
      element: 'WASTESINK',
      name: `${organisationMark} food bank`,
      counts_as_waste: false,
    });
    await db.updateTable('ref_value').set({ is_donation: true }).where('id', '=', sink).execute();
    const item = await addValue(db, organisationId, { element: 'WASTEITEM', name: `${organisationMark} loaf` });
    const events = [{ day: '2026-02-11', grams: 4_000, values: { sinkId: sink, itemId: item } }];
    await addEvents(app, { organisationId, locationId, events });
    await app.runJobs();
    const made = { organisation_id: organisationId, created_at: clock.now(), updated_at: clock.now() };
    const partner = await db
      .insertInto('donation_partner')
      .values({
        ...made,
        name: `${organisationMark} partner`,
        kind: 'foodBank',
        contact: `${organisationMark} contact`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const place = { ...made, location_id: locationId, partner_id: partner.id };
    const lots = await db
      .insertInto('donation_pickup')
      .values([
        { ...place, state: 'pickedUp', pickup_day: '2026-02-12', g: 3_000, item_id: item, note: `${mark} note` },
        {
          ...place,
          state: 'pickedUp',
          pickup_day: '2026-02-12',
          g: 3_900,
          weighed_from: '2026-02-11',
          weighed_to: '2026-02-12',
        },
      ])
      .returning('id')
      .execute();
    const { updated_at: _, ...held } = place;
    const schedule = await db
      .insertInto('donation_schedule')
      .values({ ...held, weekday: 4, pickup_time: '15:00', starts_on: '2026-03-01' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { partnerId: partner.id, pickupId: lots[0]?.id ?? 0, scheduleId: schedule.id };
  },

  query: { range: 'custom', show: 'all' },

  async *changes({ organisationId, siteId, locationId }, app) {
    const partner = { name: 'Harbour shelter', kind: 'shelter', contact: '' };
    const made = yield { route: 'post /rest/v1/donations/partners', body: partner };
    const partnerId = made.body.partnerId;
    const own = { partnerId };
    yield {
      route: 'put /rest/v1/donations/partners/:partnerId',
      values: own,
      body: { ...partner, contact: 'Sam', version: 1 },
    };
    yield { route: 'post /donation-dashboard/partners', form: { ...partner, name: 'Second shelter' } };
    yield {
      route: 'post /donation-dashboard/partners/:partnerId/edit',
      values: own,
      form: { ...partner, status: 'A', version: '2' },
    };

    const body = { ...pickup, locationId, partnerId };
    const first = yield { route: 'post /rest/v1/donations/pickups', body };
    const lot = { pickupId: first.body.pickupId };
    yield {
      route: 'put /rest/v1/donations/pickups/:pickupId',
      values: lot,
      body: { ...body, note: 'Bread', version: 1 },
    };
    const receipt = { receiptNo: 'R-1', receivedOn: '2026-02-13' };
    yield {
      route: 'post /rest/v1/donations/pickups/:pickupId/receipt',
      values: lot,
      body: { ...receipt, partnerGrams: 4_900, version: 2 },
    };
    yield { route: 'post /rest/v1/donations/pickups/:pickupId/reopen', values: lot, body: { version: 3 } };
    yield { route: 'post /rest/v1/donations/pickups/:pickupId/cancel', values: lot, body: { version: 4 } };

    const form = { locationId: String(locationId), partnerId: String(partnerId), day: '2026-02-13', weight: '4' };
    yield { route: 'post /donation-dashboard/pickups', form };
    const second = yield { route: 'post /rest/v1/donations/pickups', body };
    const other = { pickupId: second.body.pickupId };
    yield { route: 'post /donation-dashboard/pickups/:pickupId/edit', values: other, form: { ...form, version: '1' } };
    yield {
      route: 'post /donation-dashboard/pickups/:pickupId/receipt',
      values: other,
      form: { ...receipt, receiptNo: 'R-2', partnerWeight: '4', version: '2' },
    };
    yield { route: 'post /donation-dashboard/pickups/:pickupId/reopen', values: other, form: { version: '3' } };
    yield { route: 'post /donation-dashboard/pickups/:pickupId/cancel', values: other, form: { version: '4' } };

    const schedule = { locationId, partnerId, weekday: weekdayOf(today), time: '16:00' };
    const weekly = yield { route: 'post /rest/v1/donations/schedules', body: schedule };
    const held = { scheduleId: weekly.body.scheduleId };
    yield { route: 'post /rest/v1/donations/schedules/:scheduleId/skip', values: held, body: { day: today } };
    yield { route: 'post /donation-dashboard/schedule/:scheduleId/skip', values: held, form: { day: '2026-03-25' } };
    yield { route: 'delete /rest/v1/donations/schedules/:scheduleId', values: held };
    const text = { locationId: String(locationId), partnerId: String(partnerId), weekday: '2', time: '09:00' };
    yield { route: 'post /donation-dashboard/schedule', form: text };
    const again = yield { route: 'post /rest/v1/donations/schedules', body: schedule };
    yield {
      route: 'post /donation-dashboard/schedule/:scheduleId/end',
      values: { scheduleId: again.body.scheduleId },
      form: {},
    };

    yield {
      route: 'post /donation-dashboard/import/read',
      form: {},
      file: 'Date,Site,kg\n2026-02-13,Nowhere,5\n',
      shown: false,
    };
    const sheet = { sheet: `0\tDate\tSite\tkg\n1\t2026-02-13\tNowhere\t5`, weightUnit: 'kg', decimal: 'auto' };
    const columns = { date: '0', place: '1', weight: '2', partnerId: String(partnerId) };
    yield { route: 'post /donation-dashboard/import/check', form: { ...sheet, ...columns }, shown: false };
    // A name that says nothing of whose it is: a refused form shows what it was sent.
    await addLocation(app, { organisationId, siteId, name: 'Bakery hatch' });
    yield {
      route: 'post /donation-dashboard/import',
      form: {
        ...sheet,
        ...columns,
        sheet: `0\tDate\tSite\tkg\n1\t2026-02-13\tBakery hatch\t5`,
      },
    };
  },
});
