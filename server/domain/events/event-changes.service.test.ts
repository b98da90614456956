import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { actingIn, auditedIn, domain } from '../../../tests/support/acting';
import { scratchDatabase } from '../../../tests/support/scratch-database';
import {
  clockAt,
  scratchOrganisation,
  scratchValues,
  type ScratchOrganisation,
  type ScratchValues,
} from '../../../tests/support/scratch-organisation';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { EventChange } from './event-change.rules';
import { editEvent, restoreEvent, voidEvent, voidImportedEvents } from './event-changes.service';
import type { IngestCandidate } from './ingest.contract';
import { ingestEvents } from './ingest.service';

const clock = clockAt('2025-06-15T12:00:00Z');
let db: Db;
let organisation: ScratchOrganisation;
let values: ScratchValues;

beforeEach(async () => {
  ({ db } = await scratchDatabase());
  organisation = await scratchOrganisation(db, { locations: 2 });
  values = await scratchValues(db, organisation.id);
});

const acting = (scope?: Partial<Scope>) => actingIn(db, { organisationId: organisation.id, clock, scope });

async function reported(change: Partial<IngestCandidate> = {}, importBatchId?: number): Promise<number> {
  const candidate = {
    clientEventUuid: randomUUID(),
    locationId: organisation.locationIds[0] as number,
    occurredAt: new Date('2025-06-10T10:00:00Z'),
    stageId: 8,
    grossGrams: 1_500,
    enteredValue: 1.5,
    enteredUnit: 'kg',
    ...change,
  };
  const result = await db
    .transaction()
    .execute((trx) =>
      ingestEvents(trx, { organisationId: organisation.id, origin: 'WEB', importBatchId, clock, domain }, [candidate]),
    );
  await sql`delete from dirty_week where organisation_id = ${organisation.id}`.execute(db);
  return (result.taken[0] ?? result.known[0])?.eventId as number;
}

const inTransaction = <T>(work: (trx: Trx) => Promise<T>) => db.transaction().execute(work);
const edit = (eventId: number, change: EventChange, as = acting()) =>
  editEvent(as, { eventId, reason: 'misread', change });
