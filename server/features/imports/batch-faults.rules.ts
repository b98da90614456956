import type { IngestCandidate, IngestResult } from '../../domain/events/ingest.contract';
import { RAW_LENGTH } from '../../platform/sheet/cells.rules';
import {
  toIngestCandidate,
  toLineError,
  unknownLocation,
  type ReportedError,
  type ResolvedNames,
} from './candidate.rules';
import { changeEntries, type ChangedLines } from './corrections.rules';
import type { EventCandidate, LineError } from './event-candidate.contract';
import type { LeftOutReason } from './line-account.contract';
import type { Account, AccountedLine, Fates } from './line-account.rules';
import type { ImportMapping } from './mapping.contract';

export interface EventRow {
  event: EventCandidate;
  candidate: IngestCandidate;
}

interface CheckedLine {
  events: readonly EventCandidate[];
  errors: readonly LineError[];
  cells?: Readonly<Record<string, string>>;
}

export interface PreparedBatch {
  rows: EventRow[];
  /** What the sheet's own rules and the names found. */
  errors: ReportedError[];
}

/** The events of a batch as they are reported; a line of which one has no location is left out as a whole. */
export function prepareBatch(
  lines: readonly CheckedLine[],
  mapping: ImportMapping,
  names: ResolvedNames,
): PreparedBatch {
  const rows: EventRow[] = [];
  const errors: ReportedError[] = [];
  for (const line of lines) {
    errors.push(...line.errors);
    const before = rows.length;
    for (const event of line.events) {
      const candidate = toIngestCandidate(event, names);
      if (candidate) rows.push({ event, candidate });
      else {
        errors.push(unknownLocation(event, mapping));
        rows.length = before;
        break;
      }
    }
  }
  return { rows, errors };
}

type Refused = IngestResult['refused'];

/** The lines of which at least one event was refused: none of their events may go in. */
export const linesOf = (rows: readonly EventRow[], refused: Refused) =>
  new Set(refused.flatMap(({ index }) => rows[index]?.event.line ?? []));

const isChange = ({ code }: Refused[number]) => code === 'wasteEvents.duplicateUuid';

/** The refusals that are faults, and not other values of something that was imported before. */
export const wrongOf = (refused: Refused): Refused => refused.filter((one) => !isChange(one));

/** The refused events as faults of their lines, with what stood in the cell; one fault a line, column and reason. */
export function faultsOf(
  rows: readonly EventRow[],
  refused: Refused,
  { mapping, lines }: { mapping: ImportMapping; lines: readonly CheckedLine[] },
): ReportedError[] {
  if (refused.length === 0) return [];
  const cells = new Map(lines.flatMap((line) => line.events.map((event) => [event.line, line.cells] as const)));
  const faults = new Map<string, ReportedError>();
  const wrong = linesOf(rows, wrongOf(refused));
  for (const refusal of refused) {
    const row = rows[refusal.index];
    if (!row || (isChange(refusal) && !wrong.has(row.event.line))) continue;
    const fault = toLineError(refusal, row.event, mapping);
    const raw = fault.column === null ? '' : (cells.get(fault.line)?.[fault.column] ?? '').slice(0, 200);
    faults.set(`${fault.line} ${fault.column} ${fault.code}`, { ...fault, raw });
  }
  return [...faults.values()];
}

/** The numbers of the lines that the errors belong to. */
export const linesWith = (errors: readonly ReportedError[]): Set<number> => new Set(errors.map((error) => error.line));

type AccountableLine = AccountedLine & Pick<CheckedLine, 'cells'> & { events: readonly EventCandidate[] };

interface Accounted extends Pick<Fates<EventCandidate>, 'refused' | 'taken'> {
  changed: ChangedLines;
}

/**
 * Counts every line of a batch. @returns those left out, each with its reason and its cells as they stand in the sheet, single
 * cells that are, and those that replace what is there
 */
export function accountLines(
  account: Account,
  lines: readonly AccountableLine[],
  { changed, ...fates }: Accounted,
): ReportedError[] {
  const replaced = new Set(changed.replacing.map(({ event }) => event));
  account.addReplaced(changed.replacing, new Set([...replaced].map(({ line }) => line)).size);
  const allFates = { ...fates, left: changed.left, replaced };
  return lines.flatMap((line) => {
    const outcome = account.add(line, allFates);
    const changes = changed.changes.get(line.line) ?? [];
    const words = outcome === 'refused' ? [] : wordCells(line);
    if (outcome === 'replaced')
      return [...words, ...changeEntries(line.line, rawOf(line), { code: 'import.replaced', changes })];
    if (outcome !== 'leftOut') return words;
    const entry = leftOutLine(line, line.leftOut ?? changed.left.get(line.line) ?? 'changed');
    return changes.length === 0 ? [entry] : changeEntries(line.line, entry.raw, { code: entry.code, changes });
  });
}

const wordCells = ({ line, words = [] }: Pick<AccountableLine, 'line' | 'words'>): ReportedError[] =>
  words.map(({ column, raw }) => ({ line, column, code: 'import.leftOut.word', params: { column }, raw }));

const rawOf = ({ cells = {} }: Pick<AccountableLine, 'cells'>) =>
  Object.values(cells)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' | ')
    .slice(0, RAW_LENGTH);

function leftOutLine(line: Pick<AccountableLine, 'line' | 'cells'>, reason: LeftOutReason): ReportedError {
  return { line: line.line, column: null, code: `import.leftOut.${reason}`, params: {}, raw: rawOf(line) };
}
