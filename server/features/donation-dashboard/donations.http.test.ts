import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs, tokenOf } from '../../../tests/support/people';
import { addValue } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { Permission } from '../../platform/permissions';
import { bookOf, day } from '../../platform/sheet/workbook/workbook.fixtures';
import { addDays } from '../../platform/time';

let app: TestApp;
let organisationId: number;
type Agent = Awaited<ReturnType<typeof signedInAs>>;
let manager: Agent;
let token: string;
let [siteId, kitchen, canteen, other] = [0, 0, 0, 0];
let [bread, soup] = [0, 0];
let partnerId = 0;

const rights: Permission[] = ['VIEW_DONATION_DASHBOARD', 'EDIT_DONATIONS'];
/** Two weeks up to Sunday, 15 March 2026; the test's today is the Wednesday after. */
const span = { startDate: '2026-03-02', endDate: '2026-03-15' };

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app, { unitId: 12 });
  siteId = await addSite(app, { organisationId, name: 'Harbour', currencyCode: 'EUR' });
  kitchen = await addLocation(app, { organisationId, siteId, name: 'Kitchen', stages: [8] });
  canteen = await addLocation(app, { organisationId, siteId, name: 'Canteen', stages: [8] });
  other = await addSite(app, { organisationId, name: 'Hill', currencyCode: 'GBP' });
  const hall = await addLocation(app, { organisationId, siteId: other, name: 'Hall', stages: [8] });
  const value = (element: string, name: string, more: object = {}) =>
    addValue(app.db, organisationId, { element, name, ...more });
  [bread, soup] = [await value('WASTEITEM', 'Bread'), await value('WASTEITEM', 'Soup')];
  const bank = await value('WASTESINK', 'Food bank', { counts_as_waste: false });
  const fridge = await value('WASTESINK', 'Public fridge');
  const stock = await value('WASTESINK', 'Back to stock', { counts_as_waste: false });
  const compost = await value('WASTESINK', 'Compost');
  await app.db.updateTable('ref_value').set({ is_donation: true }).where('id', 'in', [bank, fridge]).execute();
  const sinks = [bank, fridge, stock, compost, compost];
  for (const locationId of [kitchen, canteen, hall]) {
    const events = Array.from({ length: 40 }, (_, at) => ({
      day: addDays('2026-02-20', at % 26),
      grams: 1_000 + ((at * 337) % 2_000) + locationId / 100,
      stageId: at % 10 === 9 ? 9 : 8,
      cost: 2 + (at % 7) * 1.25,
      estimated: at % 11 === 0,
      values: { sinkId: sinks[at % 5] ?? bank, ...(at % 3 === 0 ? {} : { itemId: at % 3 === 1 ? bread : soup }) },
    }));
    await addEvents(app, { organisationId, locationId, events });
  }
  // What was voided counts nowhere.
  await sql`update waste_event set voided_at = now() where organisation_id = ${organisationId} and id % 13 = 0`.execute(
    app.db,
  );
  await sql`
    insert into dirty_week (organisation_id, location_id, week_start) select distinct organisation_id, location_id, week_start from waste_event
    where organisation_id = ${organisationId} on conflict do nothing`.execute(app.db);
  await app.runJobs();
  manager = await signedInAs(app, { organisationId, permissions: rights });
  token = tokenOf((await manager.get('/home')).text);
  partnerId = await newPartner('Food bank of Hafen');
});

async function newPartner(name: string): Promise<number> {
  const { body } = await manager.post('/rest/v1/donations/partners').send({ name, kind: 'foodBank' }).expect(201);
  return (body as { partnerId: number }).partnerId;
}
const lot = (more: object = {}) => ({ locationId: kitchen, partnerId, day: '2026-03-10', grams: 4_000, ...more });
async function add(more: object = {}): Promise<number> {
  const { body } = await manager.post('/rest/v1/donations/pickups').send(lot(more)).expect(201);
  return (body as { pickupId: number }).pickupId;
}
const confirm = (pickupId: number, more: object = {}) =>
  manager
    .post(`/rest/v1/donations/pickups/${pickupId}/receipt`)
    .send({ version: 1, receiptNo: `R-${pickupId}`, receivedOn: '2026-03-11', partnerGrams: 3_900, ...more });

