import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { actingIn, auditedIn, domain } from '../../../tests/support/acting';
import { scratchDatabase } from '../../../tests/support/scratch-database';
import { clockAt, scratchOrganisation, type ScratchOrganisation } from '../../../tests/support/scratch-organisation';
import { markDays, removeException } from '../../features/calendar/calendar.service';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { addDays } from '../../platform/time';
import { editEvent, voidEvent } from '../events/event-changes.service';
import { ingestEvents } from '../events/ingest.service';
import {
  acceptBaseline,
  proposeBaseline,
  rebaseBaseline,
  rejectBaseline,
  setManualBaseline,
  switchAutoBaseline,
} from './baseline.service';
import { processDirtyWeeks } from './rollups.service';

const clock = clockAt('2025-09-01T12:00:00Z');
// Without holidays in any of its weeks.
const monday = '2025-02-24';
const weekOf = (index: number) => addDays(monday, index * 7);
let db: Db;
let organisation: ScratchOrganisation;
let locationId: number;

beforeEach(async () => {
  ({ db } = await scratchDatabase());
  organisation = await scratchOrganisation(db);
  locationId = organisation.locationIds[0] as number;
});

/** Two events a day for each week, of so many grams; nothing for null. */
async function weighed(grams: (number | null)[]): Promise<void> {
  const candidates = grams.flatMap((grossGrams, week) =>
    grossGrams === null
      ? []
      : Array.from({ length: 14 }, (_, index) => ({
          clientEventUuid: randomUUID(),
          locationId,
          occurredAt: undefined,
          localDate: addDays(weekOf(week), index % 7),
          stageId: 8,
          grossGrams,
          enteredValue: grossGrams,
          enteredUnit: 'g',
        })),
  );
  await inTransaction((trx) =>
    ingestEvents(trx, { organisationId: organisation.id, origin: 'API', clock, domain }, candidates),
  );
  await processDirtyWeeks(db, { clock, domain, organisationId: organisation.id });
}

const inTransaction = <T>(work: (trx: Trx) => Promise<T>) => db.transaction().execute(work);
const acting = (scope?: Partial<Scope>) => actingIn(db, { organisationId: organisation.id, clock, scope });
const reason = 'new kitchen';
const set = (...weeks: string[]) => setManualBaseline(acting(), { locationId, stageId: 8, weeks, reason });
const propose = (...weeks: string[]) => proposeBaseline(acting(), { locationId, stageId: 8, weeks, reason });
const switchAuto = (enabled: boolean) => switchAutoBaseline(acting(), { locationId, enabled, reason });
const baselines = async () =>
  (
    await sql<{ state: string; method: string; first_week: string; g_per_open_day: number }>`
  select state, method, first_week, g_per_open_day from baseline where organisation_id = ${organisation.id} order by id`.execute(
      db,
    )
  ).rows;
const period = async () =>
  (
    await sql<{ period: string; entered_on: string }>`
  select period, entered_on from location_stage where organisation_id = ${organisation.id}`.execute(db)
  ).rows[0];

const auto = { method: 'AUTO', first_week: monday, g_per_open_day: 200 };

describe('the rule', () => {
  it('chooses as soon as three good weeks are complete, and the period follows', async () => {
    await weighed([100, 100, 100]);
    expect(await baselines()).toEqual([]);
    expect(await period()).toEqual({ period: 'BASELINE', entered_on: monday });
    await weighed([null, null, null, 100]);
    expect(await baselines()).toEqual([{ state: 'ACTIVE', ...auto }]);
    expect(await period()).toEqual({ period: 'REDUCTION', entered_on: weekOf(3) });
  });

  it('retires its choice when the weeks change afterwards, and keeps it as history', async () => {
    await weighed([100, 100, 100, 100]);
    await weighed([30]);
    const rows = await baselines();
    expect(rows).toMatchObject([
      { state: 'RETIRED', ...auto },
      { state: 'ACTIVE', method: 'AUTO', first_week: monday },
    ]);
    expect(rows[1]?.g_per_open_day).toBeCloseTo((3 * 7 * 200 + 14 * 30) / 21, 5);
  });

  it('leaves its choice alone when nothing changes', async () => {
    await weighed([100, 100, 100, 100]);
    await weighed([null, null, null, null, 100]);
    expect(await baselines()).toHaveLength(1);
  });
});

