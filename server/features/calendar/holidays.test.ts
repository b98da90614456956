import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { scratchDatabase } from '../../../tests/support/scratch-database';
import { scratchOrganisation } from '../../../tests/support/scratch-organisation';
import { ensureHolidays, publicHolidays } from './holidays';

describe('publicHolidays', () => {
  it.each([
    ['US', 2025, '2025-05-26', 'Memorial Day'],
    ['DE', 2025, '2025-10-03', 'Tag der Deutschen Einheit'],
    ['FR', 2025, '2025-07-14', 'Fête Nationale de la France'],
    ['US', 2021, '2021-12-31', "New Year's Day (substitute day)"],
  ])('%s %i: %s is %s', (country, year, day, name) => {
    expect(publicHolidays(country, year)).toContainEqual({ day, name });
  });

  it('has every full day of a feast that lasts for days, and not its eve', () => {
    const days = publicHolidays('TR', 2025).filter((one) => one.name === 'Ramazan Bayramı').map((one) => one.day);
    expect(days).toEqual(['2025-03-30', '2025-03-31', '2025-04-01']);
  });

  it.each([
    ['a regional holiday', 'DE', '2025-08-15'],
    ['an observance', 'US', '2025-02-14'],
    ['half a day', 'CN', '2025-05-04'],
  ])('leaves out %s', (_, country, day) => {
    expect(publicHolidays(country, 2025).map((one) => one.day)).not.toContain(day);
  });

  it('is empty for a country that the library does not know', () => {
    expect(publicHolidays('ZZ', 2025)).toEqual([]);
  });
});

describe('ensureHolidays', () => {
  it('fills a year once', async () => {
    const { db } = await scratchDatabase();
    await scratchOrganisation(db, { countryCode: 'NO' });
    const count = async () => (await sql<{ n: number }>`select count(*) as n from holiday where country_code = 'NO'`.execute(db)).rows[0]?.n;
    await db.transaction().execute((trx) => ensureHolidays(trx, ['NO'], [2024]));
    const first = await count();
    await db.transaction().execute((trx) => ensureHolidays(trx, ['NO', 'NO'], [2024]));
    expect(first).toBe(publicHolidays('NO', 2024).length);
    expect(await count()).toBe(first);
  });
});
