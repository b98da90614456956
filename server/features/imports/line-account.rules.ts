import type { Correction } from '../../domain/events/correction.contract';
import { AmountSums, type StatedAmount } from './amount-sums.rules';
import { addReplaced } from './corrections.rules';
import {
  noneReplaced,
  type LeftOutReason,
  type LineAccount,
  type LineOutcome,
  type WordCell,
} from './line-account.contract';

/** A line as far as its account needs it. */
export interface AccountedLine {
  line: number;
  /** Why it is left out before anybody looks at its events. */
  leftOut?: LeftOutReason;
  /** A workbook hides it. */
  hidden?: true;
  events: readonly { measure: string }[];
  amounts: readonly StatedAmount[];
  words?: readonly WordCell[] | undefined;
}

/** What the checks behind the line's own found. */
export interface Fates<E> {
  /** Numbers of lines with a fault. */
  refused: ReadonlySet<number>;
  /** Lines that were imported before with other values, and why they stay as they were. */
  left?: ReadonlyMap<number, LeftOutReason>;
  taken: ReadonlySet<E>;
  /** Events whose figures are put in the place of what is there. */
  replaced?: ReadonlySet<E>;
}

/** What became of every line of a sheet so far. */
export class Account {
  readonly #lines: LineAccount;
  readonly #sums: AmountSums;

  constructor(before?: LineAccount | null) {
    this.#lines = before
      ? structuredClone(before)
      : { taken: 0, replaced: noneReplaced, known: 0, refused: 0, leftOut: {}, sums: [] };
    this.#sums = new AmountSums(before?.sums);
  }

  /** Counts a line once. @returns what became of it */
  add<E extends { measure: string }>(
    line: Omit<AccountedLine, 'events'> & { events: readonly E[] },
    fates: Fates<E>,
  ): LineOutcome {
    const isRefused = fates.refused.has(line.line);
    const reason = line.leftOut ?? fates.left?.get(line.line);
    const has = (events?: ReadonlySet<E>) => events !== undefined && line.events.some((event) => events.has(event));
    const outcome = isRefused
      ? 'refused'
      : reason
        ? 'leftOut'
        : has(fates.replaced)
          ? 'replaced'
          : has(fates.taken)
            ? 'taken'
            : 'known';
    const outcomes = outcome === 'refused' || outcome === 'leftOut' ? undefined : outcomesOf(line.events, fates);
    const ofMeasure = (measure: string): LineOutcome => (outcomes ? (outcomes.get(measure) ?? 'leftOut') : outcome);
    if (outcome === 'leftOut') this.#leave(reason!, 1);
    // Counted with their sums by `addReplaced`.
    else if (outcome !== 'replaced') this.#lines[outcome] += 1;
    if (line.hidden && outcome !== 'leftOut') this.#lines.hidden = (this.#lines.hidden ?? 0) + 1;
    if (line.words && outcome !== 'refused') this.#lines.words = (this.#lines.words ?? 0) + line.words.length;
    for (const amount of line.amounts) this.#sums.add(amount, ofMeasure(amount.measure));
    return outcome;
  }

  addReplaced(corrections: readonly Correction[], lines: number): void {
    this.#lines.replaced = addReplaced(this.#lines.replaced, corrections, lines);
  }

  #leave(reason: LeftOutReason, lines: number): void {
    this.#lines.leftOut[reason] = (this.#lines.leftOut[reason] ?? 0) + lines;
  }

  totals(): LineAccount {
    return { ...structuredClone(this.#lines), sums: this.#sums.list() };
  }
}

/** By measure: replaced or taken where an event of it is, in this order. */
function outcomesOf<E extends { measure: string }>(
  events: readonly E[],
  { taken, replaced }: Pick<Fates<E>, 'replaced' | 'taken'>,
): Map<string, LineOutcome> {
  const outcomes = new Map<string, LineOutcome>();
  for (const event of events) {
    const before = outcomes.get(event.measure);
    if (replaced?.has(event)) outcomes.set(event.measure, 'replaced');
    else if (taken.has(event) && before !== 'replaced') outcomes.set(event.measure, 'taken');
    else if (before === undefined) outcomes.set(event.measure, 'known');
  }
  return outcomes;
}
