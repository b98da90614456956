import { describe, expect, it } from 'vitest';
import { addDays } from '../../platform/time';
import type { Progress } from './goals.contract';
import { allowedOf, avoidableOf, progressOf, termsProblems } from './goals.rules';

const monday = (index: number) => addDays('2026-01-05', index * 7);

interface Wish {
  kind?: 'percent' | 'perOpenDay';
  target?: number;
  /** Of the two baseline weeks, then of the goal's own. */
  values: number[];
  weeksAll?: number;
  today?: string;
  openDays?: number;
  trackedDays?: number;
  change?: object;
  turned?: boolean;
}

/** Two weeks of baseline, then a goal of four. */
const progress = ({
  kind = 'percent',
  target = 0.2,
  values,
  weeksAll = 4,
  today = monday(values.length),
  openDays = 5,
  trackedDays = openDays,
  change = {},
  turned = false,
}: Wish): Progress => {
  const inOrder = <T>(rows: T[]) => (turned ? rows.reverse() : rows);
  return progressOf({
    goal: {
      targetKind: kind,
      target,
      startWeek: monday(2),
      endWeek: monday(1 + weeksAll),
      baselineWeeks: [monday(0), monday(1)],
      metric: 'weight',
      currency: 'USD',
      siteCurrency: 'USD',
      state: 'active',
      result: null,
      ramp: false,
      ...change,
    },
    weeks: inOrder(values.map((value, at) => ({ weekStart: monday(at), openDays, trackedDays, value }))),
    today,
    limit: 0.8,
  });
};

describe('progress', () => {
  it('is what was recorded against the baseline of the same open days', () => {
    const { basePerOpenDay, allowedPerOpenDay, actual, expected, change, weeksOver, weeksAll, openDays } = progress({
      values: [500, 500, 400, 450],
    });
    expect({ basePerOpenDay, allowedPerOpenDay, actual, expected, change, weeksOver, weeksAll, openDays }).toEqual({
      basePerOpenDay: 100,
      allowedPerOpenDay: 80,
      actual: 850,
      expected: 1_000,
      change: -0.15,
      weeksOver: 2,
      weeksAll: 4,
      openDays: 10,
    });
  });

  it('leaves out a week that still runs', () => {
    const { weeksOver, actual } = progress({ values: [500, 500, 400, 450], today: addDays(monday(3), 6) });
    expect([weeksOver, actual]).toEqual([1, 400]);
  });

  it('reads the weeks in their order, whatever order they come in', () => {
    const wish: Wish = { values: [500, 500, 400, 300] };
    const { weeks, forecast } = progress(wish);
    const turned = progress({ ...wish, turned: true });
    expect([turned.weeks, turned.forecast]).toEqual([weeks, forecast]);
  });

  it('ends with the day on which it was closed', () => {
    const result = { standing: 'met', actual: 1, expected: 1, change: 0, closedOn: monday(3) };
    const { weeksOver, actual, standing } = progress({
      values: [500, 500, 400, 999, 999],
      change: { state: 'closed', result },
    });
    expect([weeksOver, actual, standing]).toEqual([1, 400, 'met']);
  });

  it('has no forecast where no week of it is in the calendar', () => {
    expect(progress({ values: [500, 500], today: monday(20) }).forecast).toBeNull();
  });

  it('forecasts the end by the last four weeks per open day', () => {
    // 400 + 300 recorded; two more weeks at 70 a day.
    expect(progress({ values: [500, 500, 400, 300] }).forecast).toBeCloseTo(1_400 / 2_000 - 1, 12);
    const long = progress({ values: [500, 500, 100, 400, 400, 400, 400], weeksAll: 10 });
    expect(long.forecast).toBeCloseTo((1_700 + 5 * 400) / 5_000 - 1, 12);
  });

  it.each<[string, Wish, Progress['standing']]>([
    ['before its first day', { values: [500, 500], today: addDays(monday(2), -1) }, 'notStarted'],
    ['in its first week', { values: [500, 500, 10], today: monday(2) }, 'tooEarly'],
    ['after one week', { values: [500, 500, 400] }, 'tooEarly'],
    ['after the one week that it has', { values: [500, 500, 400], weeksAll: 1 }, 'met'],
    ['on its way there exactly', { values: [500, 500, 400, 400] }, 'onTrack'],
    ['a gram above', { values: [500, 500, 400, 401] }, 'offTrack'],
    ['on too few tracked days', { values: [500, 500, 400, 400], trackedDays: 3 }, 'notTracked'],
    ['once nothing was weighed any more', { values: [500, 500, 400, 400], today: monday(6) }, 'notTracked'],
    ['when its weeks were closed', { values: [500, 500, 0, 0], openDays: 0 }, 'noFigures'],
    ['with a baseline of nothing', { values: [0, 0, 400, 400] }, 'noFigures'],
    ['at its end, met', { values: [500, 500, 400, 400, 400, 400] }, 'met'],
    ['at its end, missed', { values: [500, 500, 400, 400, 400, 402] }, 'missed'],
    ['of an amount', { kind: 'perOpenDay', target: 80, values: [500, 500, 400, 400] }, 'onTrack'],
    ['of an amount, above', { kind: 'perOpenDay', target: 79, values: [500, 500, 400, 400] }, 'offTrack'],
    [
      'of another weight while the currency changed',
      { values: [500, 500, 400, 400], change: { siteCurrency: 'EUR' } },
      'onTrack',
    ],
    [
      'of cost after the currency changed',
      { values: [500, 500, 400, 400], change: { metric: 'cost', siteCurrency: 'EUR' } },
      'otherCurrency',
    ],
    // Of four weeks a tenth, a fifth … less: 475, 450 and so on are on the line to 20 %.
    ['on the line to it', { values: [500, 500, 475, 450], change: { ramp: true } }, 'onTrack'],
    ['above the line to it', { values: [500, 500, 475, 451], change: { ramp: true } }, 'offTrack'],
    ['along the line to its end', { values: [500, 500, 475, 450, 425, 400], change: { ramp: true } }, 'met'],
    [
      'closed, as it was then',
      {
        values: [500, 500, 400, 400],
        change: {
          state: 'closed',
          result: { standing: 'missed', actual: 1, expected: 1, change: 0, closedOn: '2026-02-01' },
        },
      },
      'missed',
    ],
  ])('stands %s', (_, wish, standing) => {
    expect(progress(wish).standing).toBe(standing);
  });
});

