import { measure } from '../../domain/measures';
import type { ElementValues } from '../../domain/measures/measure.contract';
import type { PlaceFilter } from '../../domain/places/place.contract';
import type { Viewer } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import type { TrackedDays } from './food-waste.contract';

export interface FoodWasteQuestion {
  place: PlaceFilter;
  start: LocalDate;
  end: LocalDate;
  /** All stages without it. */
  stageId: number | undefined;
  where: ElementValues;
}

type DaysQuery = PlaceFilter & { start: LocalDate; end: LocalDate; stageId: number | undefined };

/** The calendar by currency: a cost per open day counts the days of the kitchens that have that currency. */
export const listDays = (db: Db, scope: Viewer['scope'], query: DaysQuery) =>
  measure(db, scope, { ...query, grain: 'day', by: 'currency', figures: ['openDays', 'trackedDays'] });

interface CalendarDay extends TrackedDays {
  currency: string;
}

/** @param currency all of them where it is null */
export const daysIn = <D extends CalendarDay>(rows: readonly D[], currency: string | null): D[] =>
  rows.filter((row) => currency === null || row.currency === currency);

export const addDaysOf = (rows: readonly TrackedDays[]): TrackedDays => ({
  openDays: rows.reduce((sum, row) => sum + row.openDays, 0),
  trackedDays: rows.reduce((sum, row) => sum + row.trackedDays, 0),
});
