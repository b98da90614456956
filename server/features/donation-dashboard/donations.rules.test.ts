import { describe, expect, it } from 'vitest';
import { donationsOf, moneyOf, spanBefore, statementOf } from './donation-figures.rules';
import {
  guessColumns,
  placeFinder,
  readLines,
  sheetOf,
  textOf,
  unitOf,
  type SheetColumns,
} from './donation-import.rules';
import type { Pickup } from './donations.contract';
import { isReceiptMissing, mealsOf, occurrencesOf, refuseStep, usualMeal, valuePart } from './donations.rules';

describe('a pickup', () => {
  it.each([
    ['planned', 'confirm', 'donations.error.notPickedUp'],
    ['pickedUp', 'confirm', null],
    ['confirmed', 'confirm', 'donations.error.alreadyConfirmed'],
    ['confirmed', 'cancel', 'donations.error.alreadyConfirmed'],
    ['cancelled', 'change', 'donations.error.alreadyCancelled'],
    ['pickedUp', 'reopen', 'donations.error.notConfirmed'],
    ['confirmed', 'reopen', null],
  ] as const)('that is %s takes %s or says why not', (state, step, refusal) =>
    expect(refuseStep({ state }, step)).toBe(refusal),
  );

  it.each([
    ['pickedUp', '2026-03-11', true],
    ['pickedUp', '2026-03-12', false],
    ['confirmed', '2026-03-01', false],
    ['planned', '2026-03-01', false],
  ] as const)('%s on %s is without a receipt for too long: %s', (state, day, missing) =>
    expect(isReceiptMissing({ state, day }, '2026-03-18')).toBe(missing),
  );

  it('of a week falls on its weekday while it holds', () => {
    const schedule = { scheduleId: 1, weekday: 5, startsOn: '2026-03-06', endsOn: '2026-03-20' };
    expect(occurrencesOf([schedule], { from: '2026-02-20', to: '2026-04-10' }).map(({ day }) => day)).toEqual([
      '2026-03-06',
      '2026-03-13',
      '2026-03-20',
    ]);
  });
});

describe('figures', () => {
  it.each([
    ['uk', 419.99, 0],
    ['uk', 1_000_000, 2_380],
    ['us', 544.310844, 1],
    ['us', 1_000_000, 1_837],
  ] as const)('meals of the %s in %s g', (standard, grams, meals) => expect(mealsOf(grams, standard)).toBe(meals));

  it('take the meal of the country', () => expect(['US', 'GB', 'DE'].map(usualMeal)).toEqual(['us', 'uk', 'uk']));

  it('share a cost by weight, and never more than it', () => {
    expect(valuePart(2_000, { weighedGrams: 10_000, pickedUpGrams: 4_000, cost: 50 })).toBe(10);
    expect(valuePart(2_000, { weighedGrams: 1_000, pickedUpGrams: 4_000, cost: 50 })).toBe(25);
    expect(valuePart(2_000, { weighedGrams: 0, pickedUpGrams: 0, cost: 50 })).toBe(0);
  });

  it('keep currencies apart', () =>
    expect(
      moneyOf([
        { currency: 'USD', amount: 1 },
        { currency: 'EUR', amount: 2 },
        { currency: 'USD', amount: 0.5 },
        { currency: 'GBP', amount: 0 },
      ]),
    ).toEqual([
      { currency: 'EUR', amount: 2 },
      { currency: 'USD', amount: 1.5 },
    ]));

  it('count what counts as waste too once, in the share as well', () => {
    const weighed = { day: '2026-03-02', currency: 'EUR', txn: 1, estimatedG: 0, cost: 1 };
    const found = donationsOf({
      span: { start: '2026-03-02', end: '2026-03-04' },
      weighed: [
        { ...weighed, stageId: 8, g: 300, countedG: 300 },
        { ...weighed, stageId: 8, g: 100, countedG: 0 },
        { ...weighed, stageId: 9, g: 50, countedG: 50 },
      ],
      items: [{ itemId: null, itemName: null, currency: 'EUR', g: 450, cost: 3 }],
      alone: [
        {
          day: '2026-03-04',
          itemId: null,
          itemName: null,
          currency: 'EUR',
          pickups: 1,
          grams: 100,
          value: 0,
          withoutValueGrams: 100,
        },
      ],
      wastedGrams: 800,
      partners: [],
      linked: [],
      before: { ...spanBefore({ start: '2026-03-02', end: '2026-03-04' }), weighed: [], alone: [] },
    });
    expect(found).toMatchObject({
      grams: 550,
      weighedGrams: 450,
      aloneGrams: 100,
      withoutValueGrams: 100,
      surplus: { donatedGrams: 500, binnedGrams: 500, share: 0.5 },
      before: { start: '2026-02-27', end: '2026-03-01', grams: 0 },
      items: [{ itemId: null, grams: 550, share: 1 }],
    });
    expect(found.periods.map(({ start, grams }) => [start, grams])).toEqual([
      ['2026-03-02', 450],
      ['2026-03-03', 0],
      ['2026-03-04', 100],
    ]);
  });

  it.each([
    ['2025-01-01', '2025-06-30', 26],
    ['2013-01-07', '2026-03-15', 0],
  ])('draw %s to %s by weeks or months', (start, end, count) => {
    const empty = { weighed: [], alone: [] };
    const { periods } = donationsOf({
      ...empty,
      span: { start, end },
      items: [],
      wastedGrams: 0,
      partners: [],
      linked: [],
      before: { ...spanBefore({ start, end }), ...empty },
    });
    expect(periods.length).toBeGreaterThanOrEqual(count);
    expect(periods.length).toBeLessThan(60);
  });

  it('of a statement take differences of what is confirmed alone', () => {
    const pickup = {
      partnerId: 1,
      partnerName: 'Bank',
      currency: 'EUR',
      locationId: 1,
      weighedFrom: null,
      weighedTo: null,
    } as Pickup;
    const [of] = statementOf(
      [
        { ...pickup, state: 'confirmed', grams: 1_000, partnerGrams: 900, value: 4 },
        { ...pickup, state: 'pickedUp', grams: 500, partnerGrams: null, value: null },
      ],
      [],
    );
    expect(of).toMatchObject({
      pickups: 2,
      grams: 1_500,
      confirmedGrams: 1_000,
      partnerGrams: 900,
      receipts: 1,
      missing: 1,
      values: [{ currency: 'EUR', amount: 4 }],
    });
  });
});