const load = (id: number) =>
  db
    .selectFrom('waste_event')
    .selectAll()
    .where('organisation_id', '=', organisation.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const revisions = async (id: number) =>
  (
    await sql<{ why: string; before: { gross_g: number } }>`
  select why, before from waste_event_revision where organisation_id = ${organisation.id} and event_id = ${id} order by id`.execute(
      db,
    )
  ).rows;
const marks = async () =>
  (
    await sql<{ week_start: string }>`
  select week_start from dirty_week where organisation_id = ${organisation.id} order by location_id, week_start`.execute(
      db,
    )
  ).rows.map((row) => row.week_start);
const addRule = (amount: number) =>
  sql`
  insert into cost_rule (organisation_id, amount_per_kg, currency_code, valid_from) values (${organisation.id}, ${amount}, 'USD', '2025-01-01')`.execute(
    db,
  );

describe('editEvent', () => {
  it('changes the event, keeps what it was, marks both weeks and says who', async () => {
    const id = await reported();
    await edit(id, { grossGrams: 2_000, occurredAt: new Date('2025-06-01T10:00:00Z') });
    expect(await load(id)).toMatchObject({
      gross_g: 2_000,
      net_g: 2_000,
      local_date: '2025-06-01',
      week_start: '2025-05-26',
    });
    expect(await revisions(id)).toMatchObject([{ why: 'misread', before: { gross_g: 1_500 } }]);
    expect(await marks()).toEqual(['2025-05-26', '2025-06-09']);
    expect(await auditedIn(db, organisation.id)).toEqual(['wasteEvent.edit']);
  });

  it.each<[string, Partial<IngestCandidate>, EventChange, object]>([
    ['recomputes the cost by rule', {}, { grossGrams: 3_000 }, { cost_amount: 6 }],
    [
      'keeps a cost that was given',
      { costAmount: '9.5' },
      { grossGrams: 3_000 },
      { cost_amount: 9.5, cost_rule_id: null },
    ],
    ['hands a given cost over to the rules', { costAmount: '9.5' }, { costAmount: null }, { cost_amount: 3 }],
    ['takes a new cost', {}, { costAmount: '1.25' }, { cost_amount: 1.25, cost_rule_id: null }],
    ['takes a note away', { note: 'x' }, { note: null }, { note: null }],
    ['leaves what is not named', { note: 'x', quantity: 3 }, { stageId: 9 }, { note: 'x', quantity: 3, stage_id: 9 }],
    ['keeps what was said about waste', { countsAsWaste: false }, { stageId: 9 }, { counts_as_waste: false }],
  ])('%s', async (_, before, change, after) => {
    await addRule(2);
    const id = await reported(before);
    await edit(id, change);
    expect(await load(id)).toMatchObject(after);
  });

  it('lets a new container bring its tare and a new sink say what counts', async () => {
    const id = await reported();
    await edit(id, { containerId: values.container, sinkId: values.stock });
    expect(await load(id)).toMatchObject({ tare_g: 500, net_g: 1_000, counts_as_waste: false });
  });

  it('can touch an event whose container weighs more than the whole', async () => {
    const id = await reported({ containerId: values.container, grossGrams: 400 });
    await edit(id, { note: 'empty tray' });
    expect(await load(id)).toMatchObject({ tare_g: 500, net_g: 0, note: 'empty tray' });
  });

  it('can touch an event of today’s noon, or of a location that has closed', async () => {
    const id = await reported({ occurredAt: undefined, localDate: '2025-06-15' });
    await db
      .updateTable('location')
      .set({ status: 'I' })
      .where('id', '=', organisation.locationIds[0] as number)
      .execute();
    await edit(id, { note: 'closed' }, { ...acting(), now: new Date('2025-06-15T06:00:00Z') });
    expect(await load(id)).toMatchObject({ note: 'closed' });
  });

  it.each<[string, EventChange, string]>([
    ['a weight that cannot be', { grossGrams: -1 }, 'wasteEvents.invalidWeight'],
    ['a value of the wrong kind', { itemId: -5 }, 'wasteEvents.unknownReference'],
    ['the future', { occurredAt: new Date('2025-06-16T10:00:00Z') }, 'wasteEvents.inTheFuture'],
  ])('refuses %s and leaves everything', async (_, change, code) => {
    const id = await reported();
    await expect(edit(id, change)).rejects.toMatchObject({ status: 422, code });
    expect(await revisions(id)).toEqual([]);
    expect(await marks()).toEqual([]);
  });

  it('does not take a given cost into another currency', async () => {
    const id = await reported({ costAmount: '5' });
    await sql`insert into currency (code, name, exponent) values ('EUR', 'EUR', 2) on conflict do nothing`.execute(db);
    await db
      .updateTable('site')
      .set({ currency_code: 'EUR' })
      .where('id', '=', organisation.siteIds[1] as number)
      .execute();
    await expect(edit(id, { locationId: organisation.locationIds[1] })).rejects.toMatchObject({
      code: 'wasteEvents.otherCurrency',
    });
  });
});

describe('who may reach an event', () => {
  it.each<[string, (ids: ScratchOrganisation) => Partial<Scope>]>([
    ['another organisation', () => ({ organisationId: -1 })],
    ['somebody with another site', ({ siteIds }) => ({ restriction: { sites: siteIds.slice(1), locations: [] } })],
    [
      'somebody with another location',
      ({ locationIds }) => ({ restriction: { sites: [], locations: locationIds.slice(1) } }),
    ],
    ['somebody restricted with no item left', () => ({ restriction: { sites: [], locations: [] } })],
  ])('not %s', async (_, scope) => {
    const id = await reported();
    const as = acting(scope(organisation));
    await expect(edit(id, { note: 'x' }, as)).rejects.toMatchObject({ status: 404, code: 'wasteEvents.unknownEvent' });
    await expect(voidEvent(as, { eventId: id, reason: 'x' })).rejects.toMatchObject({ status: 404 });
  });

  it('nobody moves one to where they see nothing', async () => {
    const id = await reported();
    const as = acting({ restriction: { sites: [], locations: organisation.locationIds.slice(0, 1) } });
    await expect(edit(id, { locationId: organisation.locationIds[1] }, as)).rejects.toMatchObject({
      code: 'wasteEvents.unknownLocation',
    });
  });
});

describe('voidEvent and restoreEvent', () => {
  const voiding = (eventId: number, reason = 'twice') => voidEvent(acting(), { eventId, reason });
  const restoring = (eventId: number) => restoreEvent(acting(), { eventId, reason: 'was right' });

  it('void and bring back, each with a revision, a mark and an audit row', async () => {
    const id = await reported();
    await voiding(id);
    expect(await load(id)).toMatchObject({ voided_at: clock.now(), void_reason: 'twice' });
    expect(await marks()).toEqual(['2025-06-09']);
    await restoring(id);
    expect(await load(id)).toMatchObject({ voided_at: null, voided_by: null, void_reason: null });
    expect(await revisions(id)).toMatchObject([{ why: 'twice' }, { why: 'was right' }]);
    expect(await auditedIn(db, organisation.id)).toEqual(['wasteEvent.void', 'wasteEvent.restore']);
  });

  it('do nothing twice, and a voided event is not edited', async () => {
    const id = await reported();
    await expect(restoring(id)).rejects.toMatchObject({ status: 409, code: 'wasteEvents.eventNotVoided' });
    await voiding(id);
    await expect(voiding(id)).rejects.toMatchObject({ status: 409, code: 'wasteEvents.eventIsVoided' });
    await expect(edit(id, { note: 'x' })).rejects.toMatchObject({ status: 409, code: 'wasteEvents.eventIsVoided' });
  });

  it.each(['', '   ', 'x'.repeat(501)])('want a reason (%#)', async (reason) => {
    const id = await reported();
    await expect(voiding(id, reason)).rejects.toMatchObject({ status: 422, code: 'wasteEvents.reasonMissing' });
  });
});

describe('voidImportedEvents', () => {
  it('undoes an import so that it can be repeated, and nothing is counted twice by restoring', async () => {
    const candidate = { clientEventUuid: randomUUID() };
    const other = await reported();
    const id = await reported(candidate, 77);
    const undo = () =>
      inTransaction((trx) => voidImportedEvents(trx, acting(), { importBatchId: 77, reason: 'wrong file' }));
    expect(await undo()).toBe(1);
    expect(await undo()).toBe(0);
    expect(await load(id)).toMatchObject({ void_reason: 'wrong file' });
    expect(await load(other)).toMatchObject({ voided_at: null });
    expect(await marks()).toEqual(['2025-06-09']);
    expect(await reported(candidate, 78)).not.toBe(id);
    await expect(restoreEvent(acting(), { eventId: id, reason: 'x' })).rejects.toMatchObject({
      code: 'wasteEvents.importUndone',
    });
  });
});
