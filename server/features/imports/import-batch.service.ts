import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database';
import type { DomainEvents } from '../../platform/domain-events';
import type { Clock } from '../../platform/time';
import { ingestEvents, type IngestResult } from '../waste-events';
import { countLines, faultsOf, linesOf, prepareBatch, type EventRow } from './batch-faults.rules';
import type { ReportedError } from './candidate.rules';
import type { ImportKey } from './import.store';
import type { ImportMapping } from './mapping.contract';
import { learnNames, namesOf, type KnownNames, type LearnedNames } from './names.service';
import { placeMonthTotals } from './month-totals.service';
import { placesOf, type SheetBatch } from './sheet.batches';

interface Writing {
  key: ImportKey;
  mapping: ImportMapping;
  createdBy: number | null;
  clock: Clock;
  domain: DomainEvents;
  known: KnownNames;
  timeZone(siteName: string): string;
}

export interface WrittenBatch {
  taken: number;
  known: number;
  linesRefused: number;
  errors: ReportedError[];
  learned: LearnedNames;
}

/** Takes the good lines of a batch in, each with all of its events or none. */
export async function writeBatch(trx: Trx, writing: Writing, batch: SheetBatch): Promise<WrittenBatch> {
  const { key, mapping, known } = writing;
  const learned = await learnNames(trx, {
    organisationId: key.organisationId, mapping, known, choice: { places: mapping.unknownSites, references: 'create' },
    events: batch.lines.flatMap((line) => line.events), places: placesOf(batch),
  });
  const names = namesOf(known, learned, writing.timeZone);
  const lines = await placeMonthTotals(trx, { organisationId: key.organisationId, mapping, now: writing.clock.now(), ...names }, batch.lines);
  const { rows, errors } = prepareBatch(lines, mapping, names);
  const result = await ingestWholeLines(trx, writing, rows);
  const faults = [...errors, ...faultsOf(rows, result.refused, { mapping, lines })];
  return { taken: result.taken, known: result.known, linesRefused: countLines(faults), errors: faults, learned };
}

interface WholeLines {
  taken: number;
  known: number;
  refused: IngestResult['refused'];
}

/**
 * Half a line would be counted twice when the mended line is imported, because it then goes by another identity. So a
 * batch with a torn line is taken back and written again without it.
 */
async function ingestWholeLines(trx: Trx, { key, createdBy, clock, domain }: Writing, rows: readonly EventRow[]): Promise<WholeLines> {
  const ingest = { organisationId: key.organisationId, origin: 'IMPORT' as const, importBatchId: key.id, createdBy: createdBy ?? undefined, clock, domain, moreFollow: true };
  const candidates = rows.map((row) => row.candidate);
  if (candidates.length === 0) return { taken: 0, known: 0, refused: [] };
  await sql`savepoint whole_lines`.execute(trx);
  const first = await ingestEvents(trx, ingest, candidates);
  const bad = linesOf(rows, first.refused);
  const isBad = ({ index }: { index: number }) => bad.has(rows[index]?.event.line ?? -1);
  if (!first.taken.some(isBad)) return { taken: first.taken.length, known: first.known.filter((one) => !isBad(one)).length, refused: first.refused };
  await sql`rollback to savepoint whole_lines`.execute(trx);
  const second = await ingestEvents(trx, ingest, candidates.filter((_, index) => !isBad({ index })));
  return { taken: second.taken.length, known: second.known.length, refused: first.refused };
}
