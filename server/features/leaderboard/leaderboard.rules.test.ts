import { describe, expect, it } from 'vitest';
import type { Entrant, Metric, NotRanked } from './leaderboard.contract';
import { contestProblems, contestStateOf, isAchievement, notRankedReason, rank } from './leaderboard.rules';

const entrant = (more: Partial<Entrant> = {}): Entrant => ({
  id: 1,
  siteId: 1,
  siteName: 'Mill',
  locationName: null,
  locationIds: [1],
  comparedLocations: 1,
  compared: null,
  change: -0.1,
  estimatedShare: 0,
  noChange: null,
  unreliable: null,
  excluded: false,
  openDays: 20,
  trackedDays: 18,
  scoredWeeks: 4,
  compliantWeeks: 3,
  accuracy: null,
  unconfirmedId: null,
  withoutBaselineId: null,
  goals: { reached: 1, judged: 2, all: 3 },
  ...more,
});

describe('eligibility', () => {
  it.each<[string, Partial<Entrant>, Record<Metric, NotRanked | null>]>([
    ['everything in order', {}, { reduction: null, tracking: null, goals: null }],
    ['no baseline', { noChange: 'noBaseline', change: null }, { reduction: 'noBaseline', tracking: null, goals: null }],
    [
      'no open day since the baseline',
      { noChange: 'noOpenDay', change: null },
      { reduction: 'noOpenDay', tracking: null, goals: null },
    ],
    [
      'a baseline of nothing',
      { noChange: 'zeroBaseline', change: null },
      { reduction: 'zeroBaseline', tracking: null, goals: null },
    ],
    ['no open day', { openDays: 0, trackedDays: 0 }, { reduction: 'noDays', tracking: 'noDays', goals: 'noDays' }],
    [
      'open days that nobody confirmed, before all else',
      { unconfirmedId: 7, noChange: 'noBaseline', unreliable: 'PROBABLY_STOPPED_TRACKING' },
      { reduction: 'unconfirmed', tracking: 'unconfirmed', goals: 'unconfirmed' },
    ],
    [
      'probably stopped',
      { unreliable: 'PROBABLY_STOPPED_TRACKING', trackedDays: 2 },
      { reduction: 'stopped', tracking: 'stopped', goals: 'stopped' },
    ],
    [
      'a reduction that the organization does not count',
      { excluded: true },
      { reduction: 'excluded', tracking: null, goals: null },
    ],
    ['the limit of tracked days, exactly', { trackedDays: 16 }, { reduction: null, tracking: null, goals: null }],
    ['a day less', { trackedDays: 15 }, { reduction: 'notTracked', tracking: 'notTracked', goals: 'notTracked' }],
    [
      'enough days in all, too few of those compared',
      { unreliable: 'NOT_ENOUGH_TRACKED_DAYS' },
      { reduction: 'notTracked', tracking: 'notTracked', goals: 'notTracked' },
    ],
    ['accuracy at its limit', { accuracy: 0.8 }, { reduction: null, tracking: null, goals: null }],
    ['accuracy below it', { accuracy: 0.79 }, { reduction: 'accuracy', tracking: 'accuracy', goals: 'accuracy' }],
    ['no goals', { goals: { reached: 0, judged: 0, all: 0 } }, { reduction: null, tracking: null, goals: 'noGoals' }],
    [
      'goals that cannot be judged yet',
      { goals: { reached: 0, judged: 0, all: 2 } },
      { reduction: null, tracking: null, goals: 'goalsTooEarly' },
    ],
  ])('%s', (_, more, expected) => {
    const found = (metric: Metric) => notRankedReason(entrant(more), { metric, limit: 0.8 });
    expect({ reduction: found('reduction'), tracking: found('tracking'), goals: found('goals') }).toEqual(expected);
  });
});

