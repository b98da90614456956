import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite, weeksOfEvents } from '../../../tests/support/factories';
import { addValue, scratchOrganisation } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { Scope } from '../../platform/actor';
import { measure } from './measure.store';

let app: TestApp;
let organisationId: number;
/** `lyon` is paid in euros; `store` of `boston` is set up and never used. */
let boston: { siteId: number; kitchen: number; store: number };
let lyon: { siteId: number; kitchen: number };
const all = (): Scope => ({ organisationId, restriction: null });
const of = (change: { sites?: number[]; locations?: number[] }): Scope => ({
  organisationId,
  restriction: { sites: [], locations: [], ...change },
});

beforeAll(async () => {
  app = await testApp();
  await scratchOrganisation(app.db, { countryCode: 'FR', currency: 'EUR', locations: 0 });
  organisationId = (await scratchOrganisation(app.db, { locations: 0 })).id;
  const bostonId = await addSite(app, { organisationId, name: 'Boston', region: 'East' });
  const lyonId = await addSite(app, { organisationId, name: 'Lyon', countryCode: 'FR', currencyCode: 'EUR' });
  const kitchen = (siteId: number) => addLocation(app, { organisationId, siteId, stages: [8] });
  boston = { siteId: bostonId, kitchen: await kitchen(bostonId), store: await kitchen(bostonId) };
  lyon = { siteId: lyonId, kitchen: await kitchen(lyonId) };
  await addEvents(app, {
    organisationId,
    locationId: boston.kitchen,
    events: weeksOfEvents({ weekStart: '2026-01-05', gramsOfWeeks: [1000.25, 1000, 500], cost: 1.5 }),
  });
  await addEvents(app, {
    organisationId,
    locationId: lyon.kitchen,
    events: [
      { day: '2026-01-07', grams: 40, stageId: 9 },
      { day: '2026-01-13', grams: 300, cost: 2.25, estimated: true },
      { day: '2026-01-13', grams: 100, cost: 0.5 },
      { day: '2026-01-14', grams: 200, stageId: 9, cost: 1 },
    ],
  });
  await app.runJobs();
});

const weights = ['txn', 'g', 'estimatedG', 'openDays', 'trackedDays', 'scoredWeeks', 'compliantWeeks'] as const;
const figures = [
  'txn',
  'g',
  'estimatedG',
  'cost',
  'derivedCost',
  'openDays',
  'trackedDays',
  'scoredWeeks',
  'compliantWeeks',
] as const;
const week = { figures, grain: 'week', stageId: 8, start: '2026-01-05', end: '2026-01-25' } as const;
const nothing = { txn: 0, g: 0, estimatedG: 0 };
const noMoney = { cost: 0, derivedCost: 0 };
const inBoston = () => ({ siteId: boston.siteId, locationId: boston.kitchen, currency: 'USD' });
const inLyon = () => ({ siteId: lyon.siteId, locationId: lyon.kitchen, currency: 'EUR' });

