import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { domain } from '../../../tests/support/acting';
import { derivedTables } from '../../../tests/support/derived-tables';
import { besideTransaction } from '../../../tests/support/one-connection';
import { brokenInvariants } from '../../../tests/support/rollup-invariants';
import { scratchDatabase } from '../../../tests/support/scratch-database';
import {
  clockAt,
  scratchOrganisation,
  scratchValues,
  type ScratchOrganisation,
} from '../../../tests/support/scratch-organisation';
import type { Db } from '../../platform/db/database';
import type { IngestCandidate } from '../events/ingest.contract';
import { ingestEvents } from '../events/ingest.service';
import { clearMarks, countWaitingWeeks, seeMarks } from '../weeks';
import { processDirtyWeeks, rebuildEverything } from './rollups.service';

const clock = clockAt('2025-09-01T12:00:00Z');
let db: Db;
let organisation: ScratchOrganisation;

beforeEach(async () => {
  ({ db } = await scratchDatabase());
  organisation = await scratchOrganisation(db, { locations: 2, timeZone: 'America/New_York' });
});

const event = (localDate: string, change: Partial<IngestCandidate> = {}): IngestCandidate => ({
  clientEventUuid: randomUUID(),
  locationId: organisation.locationIds[0] as number,
  occurredAt: undefined,
  localDate,
  stageId: 8,
  grossGrams: 100,
  enteredValue: 100,
  enteredUnit: 'g',
  costAmount: '0.25',
  ...change,
});
const report = (...candidates: IngestCandidate[]) =>
  db
    .transaction()
    .execute((trx) => ingestEvents(trx, { organisationId: organisation.id, origin: 'API', clock, domain }, candidates));
const process = () => processDirtyWeeks(db, { clock, domain, organisationId: organisation.id });

it('0 kg makes a day a tracked one, is no transaction, and begins no baseline period', async () => {
  await report(event('2025-05-27', { grossGrams: 0, costAmount: '0' }));
  await process();
  const tables = await derivedTables(db, organisation.id);
  expect(tables.rollup_week).toMatchObject([{ txn: 0, g: 0, tracked_days: 1, compliant: false }]);
  expect(tables.location_stage).toEqual([]);
  expect(tables.readiness_week).toEqual([]);

  await report(event('2025-06-03'));
  await process();
  const later = await derivedTables(db, organisation.id);
  expect(later.location_stage).toMatchObject([{ period: 'BASELINE', first_week: '2025-06-02' }]);
  expect(await brokenInvariants(db, organisation.id)).toEqual({});
});

it('counts the weeks still to be rebuilt, of one location or all, and those marked until an instant', async () => {
  const [, other = 0] = organisation.locationIds;
  const waiting = (locationId: number | null, markedUntil?: Date) =>
    countWaitingWeeks(db, { organisationId: organisation.id, locationId, markedUntil });
  await report(event('2025-05-27'), event('2025-06-03'));
  expect(await waiting(null)).toBe(2);
  expect(await waiting(other)).toBe(0);
  expect(await waiting(null, new Date('2020-01-01T00:00:00Z'))).toBe(0);
  expect(await waiting(null, new Date('2120-01-01T00:00:00Z'))).toBe(2);
  await process();
  expect(await waiting(null)).toBe(0);
});

