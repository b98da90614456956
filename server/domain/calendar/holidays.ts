import Holidays from 'date-holidays';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database';
import { addDays, type LocalDate } from '../../platform/time';
import { partsOf } from './subdivisions';

/** The day on which clocks go forward has 23 hours; a part of a day. */
const clockChange = 1 / 24;

export interface Holiday {
  day: LocalDate;
  /** In the country's own language. */
  name: string;
}

/**
 * Public holidays of one year, in order: of a country ('DE') those that hold in all of it, of a part of one ('DE-BY',
 * 'DE-BY-KATH') all that hold there. None for a country that the library does not know.
 */
export function publicHolidays(area: string, year: number): Holiday[] {
  const library = new Holidays(...partsOf(area));
  const found = new Map<LocalDate, string>();
  // A substitute day, or the end of a long feast, can lie in the year beside the one it is listed under.
  for (const listedUnder of [year - 1, year, year + 1]) {
    for (const holiday of library.getHolidays(listedUnder).filter((one) => one.type === 'public')) {
      for (const day of daysOf(holiday))
        if (day.startsWith(`${year}-`) && !found.has(day)) found.set(day, holiday.name);
    }
  }
  return [...found].map(([day, name]) => ({ day, name })).sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** Feasts that begin on the eve are listed under their first full day; half a day closes nobody for a day. */
function daysOf({ date, start, end }: { date: string; start: Date; end: Date }): LocalDate[] {
  const fullDays = Math.floor((end.getTime() - start.getTime()) / 86_400_000 + clockChange);
  return Array.from({ length: fullDays }, (_, index) => addDays(date.slice(0, 10), index));
}

/** Fills `area_holiday` and `area_holiday_year` where an area's year is not there yet. Call once a transaction: it inserts in a fixed order. */
export async function ensureHolidays(trx: Trx, areas: readonly string[], years: readonly number[]): Promise<void> {
  const missing = await sql<{ area: string; year: number }>`
    select a.area, y.year
    from unnest(${[...new Set(areas)]}::text[]) as a (area) cross join unnest(${[...new Set(years)]}::int[]) as y (year)
    where not exists (select from area_holiday_year h where h.area = a.area and h.year = y.year)
    order by 1, 2`.execute(trx);
  if (missing.rows.length === 0) return;
  const holidays = missing.rows.flatMap(({ area, year }) =>
    publicHolidays(area, year).map((holiday) => ({ area, ...holiday })),
  );
  await sql`
    insert into area_holiday_year (area, year)
    select * from unnest(${missing.rows.map((row) => row.area)}::text[], ${missing.rows.map((row) => row.year)}::int[])
    on conflict do nothing`.execute(trx);
  await sql`
    insert into area_holiday (area, day, name)
    select * from unnest(${holidays.map((one) => one.area)}::text[], ${holidays.map((one) => one.day)}::date[],
      ${holidays.map((one) => one.name)}::text[])
    on conflict do nothing`.execute(trx);
}
