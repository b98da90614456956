import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { scratchDatabase } from '../../../tests/support/scratch-database';
import { scratchOrganisation } from '../../../tests/support/scratch-organisation';
import { testNow } from '../../../tests/support/test-app';
import { closedReasonOf, type LocationCalendar } from '../../domain/calendar/calendar.rules';
import { publicHolidays } from '../../domain/calendar/holidays';
import { listCalendarDays, rebuildOpenDays } from '../../domain/calendar/open-days.store';
import { addDays, daysBetween } from '../../platform/time';

// Two weeks around the turn of a year, with Christmas and New Year in them.
const monday = '2024-12-23';
const days = Array.from({ length: 14 }, (_, index) => addDays(monday, index));
const day = fc.constantFrom(...days);
const holidays = new Set([...publicHolidays('US', 2024), ...publicHolidays('US', 2025)].map((one) => one.day));

const calendars: fc.Arbitrary<LocationCalendar> = fc.record({
  firstEventDate: fc.option(day),
  closedOn: fc.option(day),
  holidaysObserved: fc.boolean(),
  holidays: fc.constant(holidays),
  patterns: fc.uniqueArray(
    fc.record({
      weekday: fc.integer({ min: 1, max: 7 }),
      validFrom: fc.constantFrom('2020-01-01', ...days),
      open: fc.boolean(),
    }),
    { maxLength: 8, selector: (one) => `${one.weekday} ${one.validFrom}` },
  ),
  exceptions: fc
    .array(fc.record({ id: fc.constant(0), fromDate: day, toDate: day, open: fc.boolean() }), { maxLength: 4 })
    .map((list) => list.filter((one) => one.fromDate <= one.toDate)),
});

it('SQL and the pure rule agree on every day', async () => {
  const { db } = await scratchDatabase();
  const { id: organisationId, locationIds } = await scratchOrganisation(db);
  const locationId = locationIds[0] as number;

  await fc.assert(
    fc.asyncProperty(calendars, async (calendar) => {
      const rules = await db.transaction().execute(async (trx) => {
        await sql`delete from calendar_pattern where organisation_id = ${organisationId}`.execute(trx);
        await sql`delete from calendar_exception where organisation_id = ${organisationId}`.execute(trx);
        await trx
          .updateTable('location')
          .where('id', '=', locationId)
          .set({
            first_event_date: calendar.firstEventDate,
            closed_on: calendar.closedOn,
            holidays_observed: calendar.holidaysObserved,
          })
          .execute();
        for (const one of calendar.patterns) {
          await trx
            .insertInto('calendar_pattern')
            .values({
              organisation_id: organisationId,
              location_id: locationId,
              weekday: one.weekday,
              valid_from: one.validFrom,
              open: one.open,
            })
            .execute();
        }
        const exceptions = [];
        for (const one of calendar.exceptions) {
          const row = await trx
            .insertInto('calendar_exception')
            .values({
              organisation_id: organisationId,
              location_id: locationId,
              from_date: one.fromDate,
              to_date: one.toDate,
              open: one.open,
              created_at: new Date(testNow),
            })
            .returning('id')
            .executeTakeFirstOrThrow();
          exceptions.push({ ...one, id: row.id });
        }
        await rebuildOpenDays(trx, organisationId, [
          { locationId, weekStart: monday },
          { locationId, weekStart: addDays(monday, 7) },
        ]);
        return { ...calendar, exceptions };
      });

      const expected = days.map((one) => ({ day: one, closedReason: closedReasonOf(one, rules) }));
      expect(
        await listCalendarDays(db, { organisationId, locationId, from: monday, to: days.at(-1) as string }),
      ).toEqual(expected);
      const stored = await sql<{ day: string; closedReason: string | null; is_open: boolean; week_start: string }>`
      select local_date as day, closed_reason as "closedReason", is_open, week_start from location_day
      where organisation_id = ${organisationId} order by local_date`.execute(db);
      expect(stored.rows).toEqual(
        expected.map((one) => ({
          ...one,
          is_open: one.closedReason === null,
          week_start: daysBetween(monday, one.day) < 7 ? monday : addDays(monday, 7),
        })),
      );
      const weeks = await sql<{ open_days: number }>`
      select open_days from location_week where organisation_id = ${organisationId} order by week_start`.execute(db);
      const open = (from: number) => expected.slice(from, from + 7).filter((one) => one.closedReason === null).length;
      expect(weeks.rows.map((row) => row.open_days)).toEqual([open(0), open(7)]);
    }),
    { numRuns: 60 },
  );
});

it('lists nothing for a location of another organisation', async () => {
  const { db } = await scratchDatabase();
  const ours = await scratchOrganisation(db);
  const theirs = await scratchOrganisation(db);
  expect(
    await listCalendarDays(db, {
      organisationId: ours.id,
      locationId: theirs.locationIds[0] as number,
      from: monday,
      to: monday,
    }),
  ).toEqual([]);
});
