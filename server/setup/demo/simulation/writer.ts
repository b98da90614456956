import { ingestEvents } from '../../../domain/events';
import { largestBatch, type IngestCandidate } from '../../../domain/events/ingest.contract';
import { markDirty } from '../../../domain/weeks';
import type { Acting } from '../../../platform/acting';
import { weekStartOf } from '../../../platform/time';
import type { CatalogueRows } from './catalogue.store';
import {
  insertCheckWeights,
  insertCheckweightNotes,
  type CheckWeightRow,
  type CheckweightNoteRow,
} from './check-weights.store';
import type { SimulatedEvent } from './events.rules';
import type { PlaceRows } from './places.store';
import type { SimulatedDay } from './simulation.rules';

export interface Rows {
  organisationId: number;
  places: PlaceRows;
  catalogue: CatalogueRows;
}

/** A device sends what it has kept a moment after the last weighing. */
const sendingDelay = 60_000;

/** Collects simulated days and writes them in batches: one a device for events, so that memory stays as it is. */
export function createWriter(
  { db, domain }: Pick<Acting, 'db' | 'domain'>,
  { organisationId, places, catalogue }: Rows,
) {
  const pending = new Map<number, IngestCandidate[]>();
  const checks: CheckWeightRow[] = [];
  const notes: CheckweightNoteRow[] = [];
  let written = 0;

  async function sendEvents(deviceId: number, candidates: readonly IngestCandidate[]): Promise<void> {
    const sentAt = new Date((candidates.at(-1)?.occurredAt as Date).getTime() + sendingDelay);
    const { taken, known, refused } = await db
      .transaction()
      .execute((trx) =>
        ingestEvents(
          trx,
          { organisationId, origin: 'DEVICE', deviceId, clock: { now: () => sentAt }, domain, moreFollow: true },
          candidates,
        ),
      );
    if (refused[0] || known.length > 0)
      throw new Error(`The simulation made events that were not taken: ${JSON.stringify(refused[0] ?? known[0])}`);
    written += taken.length;
  }

  async function sendChecks(): Promise<void> {
    const rows = checks.splice(0);
    const said = notes.splice(0);
    if (rows.length + said.length === 0) return;
    await db.transaction().execute(async (trx) => {
      await insertCheckWeights(trx, organisationId, rows);
      await insertCheckweightNotes(trx, organisationId, said);
      await markDirty(
        trx,
        organisationId,
        rows.map((row) => ({ locationId: row.locationId, weekStart: weekStartOf(row.day) })),
      );
    });
  }

  const toCandidate = (event: SimulatedEvent, locationId: number): IngestCandidate => ({
    clientEventUuid: event.uuid,
    locationId,
    occurredAt: event.occurredAt,
    stageId: event.stageId,
    itemId: catalogue.items[event.item],
    reasonId: catalogue.reasons[event.reason],
    sourceId: catalogue.sources[event.source],
    sinkId: catalogue.sinks[event.sink],
    daypartId: catalogue.dayparts[event.daypart],
    containerId: catalogue.containers[event.container],
    grossGrams: event.grossGrams,
    enteredValue: event.enteredValue,
    enteredUnit: event.enteredUnit,
    note: event.note,
  });

  return {
    /** @returns how many events are in the database by now */
    async add({ location, day, events, checkWeight, note }: SimulatedDay): Promise<number> {
      const { id: locationId, devices } = places.locations[location.index] as PlaceRows['locations'][number];
      for (const event of [...events].sort((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime())) {
        const deviceId = devices[event.device] as number;
        const waiting = pending.get(deviceId) ?? [];
        waiting.push(toCandidate(event, locationId));
        pending.set(deviceId, waiting);
        if (waiting.length === largestBatch) await sendEvents(deviceId, waiting.splice(0));
      }
      if (checkWeight)
        checks.push({ locationId, deviceId: devices[0] ?? null, at: checkWeight.at, day, grams: checkWeight.grams });
      if (note)
        notes.push({
          locationId,
          day,
          referenceId: note.reference === null ? null : (catalogue.checkweightReferences[note.reference] as number),
          content: note.content,
        });
      if (checks.length >= largestBatch) await sendChecks();
      return written;
    },

    async end(): Promise<number> {
      for (const [deviceId, candidates] of pending)
        if (candidates.length > 0) await sendEvents(deviceId, candidates.splice(0));
      await sendChecks();
      return written;
    },
  };
}
