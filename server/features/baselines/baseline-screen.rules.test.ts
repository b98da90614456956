import { describe, expect, it } from 'vitest';
import { apartOf, isAmong, mayBeChosen, overlapOf, stateOf, type CandidateWeek } from './baseline-screen.rules';

const young = { period: 'BASELINE', baselineId: null, proposals: 0, lastState: null } as const;

describe('the state of a location and stage', () => {
  it.each([
    ['nothing weighed', { ...young, period: 'ACTIVATION' }, 'none'],
    ['weeks so far', young, 'collecting'],
    ['a baseline that ended', { ...young, lastState: 'RETIRED' }, 'collecting'],
    ['a proposal', { ...young, proposals: 1, lastState: 'PROPOSED' }, 'ready'],
    ['an older proposal beside a rejected one', { ...young, proposals: 1, lastState: 'REJECTED' }, 'ready'],
    ['a rejected proposal', { ...young, lastState: 'REJECTED' }, 'rejected'],
    ['a baseline', { ...young, period: 'REDUCTION', baselineId: 4, lastState: 'ACTIVE' }, 'accepted'],
    ['a baseline beside a proposal', { ...young, baselineId: 4, proposals: 1, lastState: 'PROPOSED' }, 'accepted'],
  ] as const)('of %s', (_, row, state) => expect(stateOf(row)).toBe(state));

  it('finds a proposal beside a baseline among those that wait', () => {
    const row = { ...young, baselineId: 4, proposals: 1 };
    expect([isAmong(row, 'ready'), isAmong(row, 'accepted'), isAmong(row, 'none')]).toEqual([true, true, false]);
  });
});

const week = (weekStart: string, grams: number, more: Partial<CandidateWeek> = {}): CandidateWeek => ({
  weekStart,
  openDays: 5,
  transactions: 20,
  grams,
  cost: 10,
  gramsChange: null,
  costChange: null,
  issues: [],
  running: false,
  ...more,
});

describe('weeks', () => {
  it.each([
    ['over', {}, true],
    ['running', { running: true }, false],
    ['closed', { openDays: 0 }, false],
  ])('%s may be chosen: %o', (_, more, may) => expect(mayBeChosen(week('2026-01-05', 1, more))).toBe(may));

  it('are held against both baselines where they overlap, closed and running ones passed over', () => {
    const weeks = [
      week('2026-02-02', 600, { running: true }),
      week('2026-01-26', 400),
      week('2026-01-19', 0, { openDays: 0 }),
      week('2026-01-12', 500),
      week('2026-01-05', 900),
    ];
    const bridge = { fromWeek: '2026-01-12', overlapWeeks: 3, before: 100, after: 80 };
    expect(overlapOf(weeks, bridge)).toEqual([
      { weekStart: '2026-01-12', gPerOpenDay: 100, againstBefore: 0, againstAfter: 0.25 },
      { weekStart: '2026-01-26', gPerOpenDay: 80, againstBefore: -0.2, againstAfter: 0 },
    ]);
    expect(overlapOf(weeks, { ...bridge, overlapWeeks: 1 })).toHaveLength(1);
  });
});

describe('what lies between recorded and expected', () => {
  it.each([
    [null, { g: null, cost: null }],
    [
      { g: 80, expectedG: 100, cost: 8, expectedCost: 10 },
      { g: -20, cost: -2 },
    ],
    [
      { g: 80, expectedG: 100, cost: 8, expectedCost: 0 },
      { g: -20, cost: null },
    ],
  ])('of %o', (compared, apart) => expect(apartOf(compared)).toEqual(apart));
});
