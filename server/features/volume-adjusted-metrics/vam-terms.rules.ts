import { daysBetween, type LocalDate } from '../../platform/time';

export const levels = ['site', 'location'] as const;
export const groupings = ['month', 'week'] as const;

/** Three years: more weeks of many kitchens nobody reads, and everybody waits for. */
export const mostDays = 1_100;
export const isTooLong = (start: LocalDate, end: LocalDate) => daysBetween(start, end) >= mostDays;
