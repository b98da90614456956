import { describe, expect, it } from 'vitest';
import { judgedWeeks } from '../../domain/measures/target-line.rules';
import { addDays } from '../../platform/time';
import type { Cascade, Standing } from './enterprise-goals.contract';
import { enterpriseProgressOf, siteTarget, termsProblems, type SiteWeek } from './enterprise-goals.rules';

const monday = (index: number) => addDays('2026-01-05', index * 7);

interface Days {
  openDays: number;
  trackedDays: number;
}

/** A site with one location: so much a week in its baseline, then in the goal's weeks, which begin with week 2. */
interface Wished {
  siteId: number;
  baseline: number;
  values: number[];
  days?: Days;
}
const site = (siteId: number, baseline: number, values: number[], days?: Days): Wished => ({
  siteId,
  baseline,
  values,
  ...(days ? { days } : {}),
});

interface Wish {
  measured: Wished[];
  exempt?: number[];
  cascade?: Cascade;
  target?: number;
  weeksAll?: number;
  today?: string;
  currencies?: Record<number, string>;
  metric?: 'weight' | 'cost';
  /** Since when all locations of the sites count. */
  from?: string;
  /** Sites whose only location has stopped tracking. */
  stopped?: number[];
}

function progress({
  measured,
  exempt = [],
  cascade = 'equal',
  target = 0.5,
  weeksAll = 10,
  today,
  currencies = {},
  metric = 'weight',
  from = monday(2),
  stopped = [],
}: Wish) {
  const longest = Math.max(0, ...measured.map(({ values }) => values.length));
  const baselineOf = (siteId: number) => measured.find((one) => one.siteId === siteId)?.baseline ?? 0;
  return enterpriseProgressOf({
    goal: { metric, currency: 'USD', target, cascade, startWeek: monday(2), endWeek: monday(1 + weeksAll) },
    sites: [1, 2, 3].map((siteId) => ({
      siteId,
      siteName: `Site ${siteId}`,
      currency: currencies[siteId] ?? 'USD',
      exemptReason: exempt.includes(siteId) ? 'moves' : null,
      locations: 1,
      stoppedLocations: stopped.includes(siteId) ? 1 : 0,
      measuredLocations: baselineOf(siteId) > 0 ? 1 : 0,
      weekly: baselineOf(siteId),
      from: baselineOf(siteId) > 0 ? from : null,
    })),
    weeks: measured.flatMap(({ siteId, baseline, values, days = { openDays: 5, trackedDays: 5 } }) =>
      values.map((actual, at): SiteWeek => ({
        siteId,
        weekStart: monday(2 + at),
        ...days,
        actual,
        expected: baseline,
      })),
    ),
    today: today ?? monday(2 + longest),
    limit: 0.8,
  });
}
const siteOf = (wish: Wish, siteId: number) => progress(wish).sites.find((one) => one.siteId === siteId);

it.each([
  ['equal', 0.3, 100, 50, 0.3],
  ['share', 0.3, 100, 50, 0.6],
  ['share', 0.3, 100, 100, 0.3],
  ['share', 0.8, 100, 50, 1],
  ['share', 0.3, 100, 0, 0.3],
] as const)('shares %s: %d of %d over %d is %d', (cascade, target, all, taking, expected) => {
  expect(siteTarget({ cascade, target, all, taking })).toBeCloseTo(expected, 12);
});