interface Summary {
  donatedGrams: number;
  weighedGrams: number;
  notWeighedGrams: number;
  pickedUpGrams: number;
  values: { currency: string; amount: number }[];
  meals: { uk: number; us: number };
  surplus: { donatedGrams: number; binnedGrams: number; share: number };
  partners: { partnerId: number; grams: number; partnerGrams: number; confirmed: number }[];
}
const summary = async (query: object = {}, agent = manager): Promise<Summary> =>
  (
    await agent
      .get('/rest/v1/donations/summary')
      .query({ ...span, ...query })
      .expect(200)
  ).body as Summary;
const codesOf = ({ body }: { body: { code?: string; fields?: { field: string; code: string }[] } }) =>
  body.fields?.map(({ field, code }) => `${field}: ${code.replace(/^(donations\.error|errors)\./, '')}`) ?? [body.code];

/** From the raw rows alone, by no function of ours. */
async function recomputed(onlyAt?: number) {
  const at = onlyAt === undefined ? sql`true` : sql`e.location_id = ${onlyAt}`;
  const days = sql`between ${span.startDate}::date and ${span.endDate}::date`;
  const donated = sql`exists (select from ref_value v where v.id = e.sink_id and v.is_donation)`;
  const { rows } = await sql<Record<string, number>>`
    select coalesce(sum(e.net_g) filter (where ${donated}), 0)::float as weighed,
      coalesce(sum(e.net_g) filter (where ${donated} and e.stage_id = 8), 0)::float as surplus,
      coalesce(sum(e.net_g) filter (where e.stage_id = 8 and e.counts_as_waste and not (${donated})), 0)::float as binned,
      coalesce(sum(e.cost_amount) filter (where ${donated} and e.cost_currency = 'EUR'), 0)::float as eur,
      coalesce(sum(e.cost_amount) filter (where ${donated} and e.cost_currency = 'GBP'), 0)::float as gbp
    from waste_event e where e.organisation_id = ${organisationId} and e.voided_at is null and e.local_date ${days} and ${at}`.execute(
    app.db,
  );
  const lots = await sql<Record<string, number>>`
    select coalesce(sum(e.g), 0)::float as all_g, coalesce(sum(e.g) filter (where e.weighed_from is null), 0)::float as alone,
      coalesce(sum(e.value_amount) filter (where e.weighed_from is null), 0)::float as value
    from donation_pickup e where e.organisation_id = ${organisationId} and e.state in ('pickedUp', 'confirmed') and e.pickup_day ${days} and ${at}`.execute(
    app.db,
  );
  return { ...rows[0], ...lots.rows[0] } as Record<
    'weighed' | 'surplus' | 'binned' | 'eur' | 'gbp' | 'all_g' | 'alone' | 'value',
    number
  >;
}

