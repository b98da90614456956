import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { domain } from '../../../tests/support/acting';
import { scratchDatabase } from '../../../tests/support/scratch-database';
import {
  clockAt,
  scratchOrganisation,
  scratchValues,
  type ScratchOrganisation,
  type ScratchValues,
} from '../../../tests/support/scratch-organisation';
import type { Db } from '../../platform/db/database';
import type { IngestCandidate, IngestResult } from './ingest.contract';
import { ingestEvents } from './ingest.service';

const clock = clockAt('2025-06-15T12:00:00Z');
let db: Db;
let organisation: ScratchOrganisation;
let values: ScratchValues;

beforeAll(async () => {
  ({ db } = await scratchDatabase());
  organisation = await scratchOrganisation(db, { locations: 2, timeZone: 'America/New_York' });
  values = await scratchValues(db, organisation.id);
});

function report(change: Partial<IngestCandidate> = {}): IngestCandidate {
  return {
    clientEventUuid: randomUUID(),
    locationId: organisation.locationIds[0] as number,
    occurredAt: new Date('2025-06-10T02:00:00Z'),
    stageId: 8,
    itemId: values.item,
    containerId: values.container,
    grossGrams: 1_500,
    enteredValue: 1.5,
    enteredUnit: 'kg',
    ...change,
  };
}

const send = (...candidates: IngestCandidate[]): Promise<IngestResult> =>
  db
    .transaction()
    .execute((trx) => ingestEvents(trx, { organisationId: organisation.id, origin: 'API', clock, domain }, candidates));

