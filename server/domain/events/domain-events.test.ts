import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { actingIn } from '../../../tests/support/acting';
import { scratchDatabase } from '../../../tests/support/scratch-database';
import { clockAt, scratchOrganisation, type ScratchOrganisation } from '../../../tests/support/scratch-organisation';
import type { Acting } from '../../platform/acting';
import type { Db } from '../../platform/db/database';
import { processDirtyWeeks } from '../measures/rollups.service';
import { markDirty } from '../weeks/dirty-weeks.store';
import {
  domainEvents,
  enqueueNothing,
  type DomainListeners,
  type EventsTaken,
  type WeeksChanged,
} from './domain-events';
import { editEvent, restoreEvent, voidEvent, voidImportedEvents } from './event-changes.service';
import type { IngestCandidate } from './ingest.contract';
import { ingestEvents } from './ingest.service';

const clock = clockAt('2025-06-15T12:00:00Z');
let db: Db;
let organisation: ScratchOrganisation;
let locationId: number;
let taken: Omit<EventsTaken, 'now' | 'organisationId'>[];
let changed: WeeksChanged[];

beforeEach(async () => {
  ({ db } = await scratchDatabase());
  organisation = await scratchOrganisation(db);
  locationId = organisation.locationIds[0] as number;
  taken = [];
  changed = [];
});

const listeners: DomainListeners = {
  eventsTaken: [
    async (_trx, { change, events, weeks, moreFollow }) => {
      taken.push({
        change,
        events,
        weeks: weeks.map(({ weekStart }) => ({ locationId, weekStart })),
        ...(moreFollow ? { moreFollow } : {}),
      });
    },
  ],
  weeksChanged: [
    async (_trx, change) => {
      changed.push(change);
    },
  ],
};
const domain = domainEvents(listeners, enqueueNothing);
const acting = (): Acting => ({ ...actingIn(db, { organisationId: organisation.id, clock }), domain });
const week = (weekStart: string) => ({ locationId, weekStart });

async function report(
  more: {
    importBatchId?: number;
    moreFollow?: boolean;
    stageId?: number;
    heard?: ReturnType<typeof domainEvents>;
  } = {},
): Promise<number | undefined> {
  const { stageId = 8, heard = domain, ...source } = more;
  const candidate: IngestCandidate = {
    clientEventUuid: randomUUID(),
    locationId,
    occurredAt: undefined,
    localDate: '2025-06-10',
    stageId,
    grossGrams: 100,
    enteredValue: 100,
    enteredUnit: 'g',
  };
  const result = await db
    .transaction()
    .execute((trx) =>
      ingestEvents(trx, { organisationId: organisation.id, origin: 'IMPORT', clock, domain: heard, ...source }, [
        candidate,
      ]),
    );
  return result.taken[0]?.eventId;
}

describe('who listens to events hears', () => {
  it('which were taken, and whether more follow', async () => {
    const ids = [await report(), await report({ moreFollow: true })];
    expect(taken).toEqual([
      { change: 'taken', events: { ids: [ids[0]] }, weeks: [week('2025-06-09')] },
      { change: 'taken', events: { ids: [ids[1]] }, weeks: [week('2025-06-09')], moreFollow: true },
    ]);
  });

  it('nothing of what was refused', async () => {
    expect(await report({ stageId: 1 })).toBeUndefined();
    expect(taken).toEqual([]);
  });

  it('corrections with the week that was left, voids and what is restored', async () => {
    const eventId = (await report()) as number;
    taken = [];
    await editEvent(acting(), { eventId, reason: 'misread', change: { occurredAt: new Date('2025-06-01T10:00:00Z') } });
    await voidEvent(acting(), { eventId, reason: 'twice' });
    await restoreEvent(acting(), { eventId, reason: 'was right' });
    const events = { ids: [eventId] };
    expect(taken).toEqual([
      { change: 'corrected', events, weeks: [week('2025-06-09'), week('2025-05-26')] },
      { change: 'voided', events, weeks: [week('2025-05-26')] },
      { change: 'restored', events, weeks: [week('2025-05-26')] },
    ]);
  });

  it('of an import that is undone, by its id', async () => {
    await report({ importBatchId: 77 });
    taken = [];
    await db
      .transaction()
      .execute((trx) => voidImportedEvents(trx, acting(), { importBatchId: 77, reason: 'wrong file' }));
    expect(taken).toEqual([{ change: 'voided', events: { importBatchId: 77 }, weeks: [week('2025-06-09')] }]);
  });

  it('in the transaction of the change: whoever fails takes it back', async () => {
    const failing = domainEvents({ eventsTaken: [() => Promise.reject(new Error('no room'))] }, enqueueNothing);
    await expect(report({ heard: failing })).rejects.toThrow('no room');
    expect(
      await db.selectFrom('waste_event').select('id').where('organisation_id', '=', organisation.id).execute(),
    ).toEqual([]);
  });
});

it('who listens to weeks hears which were recomputed, each location once', async () => {
  await report();
  await db.transaction().execute((trx) => markDirty(trx, organisation.id, [week('2025-06-09'), week('2025-06-02')]));
  await processDirtyWeeks(db, { clock, domain, organisationId: organisation.id });
  expect(changed).toMatchObject([{ organisationId: organisation.id, locationIds: [locationId], now: clock.now() }]);
  expect(changed[0]?.weeks.map((one) => one.weekStart).sort()).toEqual(['2025-06-02', '2025-06-09']);
});
