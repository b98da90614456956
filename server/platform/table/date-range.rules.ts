import { addDays, addMonths, lastSundayBefore, weekStartOf, type LocalDate } from '../time';

/** Date presets. All end on the last Sunday. */
export const rangePresets = ['lastWeek', 'last4Weeks', 'last13Weeks', 'allTime', 'custom'] as const;
export type RangePreset = (typeof rangePresets)[number];
export const defaultPreset: RangePreset = 'last13Weeks';

/** Presets of screens that count days. */
export const dayPresets = ['last7Days', ...rangePresets] as const;
export type DayPreset = (typeof dayPresets)[number];
/** Presets of screens that count months. All end with the last month that is over. */
export const monthPresets = ['last3Months', 'last6Months', 'last12Months', 'custom'] as const;
export type MonthPreset = (typeof monthPresets)[number];
export type AnyPreset = DayPreset | MonthPreset;
const allTimeStart: LocalDate = '2013-01-07';

export interface WeekRange {
  /** A Monday, where weeks are counted. */
  start: LocalDate;
  /** A Sunday. */
  end: LocalDate;
}

const monthsOf = { last3Months: 3, last6Months: 6, last12Months: 12 } as const;
const isMonths = (preset: AnyPreset): preset is keyof typeof monthsOf => Object.hasOwn(monthsOf, preset);

const weeksOf = { lastWeek: 1, last4Weeks: 4, last13Weeks: 13 } as const;

/** The weeks of a preset as of `today`, the organisation's local date; the last 7 days are those that are over, and end with yesterday. */
export function presetRange(preset: Exclude<AnyPreset, 'custom'>, today: LocalDate): WeekRange {
  if (isMonths(preset)) {
    const thisMonth = `${today.slice(0, 7)}-01`;
    return { start: addMonths(thisMonth, -monthsOf[preset]), end: addDays(thisMonth, -1) };
  }
  if (preset === 'last7Days') return { start: addDays(today, -7), end: addDays(today, -1) };
  const end = lastSundayBefore(today);
  return { start: preset === 'allTime' ? allTimeStart : addDays(end, 1 - 7 * weeksOf[preset]), end };
}

/**
 * The newest 13 weeks of the data, as far as they are over and hold some.
 * @param data first and last Monday with data
 */
export function latestRange(data: { first: LocalDate; last: LocalDate }, today: LocalDate): WeekRange | null {
  const lastSunday = lastSundayBefore(today);
  const end = [addDays(data.last, 6), lastSunday].sort()[0] as LocalDate;
  const wide = addDays(weekStartOf(end), -12 * 7);
  const start = wide < data.first ? data.first : wide;
  return start < end ? { start, end } : null;
}