describe('ingestEvents', () => {
  it('stores what was said and what follows from it', async () => {
    const result = await send(report({ note: 'It said "{no}", \\twice', costAmount: '1.25' }));
    const event = await db
      .selectFrom('waste_event')
      .selectAll()
      .where('organisation_id', '=', organisation.id)
      .where('id', '=', result.taken[0]?.eventId as number)
      .executeTakeFirstOrThrow();
    expect(event).toMatchObject({
      local_date: '2025-06-09',
      week_start: '2025-06-09',
      gross_g: 1_500,
      tare_g: 500,
      net_g: 1_000,
      cost_amount: 1.25,
      cost_currency: 'USD',
      note: 'It said "{no}", \\twice',
      origin: 'API',
      created_at: clock.now(),
      reason_id: null,
      voided_at: null,
    });
  });

  it('takes the good rows and refuses the bad ones', async () => {
    const result = await send(report(), report({ stageId: 1 }), report(), report({ grossGrams: NaN }));
    expect(result.taken.map((row) => row.index)).toEqual([0, 2]);
    expect(result.refused).toMatchObject([
      { index: 1, code: 'wasteEvents.unknownStage' },
      { index: 3, code: 'wasteEvents.invalidWeight' },
    ]);
  });

  it('knows what it has, refuses other content, and inserts nothing twice', async () => {
    const first = report();
    const { taken } = await send(first);
    const again = await send(
      { ...first, clientEventUuid: first.clientEventUuid.toUpperCase(), importLine: 9 },
      { ...first, grossGrams: 2_000 },
    );
    expect(again).toMatchObject({
      taken: [],
      known: [{ index: 0, eventId: taken[0]?.eventId }],
      refused: [{ index: 1, code: 'wasteEvents.duplicateUuid', field: 'clientEventUuid' }],
    });
    expect(await eventsOf(first.clientEventUuid)).toBe(1);
  });

  it('does the same within one batch, where a bad row takes no UUID', async () => {
    const one = report();
    const result = await send({ ...one, stageId: 1 }, one, { ...one }, { ...one, grossGrams: 9 });
    expect(result.taken).toMatchObject([{ index: 1 }]);
    expect(result.known).toEqual([{ index: 2, eventId: result.taken[0]?.eventId }]);
    expect(result.refused).toMatchObject([
      { index: 0, code: 'wasteEvents.unknownStage' },
      { index: 3, code: 'wasteEvents.duplicateUuid' },
    ]);
    expect(await eventsOf(one.clientEventUuid)).toBe(1);
  });

  it('still knows an event whose location has closed since', async () => {
    const one = report({ locationId: organisation.locationIds[1] as number });
    await send(one);
    await setStatus('I');
    const again = await send(one, report({ locationId: one.locationId }));
    await setStatus('A');
    expect(again).toMatchObject({
      taken: [],
      known: [{ index: 0 }],
      refused: [{ index: 1, code: 'wasteEvents.inactiveLocation' }],
    });
  });

  it('takes a UUID once, however many send it at the same time', async () => {
    const batch = Array.from({ length: 40 }, () => report());
    const results = await Promise.all([batch, [...batch].reverse(), batch].map((list) => send(...list)));
    expect(results.map((result) => result.taken.length + result.known.length)).toEqual([40, 40, 40]);
    expect(results.reduce((sum, result) => sum + result.taken.length, 0)).toBe(40);
    expect(await eventsOf(...batch.map((one) => one.clientEventUuid))).toBe(40);
  });

  it('lets two organisations use the same UUID, and neither the other’s locations and values', async () => {
    const theirs = await scratchOrganisation(db);
    const mine = report();
    await send(mine);
    const result = await db
      .transaction()
      .execute((trx) =>
        ingestEvents(trx, { organisationId: theirs.id, origin: 'API', clock, domain }, [
          { ...mine, locationId: theirs.locationIds[0] as number, itemId: undefined, containerId: undefined },
          report(),
          report({ locationId: theirs.locationIds[0] as number }),
        ]),
      );
    expect(result.taken).toMatchObject([{ index: 0 }]);
    expect(result.refused).toMatchObject([
      { index: 1, code: 'wasteEvents.unknownLocation' },
      { index: 2, code: 'wasteEvents.unknownReference', field: 'itemId' },
    ]);
  });

  it('marks the weeks of what it took, and only those', async () => {
    await sql`delete from dirty_week where organisation_id = ${organisation.id}`.execute(db);
    const known = report({ occurredAt: new Date('2025-05-20T12:00:00Z') });
    await send(known);
    await sql`delete from dirty_week where organisation_id = ${organisation.id}`.execute(db);
    await send(known, report({ stageId: 1 }), report({ occurredAt: new Date('2025-06-02T03:59:00Z') }), report());
    const marks =
      await sql`select location_id, week_start from dirty_week where organisation_id = ${organisation.id} order by week_start`.execute(
        db,
      );
    expect(marks.rows).toEqual(
      ['2025-05-26', '2025-06-09'].map((week_start) => ({ location_id: organisation.locationIds[0], week_start })),
    );
  });

  it('notes when a device was last heard of', async () => {
    const device = await db
      .insertInto('device')
      .values({ organisation_id: organisation.id, serial: randomUUID(), name: 'Scale' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .transaction()
      .execute((trx) =>
        ingestEvents(trx, { organisationId: organisation.id, origin: 'DEVICE', deviceId: device.id, clock, domain }, [
          report({ stageId: 1 }),
        ]),
      );
    const { last_seen_at } = await db
      .selectFrom('device')
      .select('last_seen_at')
      .where('id', '=', device.id)
      .executeTakeFirstOrThrow();
    expect(last_seen_at).toEqual(clock.now());
  });

  it('takes a thousand at a time and no more', async () => {
    await expect(send(...Array.from({ length: 1_001 }, () => report()))).rejects.toMatchObject({
      status: 413,
      code: 'wasteEvents.batchTooLarge',
    });
  });

  it('has nothing to do with an empty batch', async () => {
    expect(await send()).toEqual({ taken: [], known: [], refused: [], changed: [] });
  });

  it.each([Number.MAX_SAFE_INTEGER + 2, 1.5, NaN, -1])('refuses %d as an id', async (id) => {
    expect((await send(report({ locationId: id }), report({ itemId: id }))).refused).toHaveLength(2);
  });
});

async function eventsOf(...uuids: string[]): Promise<number> {
  const { rows } =
    await sql`select id from waste_event where organisation_id = ${organisation.id} and client_event_uuid = any(${uuids}::uuid[])`.execute(
      db,
    );
  return rows.length;
}

async function setStatus(status: 'A' | 'I'): Promise<void> {
  await db
    .updateTable('location')
    .set({ status })
    .where('id', '=', organisation.locationIds[1] as number)
    .execute();
}