describe('weeks', () => {
  it.each<[string, () => Promise<unknown>, () => unknown]>([
    [
      'of all that is seen, without money, since two currencies are never added up',
      () => measure(app.db, all(), { ...week, by: 'organisation', figures: weights }),
      () => [
        {
          start: '2026-01-05',
          txn: 14,
          g: 14_003.5,
          estimatedG: 0,
          openDays: 7,
          trackedDays: 7,
          scoredWeeks: 1,
          compliantWeeks: 1,
        },
        {
          start: '2026-01-12',
          txn: 16,
          g: 14_400,
          estimatedG: 300,
          openDays: 14,
          trackedDays: 8,
          scoredWeeks: 2,
          compliantWeeks: 1,
        },
        {
          start: '2026-01-19',
          txn: 14,
          g: 7_000,
          estimatedG: 0,
          openDays: 14,
          trackedDays: 7,
          scoredWeeks: 2,
          compliantWeeks: 1,
        },
      ],
    ],
    [
      'by currency',
      () => measure(app.db, all(), { ...week, by: 'currency', start: '2026-01-12', end: '2026-01-18' }),
      () => [
        {
          start: '2026-01-12',
          currency: 'EUR',
          txn: 2,
          g: 400,
          estimatedG: 300,
          cost: 2.75,
          derivedCost: 0,
          openDays: 7,
          trackedDays: 1,
          scoredWeeks: 1,
          compliantWeeks: 0,
        },
        {
          start: '2026-01-12',
          currency: 'USD',
          txn: 14,
          g: 14_000,
          estimatedG: 0,
          cost: 21,
          derivedCost: 0,
          openDays: 7,
          trackedDays: 7,
          scoredWeeks: 1,
          compliantWeeks: 1,
        },
      ],
    ],
    [
      'by location: one of nothing where nothing was recorded, and none before the first event of the stage or of a location without any',
      () => measure(app.db, all(), { ...week, by: 'location', locationIds: [lyon.kitchen, boston.store] }),
      () => [
        {
          start: '2026-01-12',
          ...inLyon(),
          txn: 2,
          g: 400,
          estimatedG: 300,
          cost: 2.75,
          derivedCost: 0,
          openDays: 7,
          trackedDays: 1,
          scoredWeeks: 1,
          compliantWeeks: 0,
        },
        {
          start: '2026-01-19',
          ...inLyon(),
          ...nothing,
          ...noMoney,
          openDays: 7,
          trackedDays: 0,
          scoredWeeks: 1,
          compliantWeeks: 0,
        },
      ],
    ],
    [
      'by location, of the whole calendar and up to the newest data',
      () =>
        measure(app.db, all(), {
          grain: 'week',
          figures: ['openDays', 'txn'],
          by: 'location',
          stageId: 8,
          start: '2026-01-01',
          since: 'calendar',
          locationId: lyon.kitchen,
        }).then((rows) => rows.map(({ start, openDays, txn }) => [start, openDays, txn])),
      // From the Wednesday with the event of the other stage on.
      () => [
        ['2026-01-05', 5, 0],
        ['2026-01-12', 7, 2],
        ['2026-01-19', 7, 0],
      ],
    ],
    [
      'of whoever sees one site',
      () =>
        measure(app.db, of({ sites: [lyon.siteId] }), { ...week, by: 'organisation', figures: weights }).then((rows) =>
          rows.map(({ g }) => g),
        ),
      () => [400, 0],
    ],
    ['of whoever sees nothing', () => measure(app.db, of({}), { ...week, by: 'site' }), () => []],
    [
      'of another organisation',
      async () =>
        measure(
          app.db,
          { organisationId: (await scratchOrganisation(app.db)).id, restriction: null },
          { ...week, by: 'currency' },
        ),
      () => [],
    ],
    [
      'of a region',
      () =>
        measure(app.db, all(), { ...week, by: 'organisation', figures: weights, regionName: 'East' }).then((rows) =>
          rows.map(({ g }) => g),
        ),
      () => [14_003.5, 14_000, 7_000],
    ],
    ['of a stage that nobody has', () => measure(app.db, all(), { ...week, by: 'location', stageId: 23 }), () => []],
  ])('%s', async (_, ask, expected) => {
    expect(await ask()).toEqual(expected());
  });
});

describe('a span', () => {
  it.each<[string, () => Promise<unknown>, () => unknown]>([
    [
      'by site: the sum of its weeks',
      () => measure(app.db, all(), { ...week, grain: 'span', by: 'site' }),
      () => [
        {
          siteId: boston.siteId,
          currency: 'USD',
          txn: 42,
          g: 35_003.5,
          estimatedG: 0,
          cost: 63,
          derivedCost: 0,
          openDays: 21,
          trackedDays: 21,
          scoredWeeks: 3,
          compliantWeeks: 3,
        },
        {
          siteId: lyon.siteId,
          currency: 'EUR',
          txn: 2,
          g: 400,
          estimatedG: 300,
          cost: 2.75,
          derivedCost: 0,
          openDays: 14,
          trackedDays: 1,
          scoredWeeks: 2,
          compliantWeeks: 0,
        },
      ],
    ],
    [
      'of all that is seen: one row',
      () =>
        measure(app.db, all(), { ...week, grain: 'span', by: 'organisation', figures: weights }).then((rows) =>
          rows.map(({ txn, openDays }) => [txn, openDays]),
        ),
      () => [[44, 35]],
    ],
    [
      'before there was anything: no row',
      () =>
        measure(app.db, all(), {
          grain: 'span',
          by: 'organisation',
          figures: weights,
          stageId: 8,
          start: '2025-01-06',
          end: '2025-03-02',
        }),
      () => [],
    ],
  ])('%s', async (_, ask, expected) => {
    expect(await ask()).toEqual(expected());
  });
});

