import type { CheckedEvent } from './checked-event.contract';
import type { BatchChange } from './event-batch.contract';
import { applyChange, refusalToRestore } from './event-change.rules';
import type { IngestCandidate } from './ingest.contract';

/** The event as it would be reported with the change; null where the change is no new report. */
export function candidateWith(event: CheckedEvent, change: BatchChange): IngestCandidate | null {
  if (change.kind === 'set') return applyChange(event, { [change.field]: change.value });
  return change.kind === 'recost' ? applyChange(event, { costAmount: null }) : null;
}

/** Why the event is left as it is, before anything is reckoned. */
export function refusalOf(event: CheckedEvent & Parameters<typeof refusalToRestore>[0], { kind }: BatchChange) {
  if (kind === 'restore') return refusalToRestore(event);
  if (event.voided) return 'wasteEvents.eventIsVoided';
  return kind === 'recost' && event.costAmount !== null && event.costRuleId === null
    ? 'wasteEvents.costReported'
    : null;
}

const compared = [
  'locationId',
  'localDate',
  'itemId',
  'reasonId',
  'sourceId',
  'sinkId',
  'daypartId',
  'containerId',
  'grossGrams',
  'tareGrams',
  'netGrams',
  'countsAsWaste',
  'costCurrency',
] as const satisfies readonly (keyof CheckedEvent)[];

/** Whether nothing that is stored would differ. */
export const isSame = (before: CheckedEvent, after: CheckedEvent) =>
  compared.every((field) => before[field] === after[field]) && Number(before.costAmount) === Number(after.costAmount);
