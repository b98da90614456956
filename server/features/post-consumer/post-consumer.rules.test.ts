import { describe, expect, it } from 'vitest';
import type { RatioRow } from '../../domain/measures/volume-ratios.contract';
import { addDays, type LocalDate } from '../../platform/time';
import { campaignEffect, restOf, weeksAround } from './campaigns.rules';
import { allOf, frameOf, newestOf, partsOf, placesOf, spanBefore } from './guest.rules';

interface Wish {
  start?: LocalDate;
  g?: number;
  guests?: number | null;
  tracked?: number;
  locationId?: number;
}

/** A day of one location on which guests are known, unless wished otherwise. */
const day = ({ start = '2026-03-02', g = 0, guests = 100, tracked = 1, locationId = 1 }: Wish): RatioRow => ({
  siteId: 1,
  siteName: 'Site',
  locationId,
  locationName: `Kitchen ${locationId}`,
  currency: 'USD',
  start,
  end: start,
  openDays: 1,
  trackedDays: tracked,
  countedDays: guests === null ? 0 : tracked,
  g,
  countedG: guests === null ? 0 : g,
  cost: 0,
  countedCost: 0,
  volume: guests ?? 0,
  countedVolume: tracked ? (guests ?? 0) : 0,
  estimatedVolume: 0,
  estimatedG: 0,
  derivedCost: 0,
});

const days = (from: LocalDate, count: number, of: (at: number) => Wish) =>
  Array.from({ length: count }, (_, at) => day({ ...of(at), start: addDays(from, at) }));

describe('grams a guest', () => {
  it.each([
    ['guests known on all days', [100, 100, 100, 100, 100], 1, null],
    ['on exactly four of five', [100, 100, 100, 100, null], 1, null],
    ['on three of five', [100, 100, 100, null, null], null, 'tooFewDays'],
    ['on none', [null, null, null, null, null], null, 'noVolume'],
    ['no guest on any', [0, 0, 0, 0, 0], null, 'zeroVolume'],
  ])('%s', (_, guests, perGuest, noRatio) => {
    expect(allOf(guests.map((one) => day({ g: 100, guests: one })))).toMatchObject({ perGuest, noRatio });
  });

  it('is of nothing without days', () => {
    expect(allOf([])).toMatchObject({ perGuest: null, noRatio: 'noTrackedDays', g: 0 });
  });

  it('is divided into parts that make it up', () => {
    const all = allOf([day({ g: 900, guests: 90 })]);
    const parts = partsOf(
      [
        { refId: 2, refName: 'Wok', txn: 1, g: 300, countedG: 300 },
        { refId: 1, refName: 'Grill', txn: 2, g: 600, countedG: 600 },
        { refId: null, refName: null, txn: 0, g: 0, countedG: 0 },
      ],
      all,
    );
    expect(parts.map(({ name, perGuest }) => [name, perGuest])).toEqual([
      ['Grill', 600 / 90],
      ['Wok', 300 / 90],
    ]);
    expect(parts.reduce((sum, { perGuest }) => sum + (perGuest ?? 0), 0)).toBeCloseTo(all.perGuest ?? 0, 12);
  });

  it('orders places by what a guest leaves, those without a figure last', () => {
    const rows = [
      day({ locationId: 1, g: 5_000, guests: null }),
      day({ locationId: 2, g: 100 }),
      day({ locationId: 3, g: 200 }),
      day({ locationId: 4, g: 0, tracked: 0 }),
    ];
    expect(placesOf(rows).map(({ locationId }) => locationId)).toEqual([3, 2, 1]);
  });
});

it.each([
  ['2026-03-11', '2026-03-17', { start: '2026-03-04', end: '2026-03-10' }, 'day'],
  ['2026-03-17', '2026-03-17', { start: '2026-03-16', end: '2026-03-16' }, 'day'],
  ['2026-01-01', '2026-06-30', { start: '2025-07-04', end: '2025-12-31' }, 'week'],
  ['2024-01-01', '2026-03-01', { start: '2021-11-01', end: '2023-12-31' }, 'month'],
])('the days before %s to %s, and how they are drawn', (start, end, before, frame) => {
  expect(spanBefore({ start, end })).toEqual(before);
  expect(frameOf({ start, end })).toBe(frame);
});

