import type { Db, Trx } from '../../platform/db/database';
import { memoize } from '../../platform/memoize';
import type { Clock } from '../../platform/time';
import { contentHash } from './content-hash';
import { checkEvent, type CheckedEvent, type LocationFacts } from './event.rules';
import type { IngestCandidate, IngestResult } from './ingest.contract';
import { findIngestKeys } from './ingest.store';
import { loadReferences } from './references.store';

/** A location that does not exist yet; its id is negative, so that it cannot be mistaken for one that does. */
type PlannedLocation = Pick<LocationFacts, 'id' | 'timeZone' | 'currency'>;

interface Preview {
  organisationId: number;
  clock: Clock;
  planned: readonly PlannedLocation[];
}

/** As `IngestResult`, with the event itself in place of an id that there is not yet. */
export interface PreviewResult extends Pick<IngestResult, 'known' | 'refused' | 'changed'> {
  taken: { index: number; event: CheckedEvent }[];
}

/** What `ingestEvents` would make of the candidates now. Writes nothing. */
export async function previewEvents(
  db: Db | Trx,
  { organisationId, clock, planned }: Preview,
  candidates: readonly IngestCandidate[],
): Promise<PreviewResult> {
  const references = await loadReferences(db, organisationId, candidates);
  const locations = new Map(references.locations);
  for (const one of planned)
    locations.set(one.id, { ...one, siteId: one.id, active: true, exponent: decimalsOf(one.currency) });
  const keys = await findIngestKeys(
    db,
    organisationId,
    candidates.map((candidate) => candidate.clientEventUuid),
  );
  const now = clock.now();
  const withPlanned = { ...references, locations };
  const result: PreviewResult = { taken: [], known: [], refused: [], changed: [] };
  candidates.forEach((candidate, index) => {
    const key = keys.get(candidate.clientEventUuid);
    if (key?.hash === contentHash(candidate)) {
      result.known.push({ index, eventId: key.eventId });
      return;
    }
    const { event, refusal } = checkEvent(candidate, withPlanned, now);
    if (refusal) result.refused.push({ index, ...refusal });
    else if (key) {
      result.refused.push({ index, code: 'wasteEvents.duplicateUuid', field: 'clientEventUuid' });
      result.changed.push({ index, eventId: key.eventId, event });
    } else result.taken.push({ index, event });
  });
  return result;
}

const decimalsOf = memoize(
  (currency: string) =>
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2,
);