describe('setManualBaseline', () => {
  it('takes over, and the rule leaves it alone', async () => {
    await weighed([100, 100, 100, 150, 150]);
    await set(weekOf(3));
    await weighed([null, null, null, null, null, 100]);
    expect(await baselines()).toMatchObject([
      { state: 'RETIRED', ...auto },
      { state: 'ACTIVE', method: 'MANUAL', first_week: weekOf(3), g_per_open_day: 300 },
    ]);
    expect(await period()).toEqual({ period: 'REDUCTION', entered_on: weekOf(4) });
    expect(await auditedIn(db, organisation.id)).toEqual(['baseline.setManual']);
  });

  it.each<[string, string[], string]>([
    ['no week', [], 'baselines.noWeeks'],
    ['a Tuesday', [addDays(monday, 1)], 'baselines.weekNotMonday'],
    ['a week before the first event', [weekOf(-1)], 'baselines.weekWithoutData'],
    ['the week that is running', [weekOf(1)], 'baselines.weekStillRunning'],
  ])('refuses %s', async (_, weeks, code) => {
    await weighed([100, 100]);
    await expect(set(...weeks)).rejects.toMatchObject({ status: 422, code });
  });

  it('refuses a location without events', async () => {
    await expect(set(monday)).rejects.toMatchObject({ status: 422, code: 'baselines.noEvents' });
  });

  it('raises the data version, so that pages are made anew', async () => {
    await weighed([100, 100]);
    const version = async () =>
      (
        await db
          .selectFrom('organisation')
          .select('data_version')
          .where('id', '=', organisation.id)
          .executeTakeFirstOrThrow()
      ).data_version;
    const before = await version();
    await set(monday);
    expect(await version()).toBe(before + 1);
  });
});