describe('processDirtyWeeks', () => {
  it('adds up days, weeks and references, and nothing that does not count', async () => {
    const values = await scratchValues(db, organisation.id);
    // Tuesday to Sunday of the week with Memorial Day (Monday).
    await report(
      ...['2025-05-27', '2025-05-28', '2025-05-29', '2025-05-30', '2025-05-31'].flatMap((day) => [
        event(day, { itemId: values.item }),
        event(day),
      ]),
      event('2025-06-01', { countsAsWaste: false }),
      event('2025-05-27', { stageId: 9, grossGrams: 0.5, estimated: true }),
    );
    expect(await process()).toEqual({ weeks: 1, organisations: [organisation.id] });
    const tables = await derivedTables(db, organisation.id);
    const week = {
      organisation_id: organisation.id,
      location_id: organisation.locationIds[0],
      week_start: '2025-05-26',
    };
    expect(tables.rollup_week).toEqual([
      {
        ...week,
        stage_id: 8,
        txn: 10,
        g: 1_000,
        cost: 2.5,
        estimated_g: 0,
        derived_cost: 0,
        currency_code: 'USD',
        tracked_days: 5,
        compliant: false,
      },
      {
        ...week,
        stage_id: 9,
        txn: 1,
        g: 0.5,
        cost: 0.25,
        estimated_g: 0.5,
        derived_cost: 0,
        currency_code: 'USD',
        tracked_days: 1,
        compliant: false,
      },
    ]);
    expect(tables.rollup_day).toHaveLength(6);
    expect(tables.rollup_week_dim).toContainEqual({
      ...week,
      stage_id: 8,
      element_code: 'WASTEITEM',
      ref_id: values.item,
      txn: 5,
      g: 500,
      cost: 1.25,
    });
    expect(tables.rollup_week_dim).toContainEqual({
      ...week,
      stage_id: 8,
      element_code: 'WASTEITEM',
      ref_id: 0,
      txn: 5,
      g: 500,
      cost: 1.25,
    });
    // The Monday lies before the first event; the Sunday was open without an event that counts.
    expect(tables.location_week).toEqual([{ ...week, open_days: 6, check_g: 0 }]);
    expect(tables.location).toEqual([
      { id: organisation.locationIds[0], first_event_date: '2025-05-27' },
      { id: organisation.locationIds[1], first_event_date: null },
    ]);
  });

  it('leaves weeks that are marked again and again to a later run, where it is told to', async () => {
    await report(event('2025-05-27'), event('2025-06-03'));
    await sql`update dirty_week set marked_at = now() - interval '30 seconds' where organisation_id = ${organisation.id} and week_start = '2025-05-26'`.execute(
      db,
    );
    const sweep = () => processDirtyWeeks(db, { clock, domain, organisationId: organisation.id, restedSeconds: 20 });
    expect(await sweep()).toEqual({ weeks: 1, organisations: [organisation.id] });
    expect(await sweep()).toEqual({ weeks: 0, organisations: [] });
    expect((await derivedTables(db, organisation.id)).rollup_week).toMatchObject([{ week_start: '2025-05-26' }]);
    expect((await process()).weeks).toBe(1);
  });

  it('calls a week compliant when every open day has an event and there are ten', async () => {
    const week = ['2025-06-02', '2025-06-03', '2025-06-04', '2025-06-05', '2025-06-06', '2025-06-07', '2025-06-08'];
    const compliance = async () =>
      (
        await sql<{
          compliant: boolean;
        }>`select compliant from rollup_week where organisation_id = ${organisation.id}`.execute(db)
      ).rows[0]?.compliant;
    await report(...week.map((day) => event(day)), event('2025-06-02'), event('2025-06-02'));
    await process();
    expect(await compliance()).toBe(false);
    await report(event('2025-06-02'));
    await process();
    expect(await compliance()).toBe(true);
  });

  it('never calls a week without an open day compliant, and keeps what was weighed in it', async () => {
    await report(event('2025-05-28'), ...Array.from({ length: 12 }, () => event('2025-06-03')));
    await db
      .insertInto('calendar_exception')
      .values({
        organisation_id: organisation.id,
        location_id: organisation.locationIds[0] as number,
        from_date: '2025-06-02',
        to_date: '2025-06-08',
        open: false,
        created_at: clock.now(),
      })
      .execute();
    await process();
    const week = (await derivedTables(db, organisation.id)).rollup_week?.at(-1);
    expect(week).toMatchObject({ week_start: '2025-06-02', txn: 12, g: 1_200, tracked_days: 0, compliant: false });
  });

  it('makes pages stale once for each batch, and does nothing when there is nothing to do', async () => {
    const version = async () =>
      (
        await db
          .selectFrom('organisation')
          .select('data_version')
          .where('id', '=', organisation.id)
          .executeTakeFirstOrThrow()
      ).data_version;
    const before = await version();
    await report(event('2025-06-02'), event('2025-06-09'), event('2025-06-16'));
    expect(await processDirtyWeeks(db, { clock, domain, limit: 2, organisationId: organisation.id })).toMatchObject({
      weeks: 3,
    });
    expect(await version()).toBe(before + 2);
    expect(await process()).toEqual({ weeks: 0, organisations: [] });
    expect(await version()).toBe(before + 2);
  });

  it('leaves other organisations’ marks to their own run when it is asked for one', async () => {
    const other = await scratchOrganisation(db);
    await report(event('2025-06-02'));
    expect(await processDirtyWeeks(db, { clock, domain, organisationId: other.id })).toEqual({
      weeks: 0,
      organisations: [],
    });
    expect((await processDirtyWeeks(db, { clock, domain })).organisations).toContain(organisation.id);
  });

  // The embedded database has one connection, so no two transactions are ever open at once.
  it.runIf(globalThis.process.env.TARE_TEST_DB === 'postgres')(
    'leaves a mark to the writer that still holds it',
    async () => {
      await report(event('2025-06-02'));
      const organisationId = organisation.id;
      const sums = async () =>
        (
          await sql<{
            txn: number;
          }>`select sum(txn)::int as txn from rollup_week where organisation_id = ${organisationId}`.execute(db)
        ).rows;
      await db.transaction().execute(async (trx) => {
        await ingestEvents(trx, { organisationId, origin: 'API', clock, domain }, [event('2025-06-03')]);
        expect(await besideTransaction(process)).toEqual({ weeks: 0, organisations: [] });
      });
      expect(await process()).toMatchObject({ weeks: 1 });
      expect(await sums()).toEqual([{ txn: 2 }]);
    },
  );

  it.runIf(globalThis.process.env.TARE_TEST_DB === 'postgres')(
    'keeps no writer waiting while weeks are rebuilt, and keeps what they mark meanwhile',
    async () => {
      await report(event('2025-06-02'));
      await db.transaction().execute(async (trx) => {
        const marks = await seeMarks(trx, organisation.id, { limit: 10, restedSeconds: 0 });
        expect(marks).toHaveLength(1);
        await besideTransaction(() => report(event('2025-06-03'), event('2025-06-10')));
        await clearMarks(trx, organisation.id, marks);
      });
      expect((await process()).weeks).toBe(2);
      expect(await brokenInvariants(db, organisation.id)).toEqual({});
      expect((await derivedTables(db, organisation.id)).rollup_week).toMatchObject([
        { week_start: '2025-06-02', txn: 2 },
        { week_start: '2025-06-09', txn: 1 },
      ]);
    },
  );

  it('loses nothing when writers and workers run at once', async () => {
    const days = Array.from({ length: 28 }, (_, index) => `2025-06-${String(index + 1).padStart(2, '0')}`);
    const writer = async (locationId: number | undefined) => {
      for (const day of days)
        await report(event(day, { locationId }), event(days[27 - days.indexOf(day)] as string, { locationId }));
    };
    const worker = async () => {
      for (let round = 0; round < 12; round += 1)
        await processDirtyWeeks(db, { clock, domain, limit: 2, organisationId: organisation.id });
    };
    await Promise.all(
      [...organisation.locationIds, ...organisation.locationIds].map(writer).concat([worker(), worker()]),
    );
    await process();
    expect(await brokenInvariants(db, organisation.id)).toEqual({});
    expect(
      (
        await sql<{
          txn: number;
        }>`select sum(txn)::int as txn from rollup_week where organisation_id = ${organisation.id}`.execute(db)
      ).rows,
    ).toEqual([{ txn: 4 * 56 }]);
  });
});

describe('rebuildEverything', () => {
  it('repairs whatever was broken, for one organisation', async () => {
    await report(event('2025-06-02'), event('2025-06-10', { locationId: organisation.locationIds[1] }));
    await process();
    const right = await derivedTables(db, organisation.id);
    await sql`update rollup_week set g = g + 1 where organisation_id = ${organisation.id}`.execute(db);
    await sql`delete from location_day where organisation_id = ${organisation.id} and local_date < '2025-06-05'`.execute(
      db,
    );
    await sql`insert into rollup_day select organisation_id, location_id, '2025-07-02', stage_id, '2025-06-30', txn, g, cost, first_at, last_at
      from rollup_day where organisation_id = ${organisation.id}`.execute(db);
    await rebuildEverything(db, { clock, domain, organisationId: organisation.id });
    expect(await derivedTables(db, organisation.id)).toEqual(right);
  });
});
