import type { Db, Trx } from '../../platform/db/database';
import type { Clock } from '../../platform/time';
import { contentHash } from './content-hash';
import { checkEvent, type LocationFacts } from './event.rules';
import type { IngestCandidate, IngestResult, Refusal } from './ingest.contract';
import { findIngestKeys } from './ingest.store';
import { loadReferences } from './references.store';

/** A location that does not exist yet; its id is negative, so that it can not be mistaken for one that does. */
export type PlannedLocation = Pick<LocationFacts, 'id' | 'timeZone' | 'currency'>;

interface Preview {
  organisationId: number;
  clock: Clock;
  planned: readonly PlannedLocation[];
}

/** What `ingestEvents` would make of the candidates now. Writes nothing. */
export async function previewEvents(db: Db | Trx, { organisationId, clock, planned }: Preview, candidates: readonly IngestCandidate[]): Promise<Pick<IngestResult, 'known' | 'refused'>> {
  const references = await loadReferences(db, organisationId, candidates);
  const locations = new Map(references.locations);
  for (const one of planned) locations.set(one.id, { ...one, siteId: one.id, active: true, exponent: 2 });
  const keys = await findIngestKeys(db, organisationId, candidates.map((candidate) => candidate.clientEventUuid));
  const now = clock.now();
  const result: Pick<IngestResult, 'known' | 'refused'> = { known: [], refused: [] };
  candidates.forEach((candidate, index) => {
    const key = keys.get(candidate.clientEventUuid);
    if (key?.hash === contentHash(candidate)) {
      result.known.push({ index, eventId: key.eventId });
      return;
    }
    const refusal: Refusal | undefined = key
      ? { code: 'wasteEvents.duplicateUuid', field: 'clientEventUuid' }
      : checkEvent(candidate, { ...references, locations }, now).refusal;
    if (refusal) result.refused.push({ index, ...refusal });
  });
  return result;
}