describe('a manual baseline', () => {
  const history = async () => (await baselines()).map((one) => [one.state, one.method, one.g_per_open_day]);
  const eventsOf = async (index: number) =>
    (
      await sql<{ id: number }>`
    select id from waste_event where organisation_id = ${organisation.id} and week_start = ${weekOf(index)} and voided_at is null order by id`.execute(
        db,
      )
    ).rows.map((row) => row.id);
  const rebuilt = () => processDirtyWeeks(db, { clock, domain, organisationId: organisation.id });
  const voidAll = async (index: number) => {
    for (const eventId of await eventsOf(index)) await voidEvent(acting(), { eventId, reason: 'never happened' });
    await rebuilt();
  };
  const close = async (index: number, days: number) => {
    await markDays(acting(), {
      locationId,
      exception: { fromDate: weekOf(index), toDate: addDays(weekOf(index), days - 1), open: false, reason: '' },
    });
    await rebuilt();
  };

  beforeEach(async () => {
    await weighed([100, 100, 100, 150, 150, 100]);
    await set(weekOf(3));
  });

  it('follows an event that is voided, with the old figures in its history', async () => {
    await db
      .updateTable('baseline')
      .set({ created_by: 77 })
      .where('organisation_id', '=', organisation.id)
      .where('state', '=', 'ACTIVE')
      .execute();
    const [first] = await eventsOf(3);
    await voidEvent(acting(), { eventId: first as number, reason: 'twice' });
    await rebuilt();
    expect(await history()).toEqual([
      ['RETIRED', 'AUTO', 200],
      ['RETIRED', 'MANUAL', 300],
      ['ACTIVE', 'MANUAL', expect.closeTo((300 * 7 - 150) / 7, 5)],
    ]);
    expect(
      (
        await sql`select reason, created_by from baseline where organisation_id = ${organisation.id} and state = 'ACTIVE'`.execute(
          db,
        )
      ).rows,
    ).toEqual([{ reason, created_by: 77 }]);
  });

  it('follows one that is moved away, and one that comes late', async () => {
    const [first] = await eventsOf(3);
    await editEvent(acting(), {
      eventId: first as number,
      reason: 'wrong day',
      change: { occurredAt: new Date(`${weekOf(4)}T12:00:00Z`) },
    });
    await rebuilt();
    expect((await history()).at(-1)).toEqual(['ACTIVE', 'MANUAL', expect.closeTo((300 * 7 - 150) / 7, 5)]);
    await weighed([null, null, null, 50]);
    expect((await history()).at(-1)).toEqual(['ACTIVE', 'MANUAL', expect.closeTo((300 * 7 - 150 + 14 * 50) / 7, 5)]);
  });

  it('follows days that are closed, and is the same again when they are open', async () => {
    await close(3, 2);
    expect((await history()).at(-1)).toEqual(['ACTIVE', 'MANUAL', 420]);
    const { id } = (
      await sql<{ id: number }>`select id from calendar_exception where organisation_id = ${organisation.id}`.execute(
        db,
      )
    ).rows[0] as { id: number };
    await removeException(acting(), { locationId, exceptionId: id });
    await rebuilt();
    expect((await history()).at(-1)).toEqual(['ACTIVE', 'MANUAL', 300]);
    expect(await history()).toHaveLength(4);
  });

  it('writes no history where nothing of it changes', async () => {
    await weighed([null, null, null, null, null, 100]);
    expect(await history()).toHaveLength(2);
  });

  it('waits until every one of its weeks is worked out', async () => {
    await set(weekOf(3), weekOf(4));
    const before = (await history()).length;
    for (const index of [3, 4])
      await voidEvent(acting(), { eventId: (await eventsOf(index))[0] as number, reason: 'twice' });
    await processDirtyWeeks(db, { clock, domain, limit: 1, organisationId: organisation.id });
    expect((await history()).slice(before)).toEqual([['ACTIVE', 'MANUAL', expect.closeTo((300 * 14 - 300) / 14, 5)]]);
  });

  it('is void with its last event, and the rule chooses again', async () => {
    await voidAll(3);
    expect(await history()).toEqual([
      ['RETIRED', 'AUTO', 200],
      ['RETIRED', 'MANUAL', 300],
      ['ACTIVE', 'AUTO', 200],
    ]);
  });

  it('of a location without any event left is void, and the location in activation', async () => {
    for (const index of [0, 1, 2, 4, 5, 3]) await voidAll(index);
    expect((await history()).filter(([state]) => state === 'ACTIVE')).toEqual([]);
    expect((await period())?.period).toBe('ACTIVATION');
  });

  it('is void where no day of its weeks is open', async () => {
    await close(3, 7);
    expect((await history()).at(-1)).toEqual(['ACTIVE', 'AUTO', 200]);
  });

  it('is not made of weeks without events, nor accepted once they have none', async () => {
    const baselineId = await propose(weekOf(4));
    await voidAll(4);
    await expect(set(weekOf(4))).rejects.toMatchObject({ status: 422, code: 'baselines.nothingWeighed' });
    await expect(acceptBaseline(acting(), { locationId, stageId: 8, baselineId, reason })).rejects.toMatchObject({
      status: 409,
      code: 'baselines.nothingWeighed',
    });
    expect((await history()).filter(([state]) => state === 'ACTIVE')).toEqual([['ACTIVE', 'MANUAL', 300]]);
  });
});

