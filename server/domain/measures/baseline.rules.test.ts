import { describe, expect, it } from 'vitest';
import { addDays } from '../../platform/time';
import { baselineOf, chooseBaseline, judgeWeeks, sameWeeksNow, type WeekFigures } from './baseline.rules';
import type { ReadinessIssue } from './readiness.contract';

const monday = '2025-01-06';
const week = (index: number, change: Partial<WeekFigures> = {}): WeekFigures => ({
  weekStart: addDays(monday, index * 7),
  openDays: 5,
  txn: 20,
  g: 10_000,
  cost: 40,
  ...change,
});
const weeks = (...changes: Partial<WeekFigures>[]) => changes.map((change, index) => week(index, change));
const judge = (list: WeekFigures[]) => judgeWeeks({ weeks: list, evaluatedMonday: list.at(-1)?.weekStart ?? monday });
const issuesOf = (list: WeekFigures[]) => judge(list).map((one) => one.issues);

describe('judgeWeeks', () => {
  it('judges nothing where nothing happened', () => {
    expect(judgeWeeks({ weeks: [], evaluatedMonday: monday })).toEqual([]);
  });

  // Spec 9: Readiness: weeks since first transaction >= 3
  it.each<[string, number, boolean]>([
    ['one week', 1, true],
    ['two weeks after the first', 3, true],
    ['three weeks after the first', 4, false],
    ['later', 6, false],
  ])('%s: enough weeks have elapsed or not, for every row alike', (_, count, tooEarly) => {
    const rows = issuesOf(Array.from({ length: count }, (_unused, index) => week(index)));
    expect(rows).toEqual(rows.map(() => (tooEarly ? ['NOT_ENOUGH_WEEKS_ELAPSED'] : [])));
  });

  const third = (change: Partial<WeekFigures>) => judge(weeks({}, {}, change, {}, {}))[2];

  // Spec 9: Readiness: weekly transactions >= 10, increase < 100%, decrease < 50%
  it.each<[string, Partial<WeekFigures>, ReadinessIssue[]]>([
    ['ten transactions are enough', { txn: 10 }, []],
    ['nine are not', { txn: 9 }, ['NOT_ENOUGH_TRANSACTIONS']],
    ['just under twice the weight', { g: 19_999.99 }, []],
    ['twice the weight', { g: 20_000 }, ['TOO_MUCH_WEIGHT_FLUCTUATION']],
    ['just over half the weight', { g: 5_000.01 }, []],
    ['half the weight', { g: 5_000 }, ['TOO_MUCH_WEIGHT_FLUCTUATION']],
    ['twice the cost', { cost: 80 }, ['TOO_MUCH_COST_FLUCTUATION']],
    ['just under twice the cost', { cost: 79.9999 }, []],
    ['half the cost', { cost: 20 }, ['TOO_MUCH_COST_FLUCTUATION']],
    ['a short week with its share', { openDays: 2, g: 4_000, cost: 16, txn: 10 }, []],
    ['a short week with everything', { openDays: 2 }, ['TOO_MUCH_WEIGHT_FLUCTUATION', 'TOO_MUCH_COST_FLUCTUATION']],
    [
      'an open week without events',
      { txn: 0, g: 0, cost: 0 },
      ['NOT_ENOUGH_TRANSACTIONS', 'TOO_MUCH_WEIGHT_FLUCTUATION', 'TOO_MUCH_COST_FLUCTUATION'],
    ],
    ['events on closed days only: it is skipped', { openDays: 0, txn: 3 }, []],
  ])('holds a week to its limits: %s', (_, change, issues) => {
    expect(third(change)?.issues).toEqual(issues);
  });

  it('compares per open day and says with how many', () => {
    expect(third({ openDays: 4, g: 6_000, cost: 48 })).toMatchObject({
      priorOpenDays: 5,
      gDelta: -0.25,
      costDelta: 0.5,
    });
  });

  it('meets its limits exactly where floating point would not', () => {
    const rows = judge(weeks({ openDays: 3, g: 0.3 }, { openDays: 7, g: 1.4 }, {}, {}));
    expect(rows[1]?.issues).toContain('TOO_MUCH_WEIGHT_FLUCTUATION');
  });

  it('has nothing to compare the first week with', () => {
    expect(judge(weeks({}, {}, {}, {}))[0]).toMatchObject({
      priorOpenDays: null,
      gDelta: null,
      costDelta: null,
      issues: [],
    });
  });

  it.each<[string, number, number, ReadinessIssue[]]>([
    ['from nothing to nothing', 0, 0, []],
    ['from nothing to something', 0, 1, ['TOO_MUCH_COST_FLUCTUATION']],
    ['from something to nothing', 1, 0, ['TOO_MUCH_COST_FLUCTUATION']],
  ])('%s', (_, before, after, issues) => {
    const row = judge(weeks({ cost: before }, { cost: after }, {}, {}))[1];
    expect(row?.issues).toEqual(issues);
    expect(row?.costDelta).toBe(before === 0 ? null : -1);
  });

  it('leaves a measure alone that the location does not have', () => {
    expect(issuesOf(weeks({ cost: 0 }, { cost: 0 }, { cost: 0 }, { cost: 0 }))).toEqual([[], [], [], []]);
  });

  it('steps over a week without open day and event', () => {
    const rows = judge(weeks({}, { openDays: 0, txn: 0, g: 0, cost: 0 }, { g: 12_000 }, {}));
    expect(rows.map((row) => row.weekStart)).toEqual([0, 14, 21].map((days) => addDays(monday, days)));
    expect(rows[1]?.gDelta).toBeCloseTo(0.2);
  });

  it('keeps a week that has events but no open day, judges nothing of it and compares nothing with it', () => {
    const rows = judge(weeks({}, { openDays: 0, txn: 1, g: 5, cost: 0 }, { g: 12_000 }, {}));
    expect(rows[1]).toMatchObject({
      openDays: 0,
      txn: 1,
      priorOpenDays: null,
      gDelta: null,
      costDelta: null,
      issues: [],
    });
    expect(rows[2]).toMatchObject({ priorOpenDays: 5, issues: [] });
    expect(rows[2]?.gDelta).toBeCloseTo(0.2);
  });
});