const ranksOf = (metric: Metric, all: Partial<Entrant>[]) =>
  rank(
    all.map((more, at) => entrant({ id: at + 1, ...more })),
    { metric, limit: 0.8 },
  ).ranked.map(({ id, rank: place }) => [place, id]);

describe('ranks', () => {
  it.each<[string, Metric, Partial<Entrant>[], [number, number][]]>([
    [
      'the largest reduction first, and equal ones together',
      'reduction',
      [{ change: -0.1 }, { change: 0.05 }, { change: -0.3 }, { change: -0.1 }],
      [
        [1, 3],
        [2, 1],
        [2, 4],
        [4, 2],
      ],
    ],
    [
      'what reads alike is alike',
      'reduction',
      [{ change: -0.1236 }, { change: -0.1244 }, { change: -0.1246 }],
      [
        [1, 3],
        [2, 1],
        [2, 2],
      ],
    ],
    [
      'all equal',
      'reduction',
      [{}, {}],
      [
        [1, 1],
        [1, 2],
      ],
    ],
    ['one alone', 'reduction', [{}], [[1, 1]]],
    ['none', 'reduction', [], []],
    [
      'tracked days, then compliant weeks',
      'tracking',
      [{ compliantWeeks: 2 }, { trackedDays: 19, compliantWeeks: 0 }, { compliantWeeks: 4 }, { compliantWeeks: 2 }],
      [
        [1, 2],
        [2, 3],
        [3, 1],
        [3, 4],
      ],
    ],
    [
      'shares, not counts, of days and goals',
      'goals',
      [{ goals: { reached: 1, judged: 2, all: 2 } }, { goals: { reached: 1, judged: 1, all: 9 } }],
      [
        [1, 2],
        [2, 1],
      ],
    ],
  ])('%s', (_, metric, all, expected) => {
    expect(ranksOf(metric, all)).toEqual(expected);
  });

  it('are among those that have one', () => {
    const { ranked, notRanked } = rank([entrant({ noChange: 'noBaseline' }), entrant({ id: 2 })], {
      metric: 'reduction',
      limit: 0.8,
    });
    expect([ranked.map((one) => [one.rank, one.id]), notRanked.map((one) => [one.reason, one.id])]).toEqual([
      [[1, 2]],
      [['noBaseline', 1]],
    ]);
  });
});

it.each<[Metric, Partial<Entrant>, boolean]>([
  ['reduction', { change: -0.001 }, true],
  ['reduction', { change: -0.0004 }, false],
  ['reduction', { change: 0.2 }, false],
  ['tracking', {}, true],
  ['goals', { goals: { reached: 0, judged: 2, all: 2 } }, false],
])('a certificate of %s for %j: %s', (metric, more, expected) => {
  expect(isAchievement(entrant(more), metric)).toBe(expected);
});

// A Wednesday; the last Sunday is the 15th.
it.each([
  ['2026-02-02', '2026-03-15', 'ended'],
  ['2026-02-02', '2026-03-22', 'running'],
  ['2026-03-09', '2026-03-22', 'running'],
  ['2026-03-16', '2026-03-22', 'upcoming'],
])('a contest from %s to %s is %s', (startDate, endDate, state) => {
  expect(contestStateOf({ startDate, endDate }, '2026-03-18')).toBe(state);
});

it.each([
  ['2026-02-02', '2026-02-15', []],
  ['2026-02-03', '2026-02-14', ['startDate: errors.nonMondayStartDate', 'endDate: errors.nonSundayEndDate']],
  ['2026-02-16', '2026-02-15', ['endDate: errors.endDateBeforeStartDate']],
  ['2026-02-02', '2028-01-30', []],
  ['2026-02-02', '2028-02-06', ['endDate: leaderboard.error.tooLong']],
])('of the weeks from %s to %s: %j', (startDate, endDate, expected) => {
  expect(contestProblems({ startDate, endDate }).map(({ field, code }) => `${field}: ${code}`)).toEqual(expected);
});