describe('progress', () => {
  it('sums the sites against their own baselines, and asks for what the line asks by now', () => {
    // Two of ten weeks are over: 5 % less in the first and 10 % in the second. Site 1 is a fifth down, site 2 as before.
    const { change, required, gap, actual, expected, standing, sites, window } = progress({
      measured: [site(1, 1_000, [800, 800]), site(2, 500, [500, 500])],
    });
    expect({ actual, expected, change }).toEqual({
      actual: 2_600,
      expected: 3_000,
      change: expect.closeTo(-0.4 / 3, 12),
    });
    expect([required, gap]).toEqual([expect.closeTo(0.075, 12), expect.closeTo(-175, 9)]);
    expect(standing).toBe('onTrack');
    expect(window).toEqual({ start: monday(2), end: addDays(monday(3), 6) });
    // The furthest above its line first; a site without a baseline is neither.
    expect(sites.map(({ siteId, standing: own, gap: above }) => [siteId, own, Math.round(above)])).toEqual([
      [2, 'offTrack', 75],
      [3, 'noBaseline', 0],
      [1, 'onTrack', -250],
    ]);
  });

  it('judges by the last thirteen weeks', () => {
    const long = Array.from({ length: judgedWeeks + 5 }, (_, at) => (at < 5 ? 9_999 : 500));
    const { actual, window } = progress({ measured: [site(1, 1_000, long)], weeksAll: 52 });
    expect(actual).toBe(judgedWeeks * 500);
    expect(window?.start).toBe(monday(7));
  });

  it('lets the others make up for an exempt site, which is counted as it is', () => {
    const wish: Wish = {
      measured: [site(1, 1_000, [800, 800]), site(2, 500, [500, 500])],
      exempt: [2],
      cascade: 'share',
    };
    // Half of 1,500 a week, over the 1,000 of site 1.
    expect(siteOf(wish, 1)?.target).toBeCloseTo(0.75, 12);
    expect(siteOf(wish, 2)?.standing).toBe('exempt');
    expect(progress(wish).actual).toBe(2_600);
  });

  it('leaves out a site in another currency where money is measured', () => {
    const wish: Wish = {
      measured: [site(1, 100, [100]), site(2, 100, [100])],
      currencies: { 2: 'EUR' },
      metric: 'cost',
    };
    expect([progress(wish).expected, siteOf(wish, 2)?.standing]).toEqual([100, 'otherCurrency']);
    expect(progress({ ...wish, metric: 'weight' }).expected).toBe(200);
  });

  it.each<[string, Wish, Standing]>([
    ['before it begins', { measured: [site(1, 100, [])], today: addDays(monday(2), -1) }, 'notStarted'],
    ['before its first week is over', { measured: [site(1, 100, [50])], today: addDays(monday(2), 6) }, 'noFigures'],
    ['once nothing is weighed any more', { measured: [site(1, 100, [50, 50])], today: monday(6) }, 'notTracked'],
    ['without a location that has a baseline', { measured: [] }, 'noBaseline'],
    ['of which the only location with a baseline has stopped', { measured: [], stopped: [2] }, 'notTracked'],
    ['exactly on the line', { measured: [site(1, 100, [95])] }, 'onTrack'],
    ['a gram above', { measured: [site(1, 100_000, [95_001])] }, 'offTrack'],
    ['on too few tracked days', { measured: [site(1, 100, [10], { openDays: 5, trackedDays: 3 })] }, 'notTracked'],
    ['at its end, met along the line', { measured: [site(1, 100, [75, 50])], weeksAll: 2 }, 'met'],
    ['at its end, missed', { measured: [site(1, 100, [75, 51])], weeksAll: 2 }, 'missed'],
  ])('stands %s', (_, wish, standing) => {
    expect(progress(wish).standing).toBe(standing);
  });

  it('says whether the sums are all that a site recorded', () => {
    const wish: Wish = { measured: [site(1, 100, [50, 50])] };
    expect([siteOf(wish, 1)?.whole, siteOf({ ...wish, from: monday(3) }, 1)?.whole]).toEqual([true, false]);
  });

  it('puts weeks together where a goal is long', () => {
    const { spans } = progress({
      measured: [
        site(
          1,
          100,
          Array.from({ length: 60 }, () => 50),
        ),
      ],
      weeksAll: 104,
    });
    expect([spans.length, spans[0]?.weeks, spans[0]?.actual]).toEqual([20, 3, 150]);
  });
});

it.each([
  ['as they should be', {}, []],
  ['of nothing', { target: 0 }, ['target']],
  ['of more than all', { target: 1.1 }, ['target']],
  ['from a Tuesday', { startDate: '2026-01-06' }, ['startDate']],
  ['until a Saturday', { endDate: '2026-12-26' }, ['endDate']],
  ['the wrong way round', { endDate: '2025-12-28' }, ['endDate']],
  ['for longer than thirty years', { endDate: addDays('2026-01-05', 1_567 * 7 - 1) }, ['endDate']],
] as const)('judges terms %s', (_, change, fields) => {
  const terms = { target: 0.5, startDate: '2026-01-05', endDate: '2026-12-27', ...change };
  expect(termsProblems(terms).map(({ field }) => field)).toEqual(fields);
});
