import { sql } from 'kysely';
import { type DomainEvents, compareEvents, ingestEvents, replaceEvents } from '../../domain/events';
import type { IngestResult } from '../../domain/events/ingest.contract';
import type { Trx } from '../../platform/db/database';
import { lockOrganisation } from '../../platform/db/organisation-lock';
import type { Clock } from '../../platform/time';
import { accountLines, faultsOf, linesOf, linesWith, prepareBatch, wrongOf, type EventRow } from './batch-faults.rules';
import type { ReportedError } from './candidate.rules';
import { sortChanges, type ChangedLines } from './corrections.rules';
import { recogniseEarlier } from './earlier-identity.service';
import type { CorrectionAnswer } from './import.contract';
import type { ImportKey } from './import.store';
import type { LineAccount } from './line-account.contract';
import { Account } from './line-account.rules';
import type { ImportMapping } from './mapping.contract';
import { placeMonthTotals } from './month-totals.service';
import { learnNames, namesOf, type KnownNames, type LearnedNames } from './names.service';
import { placesOf, type SheetBatch } from './sheet.batches';

interface Writing {
  key: ImportKey;
  mapping: ImportMapping;
  createdBy: number | null;
  clock: Clock;
  domain: DomainEvents;
  known: KnownNames;
  /** What becomes of lines that were imported before with other values; null: they stay as they are. */
  corrections: CorrectionAnswer | null;
  /** Stands in the history of what is replaced. */
  fileName: string;
  timeZone(siteName: string): string;
}

export interface WrittenBatch {
  taken: number;
  known: number;
  account: LineAccount;
  errors: ReportedError[];
  leftOut: ReportedError[];
  learned: LearnedNames;
}

/** Takes the good lines of a batch in, each with all of its events or none. */
export async function writeBatch(
  trx: Trx,
  writing: Writing,
  { before, ...batch }: SheetBatch & { before: LineAccount | null },
): Promise<WrittenBatch> {
  const { key, mapping, known } = writing;
  if (writing.corrections === 'replace') await lockOrganisation(trx, key.organisationId);
  const learned = await learnNames(trx, {
    organisationId: key.organisationId,
    mapping,
    known,
    choice: { places: mapping.unknownSites, references: 'create' },
    events: batch.lines.flatMap((line) => line.events),
    places: placesOf(batch),
  });
  const names = namesOf(known, learned, writing.timeZone);
  const lines = await placeMonthTotals(
    trx,
    { organisationId: key.organisationId, mapping, now: writing.clock.now(), ...names },
    batch.lines,
  );
  const { rows, errors } = await recogniseEarlier(trx, key.organisationId, prepareBatch(lines, mapping, names));
  const result = await ingestWholeLines(trx, writing, rows);
  const faults = [...errors, ...faultsOf(rows, result.refused, { mapping, lines })];
  const account = new Account(before);
  const leftOut = accountLines(account, lines, {
    refused: linesWith(faults),
    changed: result.changed,
    taken: new Set(result.taken.map(({ event }) => event)),
  });
  return {
    taken: result.taken.length,
    known: result.known.length,
    account: account.totals(),
    errors: faults,
    leftOut,
    learned,
  };
}

interface WholeLines {
  taken: EventRow[];
  known: EventRow[];
  refused: IngestResult['refused'];
  changed: ChangedLines;
}

/**
 * Half a line would be counted twice when the mended line is imported, because it then goes by another identity. So a
 * batch with a torn line is taken back and written again without it.
 */
async function ingestWholeLines(trx: Trx, writing: Writing, rows: readonly EventRow[]): Promise<WholeLines> {
  const {
    key: { organisationId, id },
    mapping,
    corrections: answer,
    createdBy,
    clock,
    domain,
  } = writing;
  const ingest = {
    organisationId,
    origin: 'IMPORT' as const,
    importBatchId: id,
    createdBy: createdBy ?? undefined,
    clock,
    domain,
    moreFollow: true,
  };
  const candidates = rows.map((row) => row.candidate);
  if (candidates.length === 0)
    return { taken: [], known: [], refused: [], changed: sortChanges([], [], { mapping, answer, wrong: new Set() }) };
  await sql`savepoint whole_lines`.execute(trx);
  const first = await ingestEvents(trx, ingest, candidates);
  const wrong = linesOf(rows, wrongOf(first.refused));
  const compared = await compareEvents(trx, organisationId, {
    candidates,
    changed: first.changed,
    lock: answer === 'replace',
  });
  const changed = sortChanges(rows, compared, { mapping, answer, wrong });
  const bad = new Set([...wrong, ...changed.left.keys()]);
  const isBad = ({ index }: { index: number }) => bad.has(rows[index]?.event.line ?? -1);
  const rowsOf = (of: readonly EventRow[], found: readonly { index: number }[]) =>
    found.flatMap(({ index }) => of[index] ?? []);
  const replace = () =>
    replaceEvents(
      trx,
      { ...ingest, now: clock.now(), whyOf: ({ after }) => `${writing.fileName}: ${after.importLine}` },
      changed.replacing,
    );
  if (!first.taken.some(isBad)) {
    await replace();
    return {
      taken: rowsOf(rows, first.taken),
      known: rowsOf(
        rows,
        first.known.filter((one) => !isBad(one)),
      ),
      refused: first.refused,
      changed,
    };
  }
  await sql`rollback to savepoint whole_lines`.execute(trx);
  const whole = rows.filter((_, index) => !isBad({ index }));
  const second = await ingestEvents(
    trx,
    ingest,
    whole.map((row) => row.candidate),
  );
  await replace();
  return { taken: rowsOf(whole, second.taken), known: rowsOf(whole, second.known), refused: first.refused, changed };
}