describe('a proposal', () => {
  it('changes nothing until it is accepted', async () => {
    await weighed([100, 100, 100, 150, 150]);
    const baselineId = await propose(weekOf(3));
    expect((await baselines()).map((one) => one.state)).toEqual(['ACTIVE', 'PROPOSED']);
    await acceptBaseline(acting(), { locationId, stageId: 8, baselineId, reason });
    expect((await baselines()).map((one) => one.state)).toEqual(['RETIRED', 'ACTIVE']);
    await expect(rejectBaseline(acting(), { locationId, stageId: 8, baselineId, reason })).rejects.toMatchObject({
      status: 409,
      code: 'baselines.notProposed',
    });
  });

  it('can be turned down', async () => {
    await weighed([100, 100, 100, 150, 150]);
    const baselineId = await propose(weekOf(3));
    await rejectBaseline(acting(), { locationId, stageId: 8, baselineId, reason });
    expect((await baselines()).map((one) => one.state)).toEqual(['ACTIVE', 'REJECTED']);
    expect(await auditedIn(db, organisation.id)).toEqual(['baseline.propose', 'baseline.reject']);
  });
});

describe('switchAutoBaseline', () => {
  it('off keeps the weeks that the rule has chosen, and takes readiness away', async () => {
    await weighed([100, 100, 100, 100]);
    await switchAuto(false);
    expect(await baselines()).toEqual([{ ...auto, state: 'ACTIVE', method: 'MANUAL' }]);
    await weighed([300]);
    expect(await baselines()).toMatchObject([
      { ...auto, state: 'RETIRED', method: 'MANUAL' },
      { state: 'ACTIVE', method: 'MANUAL', first_week: monday, g_per_open_day: 400 },
    ]);
    expect(
      (await sql`select 1 from readiness_week where organisation_id = ${organisation.id}`.execute(db)).rows,
    ).toEqual([]);
  });

  it('on ends manual baselines and lets the rule choose', async () => {
    await weighed([100, 100, 100, 150, 150]);
    await set(weekOf(3));
    await switchAuto(true);
    expect(await baselines()).toMatchObject([
      { state: 'RETIRED' },
      { state: 'RETIRED', method: 'MANUAL' },
      { state: 'ACTIVE', ...auto },
    ]);
  });
});

describe('rebaseBaseline', () => {
  const rebase = (fromWeek: string) => rebaseBaseline(acting(), { locationId, stageId: 8, fromWeek, reason });

  it('takes the earliest run from a week on', async () => {
    await weighed([100, 100, 100, 150, 150, 150, 150]);
    await rebase(weekOf(3));
    expect((await baselines()).at(-1)).toEqual({
      state: 'ACTIVE',
      method: 'MANUAL',
      first_week: weekOf(3),
      g_per_open_day: 300,
    });
  });

  it('says when there is none', async () => {
    await weighed([100, 100, 100, 150, 150, 150]);
    await expect(rebase(weekOf(3))).rejects.toMatchObject({ status: 409, code: 'baselines.noRunFound' });
  });
});

describe('who may reach a location', () => {
  it.each<[string, (ids: ScratchOrganisation) => Partial<Scope>]>([
    ['another organisation', () => ({ organisationId: -1 })],
    [
      'somebody with another site',
      ({ siteIds }) => ({ restriction: { sites: siteIds.map((id) => id + 1), locations: [] } }),
    ],
    [
      'somebody with another location',
      ({ locationIds }) => ({ restriction: { sites: [], locations: locationIds.map((id) => id + 1) } }),
    ],
    ['somebody restricted with no item left', () => ({ restriction: { sites: [], locations: [] } })],
  ])('not %s', async (_, scope) => {
    await weighed([100, 100]);
    const baselineId = await propose(monday);
    const as = acting(scope(organisation));
    await expect(setManualBaseline(as, { locationId, stageId: 8, weeks: [monday], reason })).rejects.toMatchObject({
      status: 404,
    });
    await expect(acceptBaseline(as, { locationId, stageId: 8, baselineId, reason })).rejects.toMatchObject({
      status: 404,
    });
    await expect(switchAutoBaseline(as, { locationId, enabled: false, reason })).rejects.toMatchObject({ status: 404 });
  });
});
