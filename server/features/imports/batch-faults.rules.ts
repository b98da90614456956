import type { IngestCandidate, IngestResult } from '../waste-events/ingest.contract';
import { toIngestCandidate, toLineError, unknownLocation, type ReportedError, type ResolvedNames } from './candidate.rules';
import type { ImportMapping } from './mapping.contract';
import type { EventCandidate, LineError } from './event-candidate.contract';

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
export function prepareBatch(lines: readonly CheckedLine[], mapping: ImportMapping, names: ResolvedNames): PreparedBatch {
  const rows: EventRow[] = [];
  const errors: ReportedError[] = [];
  for (const line of lines) {
    errors.push(...line.errors);
    const candidates = line.events.map((event) => ({ event, candidate: toIngestCandidate(event, names) }));
    const lost = candidates.find(({ candidate }) => candidate === undefined);
    if (lost) errors.push(unknownLocation(lost.event, mapping));
    else rows.push(...(candidates as EventRow[]));
  }
  return { rows, errors };
}

type Refused = IngestResult['refused'];

/** The lines of which at least one event was refused: none of their events may go in. */
export const linesOf = (rows: readonly EventRow[], refused: Refused) => new Set(refused.flatMap(({ index }) => rows[index]?.event.line ?? []));

/** The refused events as faults of their lines, with what stood in the cell; one fault a line, column and reason. */
export function faultsOf(rows: readonly EventRow[], refused: Refused, { mapping, lines }: { mapping: ImportMapping; lines: readonly CheckedLine[] }): ReportedError[] {
  const cells = new Map(lines.flatMap((line) => line.events.map((event) => [event.line, line.cells] as const)));
  const faults = new Map<string, ReportedError>();
  for (const refusal of refused) {
    const row = rows[refusal.index];
    if (!row) continue;
    const fault = toLineError(refusal, row.event, mapping);
    const raw = fault.column === null ? '' : (cells.get(fault.line)?.[fault.column] ?? '').slice(0, 200);
    faults.set(`${fault.line} ${fault.column} ${fault.code}`, { ...fault, raw });
  }
  return [...faults.values()];
}

/** How many lines the errors belong to. */
export const countLines = (errors: readonly ReportedError[]) => new Set(errors.map((error) => error.line)).size;