describe('the figures', () => {
  it.each(['everywhere', 'at one location'])('are those of the raw rows, each kilogram once: %s', async (where) => {
    await add({ value: 12.5, itemId: bread });
    await add({ weighedFrom: '2026-03-09', weighedTo: '2026-03-10', grams: 2_500 });
    const gone = await add({ grams: 50_000 });
    await manager.post(`/rest/v1/donations/pickups/${gone}/cancel`).send({ version: 1 }).expect(204);
    const at = where === 'everywhere' ? undefined : kitchen;
    const [found, raw] = [await summary(at === undefined ? {} : { locationId: at }), await recomputed(at)];
    expect(raw.weighed).toBeGreaterThan(0);
    expect(raw.alone).toBeGreaterThan(0);
    expect(found).toMatchObject({
      weighedGrams: expect.closeTo(raw.weighed, 6),
      notWeighedGrams: expect.closeTo(raw.alone, 6),
      donatedGrams: expect.closeTo(raw.weighed + raw.alone, 6),
      pickedUpGrams: expect.closeTo(raw.all_g, 6),
      meals: {
        uk: Math.floor((raw.weighed + raw.alone) / 420),
        us: Math.floor((raw.weighed + raw.alone) / 544.310844),
      },
      surplus: {
        donatedGrams: expect.closeTo(raw.surplus + raw.alone, 6),
        binnedGrams: expect.closeTo(raw.binned, 6),
        share: expect.closeTo((raw.surplus + raw.alone) / (raw.surplus + raw.alone + raw.binned), 6),
      },
    });
    const money = new Map(found.values.map(({ currency, amount }) => [currency, amount]));
    expect(money.get('EUR')).toBeCloseTo(raw.eur + raw.value, 6);
    expect(money.get('GBP') ?? 0).toBeCloseTo(raw.gbp, 6);
  });

  it('open the events behind them, which come to the same', async () => {
    const { weighedGrams } = await summary();
    const events = await manager
      .get('/rest/v1/events')
      .query({ figure: 'total', counts: 'donated', ...span })
      .expect(200);
    expect((events.body as { sums: { grams: number } }).sums.grams).toBeCloseTo(weighedGrams, 2);
    const binned = await manager
      .get('/rest/v1/events')
      .query({ figure: 'total', counts: 'thrownAway', wasteStageId: 8, ...span })
      .expect(200);
    expect((binned.body as { sums: { grams: number } }).sums.grams).toBeCloseTo(
      (await summary()).surplus.binnedGrams,
      2,
    );
    const file = await manager.get('/rest/v1/donations/export').query(span).expect(200);
    const kilograms = file.text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[3]));
    expect(kilograms.reduce((sum, one) => sum + one, 0)).toBeCloseTo((await summary()).donatedGrams / 1_000, 2);
    const { text } = await manager
      .get('/donation-dashboard')
      .query({ range: 'custom', ...span })
      .expect(200);
    expect(text).toContain('counts=donated');
    expect(text).toContain('origin=alone');
  });

  it('are of what a person sees', async () => {
    const limited = await signedInAs(app, { organisationId, permissions: rights, sites: [other] });
    const found = await summary({}, limited);
    expect(found).toMatchObject({ notWeighedGrams: 0, pickedUpGrams: 0, partners: [] });
    expect(found.values.map(({ currency }) => currency)).toEqual(['GBP']);
    const { pickups } = (await limited.get('/rest/v1/donations/pickups').expect(200)).body as { pickups: unknown[] };
    expect(pickups).toEqual([]);
  });
});

