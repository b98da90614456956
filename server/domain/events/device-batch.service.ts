import type { Acting, ActingDevice } from '../../platform/acting';
import { Failure, type FieldProblem } from '../../platform/errors';
import { parseInput } from '../../platform/http/parse';
import { deviceEvent, type DeviceEvent } from './event-input.contract';
import { candidateOf, deviceField } from './event-input.rules';
import { eventActions } from './event.audit';
import type { IngestCandidate } from './ingest.contract';
import { ingestEvents } from './ingest.service';

type RowOutcome =
  { index: number; status: 'taken' | 'known'; eventId: number } | ({ index: number; status: 'refused' } & FieldProblem);

export interface TakenBatch {
  /** One for each row, in their order. */
  outcomes: RowOutcome[];
  totals: Record<RowOutcome['status'], number>;
}

/**
 * Takes a device's rows, each by itself: what is malformed is refused like what does not fit, and the others go in.
 * @throws 413 wasteEvents.batchTooLarge
 */
export async function takeDeviceBatch(acting: Acting, rows: readonly unknown[]): Promise<TakenBatch> {
  const {
    scope: { organisationId },
    actor: device,
    now,
    domain,
  } = acting;
  if (device.kind !== 'device') throw new Error('only a device sends batches');
  const outcomes: RowOutcome[] = [];
  const candidates: IngestCandidate[] = [];
  const indexes: number[] = [];
  for (const [index, row] of rows.entries()) {
    const read = readRow(row, device);
    if ('code' in read) outcomes.push({ index, status: 'refused', ...read });
    else {
      candidates.push(read);
      indexes.push(index);
    }
  }
  const at = (place: number) => indexes[place] ?? place;
  const source = {
    organisationId,
    deviceId: device.deviceId,
    origin: 'DEVICE' as const,
    clock: { now: () => now },
    domain,
  };
  return acting.db.transaction().execute(async (trx) => {
    const { taken, known, refused } = await ingestEvents(trx, source, candidates);
    for (const { index, eventId } of taken) outcomes.push({ index: at(index), status: 'taken', eventId });
    for (const { index, eventId } of known) outcomes.push({ index: at(index), status: 'known', eventId });
    for (const { index, code, field, params } of refused)
      outcomes.push({ index: at(index), status: 'refused', code, field: deviceField(field), params });
    const totals = { taken: taken.length, known: known.length, refused: outcomes.length - taken.length - known.length };
    await acting.audit(trx, {
      action: eventActions.takeBatch,
      entity: 'device',
      entityId: device.deviceId,
      after: totals,
    });
    return { outcomes: outcomes.sort((a, b) => a.index - b.index), totals };
  });
}

function readRow(row: unknown, device: ActingDevice): IngestCandidate | FieldProblem {
  try {
    return candidateOf(parseInput(deviceEvent, row, 'body') as DeviceEvent, device);
  } catch (error) {
    const problem = error instanceof Failure ? error.options.fields?.[0] : undefined;
    if (!problem) throw error;
    return problem;
  }
}
