import type { CheckedEvent } from './event.rules';
import type { IngestCandidate } from './ingest.contract';

type Clearable = 'itemId' | 'reasonId' | 'sourceId' | 'sinkId' | 'daypartId' | 'containerId' | 'quantity' | 'note';

/** What may be put right. A field that is absent stays; null takes it away. */
export type EventChange = Partial<
  Pick<
    IngestCandidate,
    | 'locationId'
    | 'occurredAt'
    | 'stageId'
    | 'grossGrams'
    | 'tareGrams'
    | 'enteredValue'
    | 'enteredUnit'
    | 'estimated'
    | 'countsAsWaste'
  >
> & { [K in Clearable]?: IngestCandidate[K] | null } /** null hands the cost over to the cost rules. */ & {
  costAmount?: string | null;
};

/**
 * The event as it would have been reported with the change. A cost that was given stays as given, in its currency; one
 * that a rule has computed is recomputed. A new container brings its tare, a new sink says what counts as waste.
 */
export function applyChange(event: CheckedEvent, change: EventChange): IngestCandidate {
  const keepsCost = change.costAmount === undefined && event.costRuleId === null;
  // Only a container's tare can be above the gross weight; it is looked up again.
  const containerSaysTare = change.containerId !== undefined || event.tareGrams > event.grossGrams;
  const sinkSaysWaste = change.sinkId !== undefined;
  const merged = {
    ...event,
    tareGrams: containerSaysTare ? null : event.tareGrams,
    countsAsWaste: sinkSaysWaste ? null : event.countsAsWaste,
    costAmount: keepsCost ? event.costAmount : null,
    costCurrency: keepsCost ? event.costCurrency : null,
    ...withoutUndefined(change),
  };
  return withoutNull(merged) as unknown as IngestCandidate;
}

const withoutUndefined = (change: object) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

const withoutNull = (event: object) => Object.fromEntries(Object.entries(event).filter(([, value]) => value !== null));

interface Voided {
  voided: boolean;
  hasKey: boolean;
  wholeCounts: boolean;
  partsCount: boolean;
}

/** Why a void may not be taken back: the same waste would count twice, or it counts already. */
export function refusalToRestore({ voided, hasKey, wholeCounts, partsCount }: Voided) {
  if (!voided) return 'wasteEvents.eventNotVoided';
  if (!hasKey) return 'wasteEvents.importUndone';
  if (partsCount) return 'wasteEvents.partsCount';
  return wholeCounts ? 'wasteEvents.wholeCounts' : null;
}