describe('a pickup', () => {
  it('goes from planned to confirmed, and keeps both weights', async () => {
    const pickupId = await add({ day: '2026-03-20', grams: null });
    expect(codesOf(await confirm(pickupId))).toEqual(['donations.error.notPickedUp']);
    const put = (body: object) => manager.put(`/rest/v1/donations/pickups/${pickupId}`).send(body);
    await put({ ...lot({ day: '2026-03-10' }), version: 1, temperature: 3.5, useBy: '2026-03-12' }).expect(204);
    expect((await put({ ...lot(), version: 1 })).status).toBe(409);
    await confirm(pickupId, { version: 2 }).expect(204);
    expect(codesOf(await confirm(pickupId, { version: 3 }))).toEqual(['donations.error.alreadyConfirmed']);
    expect(codesOf(await put({ ...lot(), version: 3 }))).toEqual(['donations.error.alreadyConfirmed']);
    const { text } = await manager.get(`/donation-dashboard/pickups/${pickupId}`).expect(200);
    expect(text).toContain('3.9\u202fkg');
    expect(text).toContain('\u22120.1\u202fkg');
    await manager.post(`/rest/v1/donations/pickups/${pickupId}/reopen`).send({ version: 3 }).expect(204);
    await manager.post(`/rest/v1/donations/pickups/${pickupId}/cancel`).send({ version: 4 }).expect(204);
    expect((await put({ ...lot(), version: 5 })).status).toBe(409);
  });

  it.each([
    [{ grams: -1 }, 400, ['grams: noWeight']],
    [{ grams: 0 }, 400, ['grams: noWeight']],
    [{ grams: 20_000_001 }, 400, ['grams: tooHeavy']],
    [{ grams: 'x' }, 400, ['grams: wrongType']],
    [{ temperature: 300 }, 400, ['temperature: temperature']],
    [{ time: '25:00' }, 400, ['time: notATime']],
    [{ day: '2026-02-30' }, 400, ['day: notADate']],
    [{ day: '2026-03-19' }, 422, ['day: inFuture']],
    [{ day: '2026-03-01', grams: null }, 422, ['day: plannedInPast']],
    [{ useBy: '2026-03-09' }, 422, ['useBy: useByPassed']],
    [{ weighedFrom: '2026-03-09' }, 422, ['weighedTo: bothDays']],
    [{ weighedFrom: '2026-03-10', weighedTo: '2026-03-09' }, 422, ['weighedTo: daysReversed']],
    [{ weighedFrom: '2026-03-10', weighedTo: '2026-03-11' }, 422, ['weighedTo: weighedLater']],
    [{ weighedFrom: '2026-03-08', weighedTo: '2026-03-09' }, 422, ['weighedFrom: cutDays']],
    [{ weighedFrom: '2026-03-09', weighedTo: '2026-03-10', value: 3 }, 422, ['value: valueWeighed']],
    [{ partnerId: 999_999 }, 422, ['partnerId: unknownPartner']],
    [{ locationId: 999_999 }, 422, ['locationId: unknownLocation']],
    [{ itemId: 999_999 }, 422, ['itemId: unknownItem']],
    [{ scheduleId: 999_999, scheduledOn: '2026-03-10' }, 422, ['scheduleId: unknownSchedule']],
  ])('refuses %j', async (more, status, codes) => {
    const before = await manager.get('/rest/v1/donations/pickups');
    const answer = await manager.post('/rest/v1/donations/pickups').send(lot(more));
    expect([answer.status, codesOf(answer)]).toEqual([status, codes]);
    expect((await manager.get('/rest/v1/donations/pickups')).body).toEqual(before.body);
  });

  it('refuses receipts that cannot be', async () => {
    const pickupId = await add();
    expect(codesOf(await confirm(pickupId, { receivedOn: '2026-03-19' }))).toEqual(['receivedOn: receiptInFuture']);
    expect(codesOf(await confirm(pickupId, { receivedOn: '2026-03-09' }))).toEqual(['receivedOn: receiptBeforePickup']);
    expect(codesOf(await confirm(pickupId, { partnerGrams: -1 }))).toEqual(['partnerGrams: negative']);
    await confirm(pickupId, { receiptNo: 'A-7' }).expect(204);
    // The same visit may have one receipt for several lots; another visit has its own.
    await confirm(await add(), { receiptNo: 'a-7' }).expect(204);
    expect(
      codesOf(await confirm(await add({ day: '2026-03-11' }), { receiptNo: 'a-7', receivedOn: '2026-03-12' })),
    ).toEqual(['receiptNo: receiptTaken']);
  });

  it('refuses partners of another organization, and retired ones', async () => {
    const elsewhere = await newOrganisation(app);
    const stranger = await signedInAs(app, { organisationId: elsewhere, permissions: rights });
    const { body } = await stranger
      .post('/rest/v1/donations/partners')
      .send({ name: 'Theirs', kind: 'other' })
      .expect(201);
    const theirs = (body as { partnerId: number }).partnerId;
    expect(codesOf(await manager.post('/rest/v1/donations/pickups').send(lot({ partnerId: theirs })))).toEqual([
      'partnerId: unknownPartner',
    ]);
    const pickupId = await add();
    for (const [method, path] of [
      ['get', `/donation-dashboard/pickups/${pickupId}`],
      ['get', `/donation-dashboard/partners/${partnerId}/edit`],
    ] as const)
      expect((await stranger[method](path)).status).toBe(404);
    const tired = await newPartner('=Old <partner>');
    await manager
      .put(`/rest/v1/donations/partners/${tired}`)
      .send({ name: '=Old <partner>', kind: 'other', status: 'I', version: 1 })
      .expect(204);
    expect(codesOf(await manager.post('/rest/v1/donations/pickups').send(lot({ partnerId: tired })))).toEqual([
      'partnerId: retiredPartner',
    ]);
    expect(
      codesOf(await manager.post('/rest/v1/donations/partners').send({ name: '=old <PARTNER>', kind: 'other' })),
    ).toEqual(['name: nameTaken']);
    // Attack: CSV formula
    const { text } = await manager.get('/rest/v1/donations/partners/export').expect(200);
    expect(text).toContain("'=Old <partner>");
  });

  it('of a weekly schedule is recorded once, or skipped', async () => {
    const { body } = await manager
      .post('/rest/v1/donations/schedules')
      .send({ locationId: kitchen, partnerId, weekday: 5, time: '15:00' })
      .expect(201);
    const { scheduleId } = body as { scheduleId: number };
    const open = async () =>
      (
        (await manager.get('/rest/v1/donations/planned').expect(200)).body as {
          planned: { scheduleId: number | null; day: string; pickupId: null }[];
        }
      ).planned
        .filter((one) => one.scheduleId === scheduleId && one.pickupId === null)
        .map(({ day }) => day);
    expect(await open()).toEqual(['2026-03-20', '2026-03-27']);
    const skip = (day: string) => manager.post(`/rest/v1/donations/schedules/${scheduleId}/skip`).send({ day });
    expect(codesOf(await skip('2026-03-21'))).toEqual(['day: notScheduled']);
    await skip('2026-03-27').expect(201);
    expect((await skip('2026-03-27')).status).toBe(409);
    await add({ day: '2026-03-20', grams: null, scheduleId, scheduledOn: '2026-03-20' });
    expect(await open()).toEqual([]);
    await manager.delete(`/rest/v1/donations/schedules/${scheduleId}`).expect(204);
  });

  it('is typed in the unit of its reader, and refused with what was typed', async () => {
    const form = {
      _csrf: token,
      locationId: String(kitchen),
      partnerId: String(partnerId),
      day: '2026-03-19',
      weight: '2.5',
    };
    const refused = await manager.post('/donation-dashboard/pickups').type('form').send(form);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('value="2.5"');
    const { headers } = await manager
      .post('/donation-dashboard/pickups')
      .type('form')
      .send({ ...form, day: '2026-03-17' })
      .expect(303);
    const { text } = await manager.get(String(headers.location)).expect(200);
    expect(text).toContain('2.5\u202fkg');
  });
});