describe('days', () => {
  const days = {
    figures: ['txn', 'g', 'estimatedG', 'cost', 'derivedCost', 'openDays', 'trackedDays'],
    grain: 'day',
    start: '2026-01-12',
    end: '2026-01-14',
  } as const;

  it.each<[string, () => Promise<unknown>, () => unknown]>([
    [
      'of a stage by location, with a row of nothing for an open day without waste',
      () => measure(app.db, all(), { ...days, by: 'location', stageId: 8, locationIds: [lyon.kitchen] }),
      () => [
        { start: '2026-01-12', ...inLyon(), ...nothing, ...noMoney, openDays: 1, trackedDays: 0 },
        {
          start: '2026-01-13',
          ...inLyon(),
          txn: 2,
          g: 400,
          estimatedG: 300,
          cost: 2.75,
          derivedCost: 0,
          openDays: 1,
          trackedDays: 1,
        },
        { start: '2026-01-14', ...inLyon(), ...nothing, ...noMoney, openDays: 1, trackedDays: 0 },
      ],
    ],
    [
      'of all stages: an open day is one day, however many of them it has',
      () =>
        measure(app.db, all(), { ...days, by: 'currency', start: '2026-01-13' }).then((rows) =>
          rows.map(({ start, currency, g, cost, openDays, trackedDays }) => [
            start,
            currency,
            g,
            cost,
            openDays,
            trackedDays,
          ]),
        ),
      () => [
        ['2026-01-13', 'EUR', 400, 2.75, 1, 1],
        ['2026-01-13', 'USD', 2_000, 3, 1, 1],
        ['2026-01-14', 'EUR', 200, 1, 1, 1],
        ['2026-01-14', 'USD', 2_000, 3, 1, 1],
      ],
    ],
    [
      'before the first event: closed',
      () =>
        measure(app.db, all(), {
          ...days,
          by: 'location',
          locationIds: [lyon.kitchen],
          start: '2026-01-05',
          end: '2026-01-07',
        }).then((rows) => rows.map(({ start, openDays, g }) => [start, openDays, g])),
      () => [
        ['2026-01-05', 0, 0],
        ['2026-01-06', 0, 0],
        ['2026-01-07', 1, 40],
      ],
    ],
    [
      'of whoever sees one location',
      () =>
        measure(app.db, of({ locations: [boston.kitchen] }), {
          ...days,
          by: 'location',
          stageId: 8,
          end: '2026-01-12',
        }),
      () => [
        {
          start: '2026-01-12',
          ...inBoston(),
          txn: 2,
          g: 2_000,
          estimatedG: 0,
          cost: 3,
          derivedCost: 0,
          openDays: 1,
          trackedDays: 1,
        },
      ],
    ],
  ])('%s', async (_, ask, expected) => {
    expect(await ask()).toEqual(expected());
  });

  it('add up to their weeks', async () => {
    const span = { by: 'location', stageId: 8, start: '2026-01-05', end: '2026-01-25' } as const;
    const weeks = await measure(app.db, all(), { ...span, figures, grain: 'week' });
    const added = new Map<number, number>();
    for (const { locationId, g, cost, openDays, trackedDays } of await measure(app.db, all(), {
      ...span,
      grain: 'day',
      figures: ['g', 'cost', 'openDays', 'trackedDays'],
    }))
      added.set(locationId, (added.get(locationId) ?? 0) + g + cost + openDays + trackedDays);
    for (const { locationId, g, cost, openDays, trackedDays } of weeks)
      added.set(locationId, (added.get(locationId) ?? 0) - g - cost - openDays - trackedDays);
    expect([...added]).toEqual([
      [boston.kitchen, expect.closeTo(0, 6)],
      [lyon.kitchen, expect.closeTo(0, 6)],
    ]);
  });
});

