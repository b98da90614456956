import Holidays from 'date-holidays';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database';
import { addDays, type LocalDate } from '../../platform/time';

/** The day on which clocks go forward has 23 hours; a part of a day. */
const clockChange = 1 / 24;

export interface Holiday {
  day: LocalDate;
  /** In the country's own language. */
  name: string;
}

/** National public holidays of one year, in order; none for a country that the library does not know. */
export function publicHolidays(countryCode: string, year: number): Holiday[] {
  const library = new Holidays(countryCode);
  const found = new Map<LocalDate, string>();
  // A substitute day, or the end of a long feast, can lie in the year beside the one it is listed under.
  for (const listedUnder of [year - 1, year, year + 1]) {
    for (const holiday of library.getHolidays(listedUnder).filter((one) => one.type === 'public')) {
      for (const day of daysOf(holiday)) if (day.startsWith(`${year}-`) && !found.has(day)) found.set(day, holiday.name);
    }
  }
  return [...found].map(([day, name]) => ({ day, name })).sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** Feasts that begin on the eve are listed under their first full day; half a day closes nobody for a day. */
function daysOf({ date, start, end }: { date: string; start: Date; end: Date }): LocalDate[] {
  const fullDays = Math.floor((end.getTime() - start.getTime()) / 86_400_000 + clockChange);
  return Array.from({ length: fullDays }, (_, index) => addDays(date.slice(0, 10), index));
}

/** Fills `holiday` and `holiday_year` where a country's year is not there yet. Call once a transaction: it inserts in a fixed order. */
export async function ensureHolidays(trx: Trx, countryCodes: readonly string[], years: readonly number[]): Promise<void> {
  const missing = await sql<{ country_code: string; year: number }>`
    select c.code as country_code, y.year
    from unnest(${[...new Set(countryCodes)]}::text[]) as c (code) cross join unnest(${[...new Set(years)]}::int[]) as y (year)
    where not exists (select from holiday_year h where h.country_code = c.code and h.year = y.year)
    order by 1, 2`.execute(trx);
  if (missing.rows.length === 0) return;
  const holidays = missing.rows.flatMap(({ country_code: country, year }) =>
    publicHolidays(country, year).map((holiday) => ({ country, ...holiday })));
  await sql`
    insert into holiday_year (country_code, year)
    select * from unnest(${missing.rows.map((row) => row.country_code)}::text[], ${missing.rows.map((row) => row.year)}::int[])
    on conflict do nothing`.execute(trx);
  await sql`
    insert into holiday (country_code, day, name)
    select * from unnest(${holidays.map((one) => one.country)}::text[], ${holidays.map((one) => one.day)}::date[],
      ${holidays.map((one) => one.name)}::text[])
    on conflict do nothing`.execute(trx);
}