describe('a statement', () => {
  it('shares the cost of weighings by weight, and never more than there was', async () => {
    const days = { day: '2026-03-08', weighedFrom: '2026-03-05', weighedTo: '2026-03-07', locationId: canteen };
    const mine = await newPartner('Statement partner');
    await add({ ...days, partnerId: mine, grams: 900_000 });
    await add({ ...days, partnerId: mine, grams: 300_000 });
    const { rows } = await sql<{ cost: number }>`
      select sum(e.cost_amount)::float as cost from waste_event e join ref_value v on v.id = e.sink_id and v.is_donation
      where e.location_id = ${canteen} and e.voided_at is null and e.local_date between '2026-03-05' and '2026-03-07'`.execute(
      app.db,
    );
    const cost = rows[0]?.cost ?? 0;
    expect(cost).toBeGreaterThan(0);
    const { text } = await manager
      .get('/rest/v1/donations/statement/export')
      .query({ ...span, partnerId: mine })
      .expect(200);
    const values = text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[8]))
      .sort((a, b) => b - a);
    expect(values).toHaveLength(2);
    expect(values[0]).toBeCloseTo((cost * 900) / 1_200, 3);
    expect((values[0] ?? 0) + (values[1] ?? 0)).toBeCloseTo(cost, 3);
    const page = await manager
      .get('/donation-dashboard/statement')
      .query({ range: 'custom', ...span, partnerId: mine })
      .expect(200);
    expect(page.text).toContain('1,200.0');
  });
});

