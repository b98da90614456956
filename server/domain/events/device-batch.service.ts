import type { Acting, ActingDevice } from '../../platform/acting';
import { Failure, type FieldProblem } from '../../platform/errors';
import { parseInput } from '../../platform/http/parse';
import { markUnconfirmed, type UnconfirmedEvent } from './event-changes.store';
import { deviceEvent, type DeviceEvent } from './event-input.contract';
import { candidateOf, deviceField } from './event-input.rules';
import { eventActions } from './event.audit';
import type { IngestCandidate } from './ingest.contract';
import { ingestEvents } from './ingest.service';
import type { Question } from './questions.contract';
import { unanswered } from './questions.rules';

type RowOutcome =
  | { index: number; status: 'taken' | 'known'; eventId: number; questions?: Question[] }
  | ({ index: number; status: 'refused' } & FieldProblem);

export interface TakenBatch {
  /** One for each row, in their order. */
  outcomes: RowOutcome[];
  totals: Record<RowOutcome['status'], number>;
}

/**
 * Takes a device's rows, each by itself: what is malformed is refused like what does not fit, and the others go in. What is
 * implausible goes in too, as a scale asks nobody and might drop what was refused; it is marked for a person to look at.
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
  const confirmed: (Question[] | undefined)[] = [];
  const indexes: number[] = [];
  for (const [index, row] of rows.entries()) {
    const read = readRow(row, device);
    if ('code' in read) outcomes.push({ index, status: 'refused', ...read });
    else {
      candidates.push(read.candidate);
      confirmed.push(read.confirm);
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
    asks: true,
  };
  return acting.db.transaction().execute(async (trx) => {
    const { taken, known, refused } = await ingestEvents(trx, source, candidates);
    const marked: UnconfirmedEvent[] = [];
    for (const { index, eventId, asked = [] } of taken) {
      const questions = unanswered(asked, confirmed[index]).map(({ question }) => question);
      outcomes.push({ index: at(index), status: 'taken', eventId, ...(questions.length > 0 && { questions }) });
      if (questions.length > 0) marked.push({ eventId, questions });
    }
    await markUnconfirmed(trx, organisationId, marked);
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

interface ReadRow {
  candidate: IngestCandidate;
  confirm: Question[] | undefined;
}

function readRow(row: unknown, device: ActingDevice): ReadRow | FieldProblem {
  try {
    const { confirm, ...event } = parseInput(deviceEvent, row, 'body') as DeviceEvent;
    const candidate = candidateOf(event, device);
    return 'code' in candidate ? candidate : { candidate, confirm };
  } catch (error) {
    const problem = error instanceof Failure ? error.options.fields?.[0] : undefined;
    if (!problem) throw error;
    return problem;
  }
}
