import type { Correction } from '../../domain/events/correction.contract';
import type { ReportedError } from './candidate.rules';
import type { EventCandidate } from './event-candidate.contract';
import type { CorrectionAnswer } from './import.contract';
import type { LeftOutReason, Replaced } from './line-account.contract';
import type { ImportMapping } from './mapping.contract';
import { Tally } from './tally.rules';

/** Lines that were imported before and say something else now. */
export interface ChangedLines {
  /** Those that replace what is there. */
  replacing: (Correction & { event: EventCandidate })[];
  /** Why the others stay out, by the number of the line. */
  left: Map<number, LeftOutReason>;
  /** Lines that would replace something if somebody said so. */
  asked: Set<number>;
  /** What each says of an event, and what is there. */
  changes: Map<number, Change[]>;
}

export interface Change {
  before: Stated;
  after: Stated;
}

interface Stated {
  grams: number;
  day: string;
  item: string | null;
  /** Decimal. */
  cost: string | null;
  currency: string | null;
}

interface Sorting {
  mapping: Pick<ImportMapping, 'dates'>;
  answer: CorrectionAnswer | null;
  /** Lines with a fault: nothing of them goes in. */
  wrong: ReadonlySet<number>;
}

/**
 * Says of each changed line whether it replaces what is there. A line replaces with all of its changed events or with none: one
 * of them that somebody has changed or voided since keeps the line out. So does a total that was spread over days, which is many
 * events that other days may have become.
 */
export function sortChanges(
  rows: readonly { event: EventCandidate }[],
  corrections: readonly Correction[],
  { mapping, answer, wrong }: Sorting,
): ChangedLines {
  const found: ChangedLines = { replacing: [], left: new Map(), asked: new Set(), changes: new Map() };
  for (const correction of corrections) {
    const event = rows[correction.index]?.event;
    if (!event || wrong.has(event.line)) continue;
    const { before, after } = correction;
    const change = {
      before: {
        grams: before.netGrams,
        day: before.localDate,
        item: before.itemName,
        cost: before.costAmount,
        currency: before.costCurrency,
      },
      after: {
        grams: after.netGrams,
        day: after.localDate,
        item: event.itemName ?? null,
        cost: after.costAmount,
        currency: after.costCurrency,
      },
    };
    found.changes.set(event.line, [...(found.changes.get(event.line) ?? []), change]);
    const spread = event.precision === 'month' && mapping.dates.monthTotals === 'spread';
    if (before.voided) found.left.set(event.line, 'voided');
    else if (before.edited) found.left.set(event.line, 'edited');
    else if (spread) found.left.set(event.line, 'changed');
    else if (!found.left.has(event.line)) found.asked.add(event.line);
  }
  for (const line of found.left.keys()) found.asked.delete(line);
  for (const line of found.asked) if (answer !== 'replace') found.left.set(line, 'changed');
  if (answer === 'replace') {
    found.replacing = corrections.flatMap((correction) => {
      const event = rows[correction.index]?.event;
      return event && found.asked.has(event.line) ? [{ ...correction, event }] : [];
    });
  }
  return found;
}

/** The changed lines as they are listed, an entry for each event: `code` says what becomes of it. */
export function changeEntries(
  line: number,
  raw: string,
  { code, changes }: { code: string; changes: readonly Change[] },
): ReportedError[] {
  return changes.map(({ before, after }) => ({
    line,
    column: null,
    code,
    raw,
    params: { ...entryOf('before', before), ...entryOf('after', after) },
  }));
}

function entryOf(
  when: 'before' | 'after',
  { grams, day, item, cost, currency }: Stated,
): Record<string, string | number> {
  return {
    [`${when}Grams`]: grams,
    [`${when}Day`]: day,
    [`${when}Item`]: item ?? '',
    [`${when}Cost`]: cost ?? '',
    [`${when}Currency`]: currency ?? '',
  };
}

/** The change that a listed line holds; null of a line that changes nothing. */
export function changeOf({ params }: Pick<ReportedError, 'params'>): Change | null {
  if (typeof params.beforeGrams !== 'number') return null;
  const text = (key: string) => String(params[key] ?? '');
  const said = (when: 'before' | 'after'): Stated => ({
    grams: Number(params[`${when}Grams`]),
    day: text(`${when}Day`),
    item: text(`${when}Item`) || null,
    cost: text(`${when}Cost`) || null,
    currency: text(`${when}Currency`) || null,
  });
  return { before: said('before'), after: said('after') };
}

/** What the replaced events added up to before, and add up to now; `so far` of the batches before. */
export function addReplaced(soFar: Replaced, corrections: readonly Correction[], lines: number): Replaced {
  const sides = { before: new Tally(soFar.before), after: new Tally(soFar.after) };
  for (const { before, after } of corrections) {
    sides.before.add(before);
    sides.after.add(after);
  }
  const sum = (tally: Tally) => ({ grams: tally.totals().grams, costs: tally.totals().costs });
  return {
    lines: soFar.lines + lines,
    events: soFar.events + corrections.length,
    before: sum(sides.before),
    after: sum(sides.after),
  };
}
