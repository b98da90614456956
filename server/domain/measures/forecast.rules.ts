import { addDays, daysBetween, weekdayOf, weekStartOf, type LocalDate } from '../../platform/time';
import type {
  DayValue,
  ForecastDay,
  ForecastScore,
  MadePortions,
  NoForecast,
  PortionScore,
  TestedDay,
  TestedWeek,
  WeekForecast,
} from './forecast.contract';

/**
 * How much a kitchen weighs or serves next week. Simple exponential smoothing of a level with a multiplicative factor for each
 * weekday and no trend (Hyndman & Athanasopoulos, Forecasting: Principles and Practice, 3rd ed., 8.3), made robust by cutting
 * one-step errors at two scales of their median (Gelper, Fried & Croux 2010, Journal of Forecasting 29:285). It is tested by a
 * rolling origin (ibid. 5.10) against the seasonal naive forecast, 'as last week'. The range is of the errors of tested weeks,
 * and servings are the quantile of the errors of tested days (the critical fractile of Arrow, Harris & Marschak 1951,
 * Econometrica 19:250).
 */
const method = {
  level: 0.1,
  weekday: 0.1,
  /** After a long break, such as the summer, the level is learnt faster for some days. */
  levelAfterBreak: 0.4,
  breakDays: 20,
  daysAfterBreak: 10,
  cutAt: 2,
  leastScale: 0.07,
  scaleDays: 60,
  /** Of open days, from whose medians it starts. */
  startWeeks: 4,
  /** Errors that a quantile is of. */
  errorDays: 130,
  errorWeeks: 26,
  leastErrorsOfWeekday: 10,
} as const;

export const forecastTerms = {
  /** Tracked weeks below which nothing is said. */
  leastWeeks: 6,
  /** Weeks that are read. */
  mostWeeks: 104,
  /** Tested weeks that a range needs, and days that servings do. */
  leastTestedWeeks: 8,
  leastTestedDays: 24,
  /** Without a day in so many, the past says nothing of next week. */
  staleDays: 28,
  /** Share of weeks within the range. */
  within: 0.8,
  scoredWeeks: 26,
} as const;

/** Chances of running out that can be chosen, as per cent of days. */
export const shortages = [2, 5, 10, 20] as const;
export const usualShortage = 5;

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? 0;
  return low + (at - Math.floor(at)) * ((sorted[Math.ceil(at)] ?? low) - low);
}
const median = (values: readonly number[]) => quantile(values, 0.5);
const between = (value: number, [low, high]: readonly [number, number]) => Math.min(high, Math.max(low, value));
const sumOf = <T>(rows: readonly T[], value: (row: T) => number) => rows.reduce((sum, row) => sum + value(row), 0);

interface Follower {
  learn: (one: DayValue) => void;
  expect: (day: LocalDate) => number | null;
}

/** A level and its weekdays, which follow the days that they learn of in order. */
function follow(start: readonly DayValue[]): Follower {
  let level = median(start.map(({ value }) => value));
  const factors = new Map<number, number>();
  for (const weekday of new Set(start.map(({ day }) => weekdayOf(day)))) {
    const own = start.filter(({ day }) => weekdayOf(day) === weekday).map(({ value }) => value);
    factors.set(weekday, level > 0 ? median(own) / level : 1);
  }
  const errors: number[] = [];
  let last = start.at(-1)?.day;
  let fast = 0;
  const limit = () =>
    errors.length < 10
      ? 0.5
      : method.cutAt *
        Math.max(method.leastScale, 1.4826 * median(errors.slice(-method.scaleDays).map((error) => Math.abs(error))));
  return {
    learn({ day, value }) {
      if (last !== undefined && daysBetween(last, day) > method.breakDays) fast = method.daysAfterBreak;
      last = day;
      const weekday = weekdayOf(day);
      const factor = factors.get(weekday);
      if (level === 0) level = value;
      if (!factor) {
        factors.set(weekday, level > 0 ? between(value / level, [0.25, 4]) : 1);
        return;
      }
      if (level === 0) return;
      const error = value / (level * factor) - 1;
      const most = limit();
      const cut = between(error, [-most, most]);
      errors.push(error);
      level *= 1 + (fast > 0 ? method.levelAfterBreak : method.level) * cut;
      factors.set(weekday, factor * (1 + method.weekday * cut));
      fast = Math.max(0, fast - 1);
    },
    expect(day) {
      const factor = factors.get(weekdayOf(day));
      return factor === undefined ? null : level * factor;
    },
  };
}

