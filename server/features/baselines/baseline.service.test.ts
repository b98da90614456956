import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { actingIn, auditedIn, domain } from '../../../tests/support/acting';
import { scratchDatabase } from '../../../tests/support/scratch-database';
import { clockAt, scratchOrganisation, type ScratchOrganisation } from '../../../tests/support/scratch-organisation';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { addDays } from '../../platform/time';
import { processDirtyWeeks } from '../rollups';
import { ingestEvents } from '../waste-events';
import {
  acceptBaseline, proposeBaseline, rebaseBaseline, rejectBaseline, setManualBaseline, switchAutoBaseline,
} from './baseline.service';

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
  const candidates = grams.flatMap((grossGrams, week) => (grossGrams === null ? [] : Array.from({ length: 14 }, (_, index) => ({
    clientEventUuid: randomUUID(), locationId, occurredAt: undefined, localDate: addDays(weekOf(week), index % 7), stageId: 8,
    grossGrams, enteredValue: grossGrams, enteredUnit: 'g',
  }))));
  await inTransaction((trx) => ingestEvents(trx, { organisationId: organisation.id, origin: 'API', clock, domain }, candidates));
  await processDirtyWeeks(db, { clock, domain, organisationId: organisation.id });
}

const inTransaction = <T>(work: (trx: Trx) => Promise<T>) => db.transaction().execute(work);
const acting = (scope?: Partial<Scope>) => actingIn(db, { organisationId: organisation.id, clock, scope });
const reason = 'new kitchen';
const set = (...weeks: string[]) => setManualBaseline(acting(), { locationId, stageId: 8, weeks, reason });
const propose = (...weeks: string[]) => proposeBaseline(acting(), { locationId, stageId: 8, weeks, reason });
const switchAuto = (enabled: boolean) => switchAutoBaseline(acting(), { locationId, enabled, reason });
const baselines = async () => (await sql<{ state: string; method: string; first_week: string; g_per_open_day: number }>`
  select state, method, first_week, g_per_open_day from baseline where organisation_id = ${organisation.id} order by id`.execute(db)).rows;
const period = async () => (await sql<{ period: string; entered_on: string }>`
  select period, entered_on from location_stage where organisation_id = ${organisation.id}`.execute(db)).rows[0];

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
    expect(rows).toMatchObject([{ state: 'RETIRED', ...auto }, { state: 'ACTIVE', method: 'AUTO', first_week: monday }]);
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
    expect(await baselines()).toMatchObject([{ state: 'RETIRED', ...auto }, { state: 'ACTIVE', method: 'MANUAL', first_week: weekOf(3), g_per_open_day: 300 }]);
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
    const version = async () => (await db.selectFrom('organisation').select('data_version').where('id', '=', organisation.id).executeTakeFirstOrThrow()).data_version;
    const before = await version();
    await set(monday);
    expect(await version()).toBe(before + 1);
  });
});

describe('a proposal', () => {
  it('changes nothing until it is accepted', async () => {
    await weighed([100, 100, 100, 150, 150]);
    const baselineId = await propose(weekOf(3));
    expect((await baselines()).map((one) => one.state)).toEqual(['ACTIVE', 'PROPOSED']);
    await acceptBaseline(acting(), { locationId, stageId: 8, baselineId, reason });
    expect((await baselines()).map((one) => one.state)).toEqual(['RETIRED', 'ACTIVE']);
    await expect(rejectBaseline(acting(), { locationId, stageId: 8, baselineId, reason })).rejects.toMatchObject({ status: 409, code: 'baselines.notProposed' });
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
  it('off keeps what the rule has chosen, and takes readiness away', async () => {
    await weighed([100, 100, 100, 100]);
    await switchAuto(false);
    await weighed([30]);
    expect(await baselines()).toEqual([{ ...auto, state: 'ACTIVE', method: 'MANUAL' }]);
    expect((await sql`select 1 from readiness_week where organisation_id = ${organisation.id}`.execute(db)).rows).toEqual([]);
  });

  it('on ends manual baselines and lets the rule choose', async () => {
    await weighed([100, 100, 100, 150, 150]);
    await set(weekOf(3));
    await switchAuto(true);
    expect(await baselines()).toMatchObject([{ state: 'RETIRED' }, { state: 'RETIRED', method: 'MANUAL' }, { state: 'ACTIVE', ...auto }]);
  });
});

describe('rebaseBaseline', () => {
  const rebase = (fromWeek: string) => rebaseBaseline(acting(), { locationId, stageId: 8, fromWeek, reason });

  it('takes the earliest run from a week on', async () => {
    await weighed([100, 100, 100, 150, 150, 150, 150]);
    await rebase(weekOf(3));
    expect((await baselines()).at(-1)).toEqual({ state: 'ACTIVE', method: 'MANUAL', first_week: weekOf(3), g_per_open_day: 300 });
  });

  it('says when there is none', async () => {
    await weighed([100, 100, 100, 150, 150, 150]);
    await expect(rebase(weekOf(3))).rejects.toMatchObject({ status: 409, code: 'baselines.noRunFound' });
  });
});

describe('who may reach a location', () => {
  it.each<[string, (ids: ScratchOrganisation) => Partial<Scope>]>([
    ['another organisation', () => ({ organisationId: -1 })],
    ['somebody with another site', ({ siteIds }) => ({ securedSites: siteIds.map((id) => id + 1) })],
    ['somebody with another location', ({ locationIds }) => ({ securedLocations: locationIds.map((id) => id + 1) })],
  ])('not %s', async (_, scope) => {
    await weighed([100, 100]);
    const baselineId = await propose(monday);
    const as = acting(scope(organisation));
    await expect(setManualBaseline(as, { locationId, stageId: 8, weeks: [monday], reason })).rejects.toMatchObject({ status: 404 });
    await expect(acceptBaseline(as, { locationId, stageId: 8, baselineId, reason })).rejects.toMatchObject({ status: 404 });
    await expect(switchAutoBaseline(as, { locationId, enabled: false, reason })).rejects.toMatchObject({ status: 404 });
  });
});