it.each([
  ['percent', 0.25, 75],
  ['percent', 1, 0],
  ['perOpenDay', 60, 60],
] as const)('allows by %s %d: %d a day', (targetKind, target, allowed) => {
  expect(allowedOf({ targetKind, target }, 100)).toBe(allowed);
});

const terms = { targetKind: 'percent', target: 0.2, startDate: '2026-02-02', endDate: '2026-03-01' } as const;

it.each([
  ['as they should be', {}, []],
  ['of the whole', { target: 1 }, []],
  ['of nothing', { target: 0 }, ['target: goals.error.percent']],
  ['of less than nothing', { target: -0.1 }, ['target: goals.error.percent']],
  ['of more than there is', { target: 1.01 }, ['target: goals.error.percent']],
  ['of no number', { target: Number.NaN }, ['target: goals.error.percent']],
  ['of an amount', { targetKind: 'perOpenDay', target: 99 }, []],
  ['of the baseline itself', { targetKind: 'perOpenDay', target: 100 }, ['target: goals.error.noReduction']],
  ['of an amount of nothing', { targetKind: 'perOpenDay', target: 0 }, ['target: goals.error.amount']],
  ['from a Tuesday', { startDate: '2026-02-03' }, ['startDate: errors.nonMondayStartDate']],
  ['from within the baseline', { startDate: '2026-01-19' }, ['startDate: goals.error.inBaseline']],
  ['until a Saturday', { endDate: '2026-02-28' }, ['endDate: errors.nonSundayEndDate']],
  ['until before they begin', { endDate: '2026-02-01' }, ['endDate: errors.endDateBeforeStartDate']],
  ['for ten years', { endDate: addDays('2026-02-02', 522 * 7 - 1) }, []],
  ['for longer', { endDate: addDays('2026-02-02', 523 * 7 - 1) }, ['endDate: goals.error.tooLong']],
] as const)('judges terms %s', (_, change, expected) => {
  const found = termsProblems({ terms: { ...terms, ...change }, basePerOpenDay: 100, reductionFrom: '2026-01-26' });
  expect(found.map(({ field, code }) => `${field}: ${code}`)).toEqual(expected);
});

it('tells what a fifth of four weeks comes to in thirteen', () => {
  expect(avoidableOf(400)).toBe(260);
});
