import { z } from 'zod';
import type { ClosedReason } from '../../domain/calendar/calendar.rules';
import { wasteStageIds } from '../../domain/events/ingest.contract';
import type { NoForecast, WeekForecast } from '../../domain/measures/forecast.contract';
import { shortages, usualShortage } from '../../domain/measures/forecast.rules';

/** Of a location, which may have weighed, counted guests, or both. */
export type Outlook = ({ kind: 'week' } & WeekForecast) | NoForecast;

/** A week that is over, or the one that runs. */
export interface PastWeek {
  weekStart: string;
  running: boolean;
  /** Grams, or guests; null where nothing was recorded. */
  value: number | null;
  /** What was forecast of its tracked days; null of weeks that are not tested. */
  expected: number | null;
}

export interface ComingDay {
  day: string;
  /** null: open. */
  closed: ClosedReason | null;
  grams: number | null;
  cost: number | null;
  /** Guests expected, and servings to prepare. */
  covers: number | null;
  portions: number | null;
  /** The newest same weekday. */
  last: { day: string; grams: number } | null;
}

export interface Forecast {
  siteName: string;
  locationId: number;
  locationName: string;
  stageId: number;
  /** Share of days on which servings may run out. */
  shortage: number;
  /** Local to the location. */
  today: string;
  monday: string;
  currency: string;
  days: ComingDay[];
  waste: Outlook;
  /** null: no event has a cost. */
  cost: Outlook | null;
  /** null: no covers, or none that may be seen. */
  covers: Outlook | null;
  weeks: PastWeek[];
  coversWeeks: PastWeek[];
  /** Shares of what was read: weight from servings, days with an estimated number of guests. */
  estimatedShare: number | null;
  estimatedCovers: number | null;
}

export const shortageField = z.enum(shortages.map(String) as [string, ...string[]]);
export const exportQuery = z.strictObject({
  locationId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  wasteStageId: z.enum(wasteStageIds.map(String) as [string, ...string[]]).transform(Number),
  shortage: shortageField
    .default(String(usualShortage))
    .transform(Number)
    .describe('Per cent of days on which servings may run out.'),
});
