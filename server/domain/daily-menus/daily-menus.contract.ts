import { z } from 'zod';
import { isLocalDate, type LocalDate } from '../../platform/time';

const day = z.string().refine(isLocalDate, 'errors.notADate').meta({ format: 'date' });

export const dailyMenusQuery = z.strictObject({
  from: day,
  to: day,
  locationId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  limit: z.coerce.number().int().min(1).max(5_000).default(1_000),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
});

const dailyMenu = z.strictObject({
  locationId: z.number(),
  date: z.string().describe('A day of the location’s own calendar.'),
  daypartId: z.number().nullable().describe('null: the whole day.'),
  daypartName: z.string().nullable(),
  itemId: z.number(),
  itemName: z.string(),
  plannedPortions: z.number().nullable().describe('null: not stated.'),
});
export type DailyMenu = z.infer<typeof dailyMenu>;

export const dailyMenusAnswer = z.object({ limit: z.number(), offset: z.number(), menus: z.array(dailyMenu) });

/** What is planned to be served at a place on a day. */
export interface PlannedItem {
  locationId: number;
  date: LocalDate;
  itemId: number;
  daypartId: number | null;
  plannedPortions: number | null;
}

/** Days of a location whose menus are known anew: what stood there before is gone. */
export interface CoveredDay {
  locationId: number;
  date: LocalDate;
}
