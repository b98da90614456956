import type { Trx } from '../../platform/db/database';
import { Failure, type FieldProblem } from '../../platform/errors';
import type { DeviceActor } from '../../platform/http/principals';
import { parseInput } from '../../platform/http/parse';
import type { Clock } from '../../platform/time';
import { deviceEvent, type DeviceEvent } from './event-input.contract';
import { candidateOf, deviceField } from './event-input.rules';
import type { IngestCandidate } from './ingest.contract';
import { ingestEvents } from './ingest.service';

export type RowOutcome =
  | { index: number; status: 'taken' | 'known'; eventId: number }
  | ({ index: number; status: 'refused' } & FieldProblem);

/**
 * Takes a device's rows, each by itself: what is malformed is refused like what does not fit, and the others go in.
 * @returns one outcome for each row, in their order
 * @throws 413 wasteEvents.batchTooLarge
 */
export async function takeDeviceBatch(trx: Trx, { device, clock }: { device: DeviceActor; clock: Clock }, rows: readonly unknown[]): Promise<RowOutcome[]> {
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
  const source = { organisationId: device.organisationId, deviceId: device.deviceId, origin: 'DEVICE' as const, clock };
  const { taken, known, refused } = await ingestEvents(trx, source, candidates);
  const at = (place: number) => indexes[place] ?? place;
  for (const { index, eventId } of taken) outcomes.push({ index: at(index), status: 'taken', eventId });
  for (const { index, eventId } of known) outcomes.push({ index: at(index), status: 'known', eventId });
  for (const { index, code, field, params } of refused) outcomes.push({ index: at(index), status: 'refused', code, field: deviceField(field), params });
  return outcomes.sort((a, b) => a.index - b.index);
}

function readRow(row: unknown, device: DeviceActor): IngestCandidate | FieldProblem {
  try {
    return candidateOf(parseInput(deviceEvent, row, 'body') as DeviceEvent, device);
  } catch (error) {
    const problem = error instanceof Failure ? error.options.fields?.[0] : undefined;
    if (!problem) throw error;
    return problem;
  }
}