const sheet = fileURLToPath(
  new URL('../../../../shared/data/smith_food_rescue_donations_2024-2025.csv', import.meta.url),
);

/** The form that a page of the import holds, as a browser would send it. */
function formIn(text: string): Record<string, string> {
  const plain = (value: string) =>
    value
      .replaceAll('&quot;', '"')
      .replaceAll('&#x27;', "'")
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
  const hidden = /name="sheet" value="([^"]*)"/.exec(text)?.[1] ?? '';
  const chosen = [...text.matchAll(/<select[^>]* name="(\w+)"[^>]*>(.*?)<\/select>/gs)].map(
    ([, name = '', options = '']) => [name, /<option value="([^"]*)" selected=""/.exec(options)?.[1] ?? ''],
  );
  return { _csrf: token, sheet: plain(hidden), ...(Object.fromEntries(chosen) as Record<string, string>) };
}

describe('an import', () => {
  const read = (content: string | Buffer, partner = '') =>
    manager
      .post('/donation-dashboard/import/read')
      .field('_csrf', token)
      .field('partnerId', partner)
      .attach('file', Buffer.from(content), 'lots.csv');
  const run = (form: object) => manager.post('/donation-dashboard/import').type('form').send(form);
  const count = async () =>
    ((await manager.get('/rest/v1/donations/pickups').expect(200)).body as { total: number }).total;

  it('names what is wrong with each row, and takes in all or none', async () => {
    const content = [
      'Date;Location;Partner;Item;Weight (lb);Value',
      '01.03.2026;Kitchen;Food bank of Hafen;Bread;10,5;3,20',
      '02.03.2026;Nowhere;Food bank of Hafen;Bread;1;',
      '02.03.2026;Kitchen;Nobody;Bread;1;',
      '02.03.2026;Kitchen;=Old <partner>;Bread;1;',
      '02.03.2026;Kitchen;Food bank of Hafen;Unheard of;1;',
      '31.02.2026;Kitchen;Food bank of Hafen;;1;',
      '02.03.2027;Kitchen;Food bank of Hafen;;1;',
      '02.03.2026;Kitchen;Food bank of Hafen;;-1;',
      '02.03.2026;Kitchen;Food bank of Hafen;;heavy;',
      '02.03.2026;Kitchen;Food bank of Hafen;;0;',
      '02.03.2026;Kitchen;Food bank of Hafen;;99999999;',
      '02.03.2026;Kitchen;Food bank of Hafen;;3;cheap',
    ].join('\n');
    const { text, status } = await read(content);
    expect(status).toBe(200);
    for (const words of [
      'No location or site has this name',
      'No partner has this name',
      'This partner is retired',
      'No item has this name',
      'The date is invalid',
      'The date is in the future',
      'The weight is invalid',
      'The weight is 0',
      'more than 20 metric tons',
      'The value is not a valid amount',
    ])
      expect(text).toContain(words);
    const [form, before] = [formIn(text), await count()];
    const refused = await run(form);
    expect([refused.status, await count()]).toEqual([422, before]);
    expect(refused.text).toContain('Nothing was imported');
    expect((await run({ ...form, leaveOut: 'yes' })).headers.location).toBe('/donation-dashboard/pickups?imported=1');
    const { body } = await manager
      .get('/rest/v1/donations/pickups')
      .query({ startDate: '2026-03-01', endDate: '2026-03-01' })
      .expect(200);
    expect((body as { pickups: object[] }).pickups).toMatchObject([
      { grams: 4_762.72, value: 3.2, itemId: bread, state: 'pickedUp' },
    ]);
    // The same file again brings nothing.
    const again = await run({ ...form, leaveOut: 'yes' });
    expect([again.status, await count()]).toEqual([422, before + 1]);
  });

  it('reads a workbook, whose numbers and dates are what they are', async () => {
    const rows = [
      ['Date', 'Location', 'Partner', 'Item', 'Weight (kg)', 'Note'],
      [day('2026-02-21'), 'Canteen', 'Food bank of Hafen', 'Soup', 1.234, '=SUM(A1)'],
    ];
    const form = formIn((await read(await bookOf({ Lots: rows }))).text);
    expect(form.decimal).toBe('.');
    expect((await run(form)).headers.location).toBe('/donation-dashboard/pickups?imported=1');
    const { text } = await manager
      .get('/rest/v1/donations/pickups/export')
      .query({ startDate: '2026-02-21', endDate: '2026-02-21' })
      .expect(200);
    expect(text).toContain('2026-02-21,,Harbour,Canteen,Food bank of Hafen,Soup,1.234,');
    // Attack: CSV formula
    expect(text).toContain("'=SUM(A1)");
  });

  it.each([
    ['', 'file'],
    ['Date,Site,kg\n', 'no rows below the column names'],
    ['a,b\n1,2\n', 'Columns'],
  ])('says what is wrong with %j', async (content, words) => {
    const { text } = await read(content);
    expect(text).toContain(words);
  });

  it('refuses a form that it did not write', async () => {
    const { status } = await run({ _csrf: token, sheet: 'no\tsheet', weightUnit: 'kg', decimal: 'auto' });
    expect(status).toBe(200);
    expect((await run({ _csrf: token, weightUnit: 'stone' })).status).toBe(422);
  });

  it.skipIf(!existsSync(sheet))('brings what the Smith food rescue sheet holds, to the gram', async () => {
    const lines = readFileSync(sheet, 'utf8').trim().split('\n').slice(1);
    // Its own reading: no cell before the weights is quoted.
    const rows = lines
      .map((line) => line.split(','))
      .map(([date = '', site = '', item = '', , net = '']) => ({ date, site, item, lb: Number(net) }));
    for (const name of new Set(rows.map(({ site }) => site)))
      await addLocation(app, { organisationId, siteId: await addSite(app, { organisationId, name }), name });
    const smith = await newPartner('Smith Food Rescue');
    const form = { ...formIn((await read(readFileSync(sheet), String(smith))).text), create: 'yes', leaveOut: 'yes' };
    expect(form).toMatchObject({ date: '0', place: '1', item: '2', weight: '4', weightUnit: 'lb' });
    const given = rows.filter(({ lb }) => lb > 0);
    expect((await run(form)).headers.location).toBe(`/donation-dashboard/pickups?imported=${given.length}`);
    const expected = new Map<string, number>();
    for (const { date, site, item, lb } of given) {
      const key = [site, item, date.slice(0, 4)].join(' | ');
      expected.set(key, (expected.get(key) ?? 0) + Math.round(lb * 45_359.237) / 100);
    }
    const found = new Map<string, number>();
    for (let offset = 0, total = 1; offset < total; offset += 200) {
      const { body } = await manager
        .get('/rest/v1/donations/pickups')
        .query({ partnerId: smith, limit: 200, offset })
        .expect(200);
      const page = body as {
        total: number;
        pickups: { siteName: string; itemName: string; day: string; grams: number }[];
      };
      total = page.total;
      for (const { siteName, itemName, day, grams } of page.pickups) {
        const key = [siteName, itemName, day.slice(0, 4)].join(' | ');
        found.set(key, (found.get(key) ?? 0) + grams);
      }
    }
    const inCentigrams = (sums: Map<string, number>) =>
      Object.fromEntries([...sums].sort().map(([key, grams]) => [key.toLowerCase(), Math.round(grams * 100)]));
    expect(inCentigrams(found)).toEqual(inCentigrams(expected));
    for (const year of ['2024', '2025']) {
      const whole = given
        .filter(({ date }) => date.startsWith(year))
        .reduce((sum, { lb }) => sum + Math.round(lb * 45_359.237) / 100, 0);
      const { partners } = await summary({ startDate: `${year}-01-01`, endDate: `${year}-12-31` });
      expect(partners.find((one) => one.partnerId === smith)?.grams).toBeCloseTo(whole, 2);
    }
    expect((await run(form)).status).toBe(422);
  });
});