/** What a day came to for each unit that was expected. */
interface DayError {
  day: LocalDate;
  weekday: number;
  ratio: number;
}

/** The factor that servings are made with; null while too few errors are known. */
function marginOf(errors: readonly DayError[], weekday: number, shortage: number): number | null {
  const known = errors.slice(-method.errorDays);
  if (known.length < forecastTerms.leastTestedDays) return null;
  const own = known.filter((one) => one.weekday === weekday);
  const used = own.length < method.leastErrorsOfWeekday ? known : own;
  return quantile(
    used.map(({ ratio }) => ratio),
    1 - shortage,
  );
}

interface Asked {
  /** The Monday of the week. */
  monday: LocalDate;
  /** Days of the week before it that are over. */
  known: number;
  openDays: readonly LocalDate[];
  /** Share of days on which servings may run out. */
  shortage: number;
}

/** The newest same weekday that is known; null without one in eight weeks. */
function lastLike(values: ReadonlyMap<LocalDate, number>, day: LocalDate, before: LocalDate): DayValue | null {
  for (let back = 7; back <= 56; back += 7) {
    const earlier = addDays(day, -back);
    const value = earlier < before ? values.get(earlier) : undefined;
    if (value !== undefined) return { day: earlier, value };
  }
  return null;
}

const weeksIn = (days: readonly DayValue[]) => {
  const weeks = new Map<LocalDate, DayValue[]>();
  for (const one of days) {
    const monday = weekStartOf(one.day);
    weeks.set(monday, [...(weeks.get(monday) ?? []), one]);
  }
  return weeks;
};

/** Why nothing is said of a week; null where something is. @param past in order, as for `forecastWeek` */
export function whyNoForecast(past: readonly DayValue[], monday: LocalDate): NoForecast | null {
  const lastDay = past.at(-1)?.day;
  if (lastDay === undefined) return { kind: 'none' };
  const weeks = new Set(past.map(({ day }) => weekStartOf(day))).size;
  if (daysBetween(lastDay, monday) > forecastTerms.staleDays) return { kind: 'stale', lastDay };
  const least = forecastTerms.leastWeeks;
  return weeks < least || past.every(({ value }) => value === 0) ? { kind: 'tooFewWeeks', weeks, least } : null;
}

/**
 * The open days of a week, and each week of the past as it would have been forecast on the same weekday of the week before it,
 * with nothing that came after.
 * @param past days that were open and tracked, in order, all before those that are not known yet
 */
export function forecastWeek(past: readonly DayValue[], { monday, known, openDays, shortage }: Asked): WeekForecast {
  const values = new Map(past.map(({ day, value }) => [day, value]));
  const weeks = weeksIn(past);
  const mondays = [...weeks.keys()];
  const startEnd = addDays(mondays[method.startWeeks - 1] ?? monday, 7);
  const start = past.filter(({ day }) => day < startEnd);
  const follower = follow(start);
  const tested: TestedWeek[] = [];
  const errors: DayError[] = [];
  const ratios: WeekRatio[] = [];
  let learnt = start.length;

  const sayOf = (week: LocalDate) => {
    const cut = addDays(week, known - 7);
    for (let one = past[learnt]; one && one.day < cut; one = past[learnt]) {
      follower.learn(one);
      learnt += 1;
    }
    const over = addDays(cut, -7);
    const bias = biasOf(ratios.filter(({ weekStart }) => weekStart <= over));
    const knownErrors = errors.filter(({ day }) => day < cut);
    return (day: LocalDate): ForecastDay & { raw: number | null } => {
      const raw = follower.expect(day);
      const margin = marginOf(knownErrors, weekdayOf(day), shortage);
      return {
        day,
        raw,
        expected: raw === null ? null : raw * bias,
        portions: raw === null || margin === null ? null : Math.round(raw * margin),
        last: lastLike(values, day, cut),
      };
    };
  };

  for (const week of mondays) {
    if (addDays(week, known - 7) < startEnd || week >= monday) continue;
    const say = sayOf(week);
    const sums = { value: 0, raw: 0 };
    const days = (weeks.get(week) ?? []).flatMap(({ day, value }): TestedDay[] => {
      const { raw, expected, portions, last } = say(day);
      if (raw === null || expected === null) return [];
      if (raw > 0) errors.push({ day, weekday: weekdayOf(day), ratio: value / raw });
      sums.value += value;
      sums.raw += raw;
      return [{ day, value, expected, portions, asLastWeek: last?.value ?? null }];
    });
    if (days.length > 0) tested.push({ weekStart: week, days });
    if (sums.raw > 0) ratios.push({ weekStart: week, ratio: sums.value / sums.raw });
  }

  const say = sayOf(monday);
  const said = openDays.map(say);
  const sayable = said.flatMap(({ raw }) => raw ?? []);
  const over = ratios.filter(({ weekStart }) => weekStart < addDays(monday, -7));
  return {
    days: said.map(({ raw: _, ...day }) => day),
    ...totalOf(sayable.length === 0 ? null : sumOf(sayable, (raw) => raw), over),
    tested,
    score: scoreOf(tested),
    portionScore: portionScoreOf(tested),
  };
}

