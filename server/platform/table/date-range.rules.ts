import { addDays, lastSundayBefore, weekStartOf, type LocalDate } from '../time';

/** Date presets. All end on the last Sunday. */
export const rangePresets = ['lastWeek', 'last4Weeks', 'last13Weeks', 'allTime', 'custom'] as const;
export type RangePreset = (typeof rangePresets)[number];
export const defaultPreset: RangePreset = 'last13Weeks';
const allTimeStart: LocalDate = '2013-01-07';

export interface WeekRange {
  /** A Monday. */
  start: LocalDate;
  /** A Sunday. */
  end: LocalDate;
}

const weeksOf = { lastWeek: 1, last4Weeks: 4, last13Weeks: 13 } as const;

/** The weeks of a preset as of `today`, the organisation's local date. */
export function presetRange(preset: Exclude<RangePreset, 'custom'>, today: LocalDate): WeekRange {
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
