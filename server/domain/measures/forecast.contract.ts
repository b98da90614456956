import type { LocalDate } from '../../platform/time';

/** What was weighed or served on an open day that was tracked. */
export interface DayValue {
  day: LocalDate;
  value: number;
}

/** A day of the past beside what would have been said of it on the same weekday of the week before. */
export interface TestedDay extends DayValue {
  expected: number;
  /** The newest same weekday that was known then; null without one in eight weeks. */
  asLastWeek: number | null;
  /** Servings that keep to the chance of running out; null while too few errors were known. */
  portions: number | null;
}

export interface TestedWeek {
  weekStart: LocalDate;
  days: TestedDay[];
}

/** A day to come. */
export interface ForecastDay {
  day: LocalDate;
  /** null: nothing is known of this weekday. */
  expected: number | null;
  portions: number | null;
  /** The newest same weekday. */
  last: DayValue | null;
}

/** How far off forecasts were on average, on the same days. */
export interface ForecastScore {
  weeks: number;
  days: number;
  error: number;
  /** Of the same weekday one week earlier. */
  lastWeekError: number;
}

/** How many servings would have been made, on the same days. */
export interface PortionScore {
  days: number;
  served: number;
  /** As forecast, and as many as on the same weekday before. */
  forecast: MadePortions;
  lastWeek: MadePortions;
}

export interface MadePortions {
  made: number;
  left: number;
  missing: number;
  shortDays: number;
}

export interface WeekForecast {
  days: ForecastDay[];
  /** null: no open day of which something is known. */
  total: number | null;
  /** Eight weeks of ten lay between these; null while too few were tested. */
  low: number | null;
  high: number | null;
  tested: TestedWeek[];
  score: ForecastScore | null;
  portionScore: PortionScore | null;
}

/** Why there is no forecast. */
export type NoForecast =
  { kind: 'none' } | { kind: 'tooFewWeeks'; weeks: number; least: number } | { kind: 'stale'; lastDay: LocalDate };