describe('mixes', () => {
  const span = { grain: 'mix', locale: 'en_US', start: '2026-01-06', end: '2026-01-14', where: {} } as const;
  const none = { currency: 'USD' };
  const measured = { estimatedG: 0, derivedCost: 0, ...none };
  let scope: Scope;
  let value: Record<'rice' | 'soup' | 'spoiled', number>;

  beforeAll(async () => {
    const other = await scratchOrganisation(app.db, { locations: 1 });
    scope = { organisationId: other.id, restriction: null };
    const add = (element: 'WASTEITEM' | 'WASTEREASON', name: string) => addValue(app.db, other.id, { element, name });
    value = {
      rice: await add('WASTEITEM', 'Rice'),
      soup: await add('WASTEITEM', 'Soup'),
      spoiled: await add('WASTEREASON', 'Spoiled'),
    };
    const locationId = other.locationIds[0] as number;
    const events = [
      { day: '2026-01-05', grams: 1_000 },
      { day: '2026-01-06', grams: 300, cost: 2 },
      { day: '2026-01-06', grams: 200, cost: 1 },
      { day: '2026-01-13', grams: 100, cost: 0.5 },
      { day: '2026-01-14', grams: 50, stageId: 9 },
    ];
    await addEvents(app, { organisationId: other.id, locationId, events });
    const name = (grams: number, set: object) =>
      app.db
        .updateTable('waste_event')
        .set(set)
        .where('organisation_id', '=', other.id)
        .where('net_g', '=', grams)
        .execute();
    await name(1_000, { item_id: value.rice });
    await name(300, { item_id: value.rice, reason_id: value.spoiled });
    await name(200, { item_id: value.rice });
    await name(100, { item_id: value.soup, reason_id: value.spoiled });
    await app.runJobs();
  });

  it.each<[string, () => Promise<unknown>, () => unknown]>([
    [
      'rank a value of any days, whatever else is named',
      () => measure(app.db, scope, { ...span, by: 'WASTEITEM', stageId: 8 }),
      () => [
        { refId: value.rice, refName: 'Rice', txn: 2, g: 500, cost: 3, ...none },
        { refId: value.soup, refName: 'Soup', txn: 1, g: 100, cost: 0.5, ...none },
      ],
    ],
    [
      'add whole weeks to the days around them',
      () => measure(app.db, scope, { ...span, by: 'WASTEITEM', start: '2026-01-04', end: '2026-01-13' }),
      () => [
        { refId: value.rice, refName: 'Rice', txn: 3, g: 1_500, cost: 3, ...none },
        { refId: value.soup, refName: 'Soup', txn: 1, g: 100, cost: 0.5, ...none },
      ],
    ],
    [
      'by the day, of everything',
      () => measure(app.db, scope, { ...span, by: 'day', stageId: 8, start: '2026-01-05', end: '2026-01-06' }),
      () => [
        { start: '2026-01-05', txn: 1, g: 1_000, cost: 0, ...measured },
        { start: '2026-01-06', txn: 2, g: 500, cost: 3, ...measured },
      ],
    ],
    [
      'are narrowed by a value of another element',
      () => measure(app.db, scope, { ...span, by: 'WASTEITEM', where: { WASTEREASON: value.spoiled } }),
      () => [
        { refId: value.rice, refName: 'Rice', txn: 1, g: 300, cost: 2, ...none },
        { refId: value.soup, refName: 'Soup', txn: 1, g: 100, cost: 0.5, ...none },
      ],
    ],
    [
      'and by what names none',
      () => measure(app.db, scope, { ...span, by: 'WASTEREASON', where: { WASTEREASON: null, WASTEITEM: value.rice } }),
      () => [{ refId: null, refName: null, txn: 1, g: 200, cost: 1, ...none }],
    ],
    [
      'by the day',
      () => measure(app.db, scope, { ...span, by: 'day', where: { WASTEREASON: value.spoiled } }),
      () => [
        { start: '2026-01-06', txn: 1, g: 300, cost: 2, ...measured },
        { start: '2026-01-13', txn: 1, g: 100, cost: 0.5, ...measured },
      ],
    ],
    [
      'not for whoever sees another place',
      () =>
        measure(app.db, of({ locations: [boston.kitchen] }), {
          ...span,
          by: 'WASTEITEM',
          where: { WASTEITEM: value.rice },
        }),
      () => [],
    ],
  ])('%s', async (_, ask, expected) => {
    expect(await ask()).toEqual(expected());
  });
});

describe('elements', () => {
  const element = {
    by: 'element',
    element: 'WASTEITEM',
    locale: 'en_US',
    start: '2026-01-05',
    end: '2026-01-25',
  } as const;

  it('are summed by value and currency, with what names none', async () => {
    const other = await scratchOrganisation(app.db, { locations: 1 });
    const rice = await addValue(app.db, other.id, { element: 'WASTEITEM', name: 'Rice' });
    const scope = { organisationId: other.id, restriction: null };
    const locationId = other.locationIds[0] as number;
    const events = [{ day: '2026-01-06', grams: 300, cost: 2 }];
    await addEvents(app, { organisationId: other.id, locationId, events });
    await addEvents(app, {
      organisationId: other.id,
      locationId,
      events: [{ day: '2026-01-13', grams: 100, stageId: 9 }],
    });
    await app.db
      .updateTable('waste_event')
      .set({ item_id: rice })
      .where('organisation_id', '=', other.id)
      .where('stage_id', '=', 8)
      .execute();
    await app.runJobs();
    const named = { refId: rice, refName: 'Rice', currency: 'USD', txn: 1, g: 300, cost: 2 };
    const unnamed = { refId: null, refName: null, currency: 'USD', txn: 1, g: 100, cost: 0 };
    expect(await measure(app.db, scope, { ...element, grain: 'span' })).toEqual([unnamed, named]);
    expect(await measure(app.db, scope, { ...element, grain: 'week' })).toEqual([
      { start: '2026-01-05', ...named },
      { start: '2026-01-12', ...unnamed },
    ]);
    expect(await measure(app.db, scope, { ...element, grain: 'span', stageId: 8 })).toEqual([named]);
  });

  it('of two currencies are two rows, and none of what is not seen', async () => {
    const rows = await measure(app.db, all(), { ...element, grain: 'span', stageId: 8 });
    expect(rows.map(({ currency, g, cost }) => [currency, g, cost])).toEqual([
      ['EUR', 400, 2.75],
      ['USD', 35_003.5, 63],
    ]);
    expect(await measure(app.db, of({}), { ...element, grain: 'span' })).toEqual([]);
  });
});
