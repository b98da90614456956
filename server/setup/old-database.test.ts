// @databases both
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domain } from '../../tests/support/acting';
import { derivedTables } from '../../tests/support/derived-tables';
import { mondayOf, oldDatabase, type KitchenName, type OldDatabase } from '../../tests/support/old-database';
import { clockAt } from '../../tests/support/scratch-organisation';
import { processDirtyWeeks, rebuildEverything } from '../domain/measures/rollups.service';
import type { Db } from '../platform/db/database';
import { addDays } from '../platform/time';
import { prepareDatabase } from './prepare-database';

const clock = clockAt('2025-05-01T12:00:00Z');

/** What was recorded and decided, column by column as the build before had it. */
async function recorded(
  db: Db,
  columns?: Record<string, string[]>,
): Promise<{ columns: Record<string, string[]>; rows: Record<string, unknown[]> }> {
  const known: Record<string, string[]> = {};
  const rows: Record<string, unknown[]> = {};
  for (const table of ['waste_event', 'calendar_exception', 'secured_site', 'site']) {
    known[table] =
      columns?.[table] ??
      (
        await sql<{
          name: string;
        }>`select column_name as name from information_schema.columns where table_name = ${table} order by 1`.execute(
          db,
        )
      ).rows.map(({ name }) => name);
    rows[table] = (
      await sql`select ${sql.join(known[table].map((name) => sql.ref(name)))} from ${sql.table(table)} order by 1, 2`.execute(
        db,
      )
    ).rows;
  }
  return { columns: known, rows };
}

describe('a filled database of an older build', () => {
  let old: OldDatabase;
  let before: Awaited<ReturnType<typeof recorded>>;
  let db: Db;

  beforeAll(async () => {
    old = await oldDatabase();
    db = old.database.db;
    before = await recorded(db);
    await prepareDatabase(db);
    await processDirtyWeeks(db, { clock, domain });
  });
  afterAll(() => old.drop());

  const at = (name: KitchenName) =>
    sql`organisation_id = ${old.organisationId} and location_id = ${old.locationId[name]}`;
  const baselines = async (name: KitchenName) =>
    (
      await sql<{ state: string; method: string; grams: number }>`
    select state, method, round(g_per_open_day * open_days) as grams from baseline where ${at(name)} order by id`.execute(
        db,
      )
    ).rows.map(({ state, method, grams }) => [state, method, grams]);

  it('keeps all that was recorded and decided', async () => {
    expect((await recorded(db, before.columns)).rows).toEqual(before.rows);
    expect(before.rows.waste_event).toHaveLength(14 * (6 * 5 + 4));
  });

  it('comes to the figures that this build works out from nothing', async () => {
    const migrated = await derivedTables(db, old.organisationId);
    await rebuildEverything(db, { clock, domain });
    expect(migrated).toEqual(await derivedTables(db, old.organisationId));
  });

  it('has no open day of a closed location after the last one with an event', async () => {
    const { rows } =
      await sql`select closed_on as "closedOn" from location where organisation_id = ${old.organisationId} and status = 'I'`.execute(
        db,
      );
    expect(rows).toEqual([{ closedOn: addDays(mondayOf(4), -1) }]);
    expect(
      (
        await sql<{
          days: number;
        }>`select open_days as days from location_week where ${at('closed')} order by week_start`.execute(db)
      ).rows.map(({ days }) => days),
    ).toEqual([7, 7, 7, 7, 0, 0]);
  });

  it('lets chosen baselines follow their weeks, and ends those without an event', async () => {
    expect(await baselines('manual')).toEqual([
      ['RETIRED', 'AUTO', 4200],
      ['RETIRED', 'MANUAL', 3100],
      ['ACTIVE', 'MANUAL', 2100],
    ]);
    expect(await baselines('gone')).toEqual([
      ['RETIRED', 'AUTO', 4200],
      ['RETIRED', 'MANUAL', 2400],
    ]);
    expect((await sql`select period from location_stage where ${at('gone')}`.execute(db)).rows).toEqual([
      { period: 'ACTIVATION' },
    ]);
    expect(await baselines('plain')).toEqual([['ACTIVE', 'AUTO', 4200]]);
  });

  it('calls no week without an open day compliant, and compares nothing with it', async () => {
    const { rows } =
      await sql`select week_start as week, compliant from rollup_week where ${at('stray')} order by week_start`.execute(
        db,
      );
    expect(rows).toEqual([0, 1, 2, 3, 4, 5].map((week) => ({ week: mondayOf(week), compliant: week !== 4 })));
    expect(
      (
        await sql`select g_delta as step, prior_open_days as prior from readiness_week where ${at('stray')} and week_start >= ${mondayOf(4)} order by week_start`.execute(
          db,
        )
      ).rows,
    ).toEqual([
      { step: null, prior: null },
      { step: 0, prior: 7 },
    ]);
  });

  it('keeps steps exactly', async () => {
    expect(
      (
        await sql<{
          step: number | null;
        }>`select g_delta as step from readiness_week where ${at('plain')} order by week_start`.execute(db)
      ).rows.map(({ step }) => step),
    ).toEqual([null, 0.333333333333, -0.25, -0.222222222222, 0, 0]);
  });

  it('knows what of its sums was estimated', async () => {
    const { rows } =
      await sql`select sum(estimated_g) as estimated, sum(g) as grams from rollup_week where ${at('served')}`.execute(
        db,
      );
    expect(rows).toEqual([{ estimated: 14 * 570, grams: 14 * 570 }]);
    expect(
      (await sql`select sum(estimated_g) as estimated from rollup_week where ${at('plain')}`.execute(db)).rows,
    ).toEqual([{ estimated: 0 }]);
  });

  it('keeps somebody restricted who was', async () => {
    expect(
      (
        await sql`select user_id as "userId" from restricted_person where organisation_id = ${old.organisationId}`.execute(
          db,
        )
      ).rows,
    ).toEqual([{ userId: old.restrictedUser }]);
  });
});