describe('chooseBaseline', () => {
  const choose = (list: WeekFigures[]) => chooseBaseline(judge(list), list.at(-1)?.weekStart ?? monday);

  // Spec 9: Readiness: consecutive weeks 3
  it('takes the earliest three weeks in a row', () => {
    const figures = choose(weeks({ g: 9_000 }, {}, { openDays: 4, g: 8_000, cost: 32 }, {}, {}));
    expect(figures).toMatchObject({
      firstWeek: monday,
      lastWeek: addDays(monday, 14),
      reductionFrom: addDays(monday, 21),
      openDays: 14,
    });
    expect(figures?.gPerOpenDay).toBeCloseTo(27_000 / 14, 9);
    expect(figures?.costPerOpenDay).toBeCloseTo(112 / 14, 9);
    expect(figures?.txnPerOpenDay).toBeCloseTo(60 / 14, 9);
    expect(figures?.weeks).toHaveLength(3);
  });

  // Spec 2: Readiness: a week passes only when it has no issues
  it.each<[string, WeekFigures[], number | null]>([
    ['a failing week breaks the run', weeks({}, { txn: 3 }, {}, {}, {}, {}), 2],
    ['the running week is not taken', weeks({}, { txn: 3 }, {}, {}, {}), null],
    ['an open week without events breaks it', weeks({}, {}, { txn: 0, g: 0, cost: 0 }, {}, {}, {}, {}, {}), 4],
    ['a closed week without events does not', weeks({}, {}, { openDays: 0, txn: 0, g: 0, cost: 0 }, {}, {}), 0],
    ['events on closed days only do not either', weeks({}, {}, { openDays: 0, txn: 12, g: 700, cost: 3 }, {}, {}), 0],
    ['nor is such a week one of the three', weeks({}, { openDays: 0, txn: 12, g: 10_000, cost: 40 }, {}, {}), null],
    ['nothing before three weeks have passed', weeks({}, {}, {}), null],
    ['nothing', [], null],
  ])('chooses the run: %s', (_, list, first) => {
    expect(choose(list)?.firstWeek).toBe(first === null ? undefined : addDays(monday, first * 7));
  });
});

describe('baselineOf', () => {
  it('lets no reduction begin before three weeks have passed since the first event', () => {
    const judged = judge(weeks({}, {}, {}, {}));
    expect(baselineOf(judged.slice(0, 1), monday)).toMatchObject({
      lastWeek: monday,
      reductionFrom: addDays(monday, 21),
    });
  });

  it('is nothing without an open day', () => {
    expect(baselineOf(judge(weeks({ openDays: 0 })), monday)).toBeNull();
  });

  it('counts nothing of a week without an open day', () => {
    expect(baselineOf(judge(weeks({}, { openDays: 0, txn: 2, g: 900 })), monday)).toMatchObject({
      openDays: 5,
      gPerOpenDay: 2_000,
      txnPerOpenDay: 4,
    });
  });
});

describe('sameWeeksNow', () => {
  const now = (...list: WeekFigures[]) =>
    sameWeeksNow([monday, addDays(monday, 7)], { judged: judge(list), firstWeek: monday });

  it('has the figures that the weeks have now', () => {
    expect(now(week(0, { g: 8_000 }), week(1, { openDays: 3, g: 6_000 }), week(2))).toMatchObject({
      firstWeek: monday,
      lastWeek: addDays(monday, 7),
      openDays: 8,
      gPerOpenDay: 1_750,
    });
  });

  it('keeps a week that has nothing any more among its weeks', () => {
    const figures = now(week(0), week(2));
    expect(figures).toMatchObject({ openDays: 5, gPerOpenDay: 2_000, lastWeek: addDays(monday, 7) });
    expect(figures?.weeks[1]).toEqual({
      weekStart: addDays(monday, 7),
      openDays: 0,
      txn: 0,
      g: 0,
      cost: 0,
      priorOpenDays: null,
      gDelta: null,
      costDelta: null,
      issues: [],
    });
  });

  it.each<[string, WeekFigures[]]>([
    ['all weeks have gone', [week(2)]],
    ['no event is left', [week(0, { txn: 0, g: 0, cost: 0 }), week(1, { txn: 0, g: 0, cost: 0 }), week(2)]],
    ['no open day is left', [week(0, { openDays: 0 }), week(1, { openDays: 0 }), week(2)]],
  ])('is nothing once %s', (_, list) => {
    expect(now(...list)).toBeNull();
  });
});