/** What a week came to for each unit that was expected of its days. */
interface WeekRatio {
  weekStart: LocalDate;
  ratio: number;
}

const newest = (ratios: readonly WeekRatio[]) => ratios.slice(-method.errorWeeks).map(({ ratio }) => ratio);

/** Cut errors make a level of the middle day, which is less than the mean where few days are heavy. */
function biasOf(ratios: readonly WeekRatio[]): number {
  const known = newest(ratios);
  return known.length < forecastTerms.leastTestedWeeks ? 1 : between(median(known), [0.5, 2]);
}

/** @param raw the days as the level has them */
function totalOf(raw: number | null, ratios: readonly WeekRatio[]): Pick<WeekForecast, 'total' | 'low' | 'high'> {
  const total = raw === null ? null : raw * biasOf(ratios);
  const known = newest(ratios);
  if (raw === null || total === null || known.length < forecastTerms.leastTestedWeeks)
    return { total, low: null, high: null };
  const outside = (1 - forecastTerms.within) / 2;
  return {
    total,
    low: Math.min(total, raw * quantile(known, outside)),
    high: Math.max(total, raw * quantile(known, 1 - outside)),
  };
}

const scored = (tested: readonly TestedWeek[]) => tested.slice(-forecastTerms.scoredWeeks);

/** The mean absolute error of forecasts, on the days of which both are known; null without any. */
function scoreOf(tested: readonly TestedWeek[]): ForecastScore | null {
  const weeks = scored(tested);
  const days = weeks.flatMap((week) =>
    week.days.flatMap(({ value, expected, asLastWeek }) =>
      asLastWeek === null ? [] : [{ error: Math.abs(expected - value), lastWeekError: Math.abs(asLastWeek - value) }],
    ),
  );
  if (days.length === 0) return null;
  return {
    weeks: weeks.length,
    days: days.length,
    error: sumOf(days, ({ error }) => error) / days.length,
    lastWeekError: sumOf(days, ({ lastWeekError }) => lastWeekError) / days.length,
  };
}

/** What became of servings; null without a day of which both numbers are known. */
function portionScoreOf(tested: readonly TestedWeek[]): PortionScore | null {
  const days = scored(tested).flatMap((week) =>
    week.days.flatMap(({ value, portions, asLastWeek }) =>
      portions === null || asLastWeek === null ? [] : [{ value, portions, asLastWeek }],
    ),
  );
  if (days.length === 0) return null;
  return {
    days: days.length,
    served: sumOf(days, ({ value }) => value),
    forecast: madeOf(days.map(({ value, portions }) => ({ served: value, made: portions }))),
    lastWeek: madeOf(days.map(({ value, asLastWeek }) => ({ served: value, made: asLastWeek }))),
  };
}

/** What was left and what was missing where so many servings were made. */
export const madeOf = (days: readonly { served: number; made: number }[]): MadePortions => ({
  made: sumOf(days, ({ made }) => made),
  left: sumOf(days, ({ made, served }) => Math.max(0, made - served)),
  missing: sumOf(days, ({ made, served }) => Math.max(0, served - made)),
  shortDays: days.filter(({ made, served }) => made < served).length,
});