describe('a sheet', () => {
  it.each([
    [
      ['date', 'site', 'food_type', 'gross_weight_lb', 'net_weight_lb', 'mixed_description'],
      [0, 1, 4, null, null, 2, null, 5],
    ],
    [
      ['Datum', 'Standort', 'Empfänger', 'Artikel', 'Menge', 'Einheit', 'Gewicht'],
      [0, 1, 6, 5, 2, 3, null, null],
    ],
    [
      ['Fecha', 'Donante', 'Peso (kg)', 'Valor'],
      [0, 1, 2, null, null, null, 3, null],
    ],
    [
      ['a', 'b'],
      [null, null, null, null, null, null, null, null],
    ],
  ])('is guessed by its heads: %j', (heads, places) => expect(Object.values(guessColumns(heads))).toEqual(places));

  it.each([
    ['kg', 'kg'],
    ['net_weight_lb', 'lb'],
    ['Pounds', 'lb'],
    ['oz', 'oz'],
    ['stone', undefined],
  ])('%s is the unit %s', (text, unit) => expect(unitOf(text)).toBe(unit));

  const columns: SheetColumns = {
    date: 0,
    place: 1,
    weight: 2,
    unit: 3,
    partner: null,
    item: null,
    value: null,
    note: null,
  };
  const read = (rows: string[][], unit: 'kg' | 'lb' = 'kg') => {
    const found = readLines(
      { heads: [], rows: rows.map((cells, at) => ({ line: at + 2, cells })) },
      { columns, unit, decimal: 'auto' },
    );
    return [
      ...found.lines.map(({ day, grams }) => `${day} ${grams}`),
      ...found.problems.map(({ line, code }) => `${line} ${code}`),
    ];
  };
  it.each([
    [['2026-03-01', 'K', '1.5', ''], '2026-03-01 1500'],
    [['2026-03-01', 'K', '1,5', ''], '2026-03-01 1500'],
    [['2026-03-01', 'K', '8.31 kg', ''], '2026-03-01 8310'],
    [['2026-03-01', 'K', '2', 'lb'], '2026-03-01 907.18'],
    [['05/06/2026', 'K', '2', ''], '2 ambiguousDate'],
    [['13/06/2026', 'K', '2', ''], '2026-06-13 2000'],
    [['2026-03-01', '', '2', ''], '2 placeMissing'],
    [['2026-03-01', 'K', '=1+1', ''], '2 badWeight'],
    [['2026-03-01', 'K', '2', 'bags'], '2 unknownUnit'],
    [['1999-03-01', 'K', '2', ''], '2 dateOutOfRange'],
  ])('reads %j', (cells, expected) => expect(read([cells])).toEqual([expected]));

  it('finds places by location, by site with one, and by both', () => {
    const find = placeFinder([
      { locationId: 1, locationName: 'Main', siteName: 'North' },
      { locationId: 2, locationName: 'Main', siteName: 'South' },
      { locationId: 3, locationName: 'Café', siteName: 'South' },
    ]);
    expect(['north', 'Main', 'South', 'south, main', 'café', 'West'].map(find)).toEqual([
      1,
      'placeNotUnique',
      'placeNotUnique',
      2,
      3,
      'unknownPlace',
    ]);
  });

  it('comes back from its text as it was, and nothing else does', () => {
    const sheet = { heads: ['a', 'b'], rows: [{ line: 2, cells: ['x y', 'z'] }] };
    expect(sheetOf(textOf(sheet))).toEqual(sheet);
    expect(sheetOf(textOf({ ...sheet, rows: [{ line: 2, cells: ['x\ty', 'z\n'] }] }))?.rows).toEqual([
      { line: 2, cells: ['x y', 'z '] },
    ]);
    for (const text of ['', 'x\ty', '0', '0\ta\nx\tb', '0\ta\n-1\tb']) expect(sheetOf(text)).toBeNull();
  });
});
