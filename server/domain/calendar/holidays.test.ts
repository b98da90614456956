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

  it.each([
    ['the last Monday of August in England', 'GB-ENG', '2025-08-25', 'Summer bank holiday'],
    ['the first in Scotland', 'GB-SCT', '2025-08-04', 'Summer bank holiday'],
    ['St Andrew’s Day in Scotland', 'GB-SCT', '2025-12-01', 'St Andrew’s Day (substitute day)'],
    ['Epiphany in Bavaria', 'DE-BY', '2025-01-06', 'Heilige Drei Könige'],
    ['Assumption where Bavaria is Catholic', 'DE-BY-KATH', '2025-08-15', 'Mariä Himmelfahrt'],
    ['Women’s Day in Berlin', 'DE-BE', '2025-03-08', 'Internationaler Frauentag'],
    ['Patriots’ Day in Massachusetts', 'US-MA', '2025-04-21', "Patriots' Day"],
    ['Good Friday in Alsace', 'FR-67', '2025-04-18', 'Vendredi saint'],
  ])('has %s', (_, area, day, name) => {
    expect(publicHolidays(area, 2025)).toContainEqual({ day, name });
    expect(publicHolidays(area.slice(0, 2), 2025)).not.toContainEqual({ day, name });
  });

  it.each([
    ['the August of Scotland in England', 'GB-ENG', '2025-08-04'],
    ['the August of England in Scotland', 'GB-SCT', '2025-08-25'],
    ['Easter Monday in Scotland', 'GB-SCT', '2025-04-21'],
    ['Epiphany in Berlin', 'DE-BE', '2025-01-06'],
    ['Assumption in all of Bavaria', 'DE-BY', '2025-08-15'],
    ['Columbus Day in California', 'US-CA', '2025-10-13'],
    ['Good Friday in all of France', 'FR', '2025-04-18'],
  ])('has not %s', (_, area, day) => {
    expect(publicHolidays(area, 2025).map((one) => one.day)).not.toContain(day);
  });

  it('has every full day of a feast that lasts for days, and not its eve', () => {
    const days = publicHolidays('TR', 2025)
      .filter((one) => one.name === 'Ramazan Bayramı')
      .map((one) => one.day);
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
    const count = async () =>
      (await sql<{ n: number }>`select count(*) as n from area_holiday where area = 'NO'`.execute(db)).rows[0]?.n;
    await db.transaction().execute((trx) => ensureHolidays(trx, ['NO'], [2024]));
    const first = await count();
    await db.transaction().execute((trx) => ensureHolidays(trx, ['NO', 'NO'], [2024]));
    expect(first).toBe(publicHolidays('NO', 2024).length);
    expect(await count()).toBe(first);
  });
});
