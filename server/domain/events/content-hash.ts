import { hash } from 'node:crypto';
import type { IngestCandidate } from './ingest.contract';
import { referenceFields } from './reference-fields.rules';

/** SHA-256, in hexadecimal, of what a device or file said, without the row's own name: equal contents are one event sent twice. */
export function contentHash(candidate: IngestCandidate): string {
  if (candidate.contentHash !== undefined) return candidate.contentHash;
  const said = [
    candidate.locationId,
    candidate.occurredAt?.getTime() ?? candidate.localDate,
    candidate.stageId,
    ...referenceFields.map(([field]) => candidate[field] ?? null),
    candidate.grossGrams,
    candidate.tareGrams ?? null,
    candidate.enteredValue,
    candidate.enteredUnit,
    candidate.estimated ?? false,
    candidate.quantity ?? null,
    candidate.costAmount === undefined ? null : Number(candidate.costAmount),
    candidate.costCurrency ?? null,
    candidate.countsAsWaste ?? null,
    candidate.note ?? null,
    // Apart from the others, so that what was sent before anybody said it keeps its hash.
    ...(candidate.operatorId === undefined ? [] : [candidate.operatorId]),
  ];
  return hash('sha256', JSON.stringify(said), 'hex');
}