describe('before and after a campaign', () => {
  const startsOn = '2026-02-02';

  it.each([
    ['a day before a week is over', '2026-02-08', null, 0],
    ['a week', '2026-02-09', null, 1],
    ['six days of the next', '2026-02-15', null, 1],
    ['ended after a week', '2026-03-30', '2026-02-10', 1],
    ['not begun', '2026-01-30', null, 0],
    ['very long', '2027-02-02', null, 12],
  ])('counts whole weeks: %s', (_, today, endsOn, weeks) => {
    const around = weeksAround({ startsOn, endsOn }, today);
    expect(around.after).toHaveLength(weeks);
    expect(around.before.at(-1)).toEqual({ start: '2026-01-26', end: '2026-02-01' });
  });

  const effectOn = (today: LocalDate, after: (at: number) => Wish, control: RatioRow[] = []) =>
    campaignEffect({
      weeks: weeksAround({ startsOn, endsOn: null }, today),
      treated: [
        ...days('2025-11-10', 84, (at) => ({ g: 1_000 + (at % 5) * 10, guests: 100 })),
        ...days(startsOn, 84, after),
      ],
      control,
    });

  it('is the same number of days on either side, with an interval', () => {
    const effect = effectOn('2026-03-30', (at) => ({ g: 700 + (at % 5) * 10, guests: 100 }));
    expect(effect).toMatchObject({
      kind: 'sides',
      days: 56,
      before: { guests: 5_600, countedDays: 56, end: '2026-02-01' },
      after: { guests: 5_600, countedDays: 56, start: startsOn },
      effect: { kind: 'measured', chance: false, controlChange: null },
    });
    if (effect.kind !== 'sides' || effect.effect.kind !== 'measured') throw new Error('it was measured');
    expect(effect.effect.change).toBeCloseTo(effect.after.perGuest / effect.before.perGuest - 1, 12);
  });

  it('counts a guest, not a day: twice the guests with twice the waste is no change', () => {
    const effect = effectOn('2026-03-30', (at) => ({ g: 2 * (1_000 + (at % 5) * 10), guests: 200 }));
    expect(effect).toMatchObject({ effect: { kind: 'measured', chance: true } });
  });

  it('is too short below four weeks, and still says what it was', () => {
    expect(effectOn('2026-02-24', () => ({ g: 700 }))).toMatchObject({
      days: 21,
      after: { perGuest: 7 },
      effect: { kind: 'tooFewWeeks' },
    });
  });

  it('leaves weeks out in which guests are not known well enough', () => {
    expect(effectOn('2026-03-30', (at) => ({ g: 700, guests: at < 28 ? null : 100 }))).toMatchObject({
      days: 28,
      after: { start: '2026-03-02' },
    });
    expect(effectOn('2026-03-30', () => ({ g: 700, guests: null }))).toEqual({ kind: 'noGuests' });
  });

  it('is relative to what had no campaign, where guests are known there too', () => {
    const fell = [...days('2025-11-10', 84, () => ({ g: 1_000 })), ...days(startsOn, 84, () => ({ g: 700 }))];
    const effect = effectOn('2026-03-30', (at) => ({ g: 700 + (at % 5) * 10, guests: 100 }), fell);
    expect(effect).toMatchObject({
      effect: { controlChange: expect.closeTo(-0.3, 9), change: expect.closeTo(720 / 1020 / 0.7 - 1, 2) },
    });
  });

  it('sets one line against the others of the same guests', () => {
    const whole = days(startsOn, 2, () => ({ g: 1_000 }));
    expect(restOf(whole, [day({ start: startsOn, g: 400 })]).map(({ countedG }) => countedG)).toEqual([600, 1_000]);
  });
});

it.each([
  [
    'today',
    [
      { start: '2026-03-17', g: 100 },
      { start: '2026-03-18', g: 200 },
    ],
    { day: '2026-03-18', isToday: true, perGuest: 2 },
  ],
  [
    'the day before, while today has no guests',
    [
      { start: '2026-03-17', g: 100 },
      { start: '2026-03-18', g: 200, guests: null },
    ],
    { day: '2026-03-17', isToday: false, perGuest: 1 },
  ],
  ['nothing', [{ start: '2026-03-17', g: 100, guests: null }], null],
])('a sign shows %s', (_, rows: Wish[], shown) => {
  expect(newestOf(rows.map(day), '2026-03-18')).toEqual(shown);
});
