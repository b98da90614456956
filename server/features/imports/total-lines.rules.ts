import { AmountSums, type StatedAmount, sumOf } from './amount-sums.rules';
import type { MappingCells } from './mapping-cells.rules';
import type { ImportMapping } from './mapping.contract';
import { isSumWord } from './role-words.rules';
import { measuresRead } from './wide.rules';

/** Whether a cell says that its line adds others up. */
export const namesTotal = isSumWord;
/** A printed sum may be rounded by this fraction of itself. */
const ROUNDING = 0.001;
const FEWEST_ADDED = 2;

/** The columns that name a line: when, where, and what. */
function namingColumns(mapping: ImportMapping): string[] {
  const { dates, site, location, item, reason, daypart, source, sink, container, stage } = mapping;
  const ofMeasures = measuresRead(mapping).flatMap(({ measure }) => [
    measure.stage,
    measure.item,
    measure.reason,
    measure.sink,
  ]);
  const named = [dates, site, location, item, reason, daypart, source, sink, container, stage, ...ofMeasures];
  return [...new Set(named.map((part) => part?.column).filter((column) => column !== undefined))];
}

/**
 * Tells lines that add up others from lines of waste, so that a kitchen or a food may still be called Total. A line is a total
 * where a word for it stands in the date's column; where it stands in another column and all other columns that name a line
 * are empty; or where such a word, or nothing at all, names the line and its amounts are the sums of the lines since the last
 * total or since the beginning (rounded by at most a thousandth). Whatever it is called, a line is a total too where its amounts
 * are such sums and chance is unlikely: `addsUpByItself`.
 */
export class TotalLines {
  readonly #columns: string[];
  #block = new AmountSums();
  readonly #all = new AmountSums();
  /** Lines with amounts since the last total. */
  #lines = 0;

  constructor(private readonly mapping: ImportMapping) {
    this.#columns = namingColumns(mapping);
  }

  /** The column that makes the line look like a total, before its amounts are known; undefined where none does. */
  suspect(cells: MappingCells): string | undefined {
    let isNamed = false;
    for (const column of this.#columns) {
      const text = cells.raw(column);
      if (text === '') continue;
      isNamed = true;
      if (namesTotal(text.trim())) return column;
    }
    return isNamed ? undefined : this.#columns[0];
  }

  isTotal(cells: MappingCells, suspect: string, amounts: readonly StatedAmount[]): boolean {
    const hasWord = !cells.isEmpty(suspect);
    if (
      hasWord &&
      (suspect === this.mapping.dates.column ||
        this.#columns.every((column) => column === suspect || cells.isEmpty(column)))
    )
      return true;
    return addsUp(amounts, this.#block) || addsUp(amounts, this.#all);
  }

  /**
   * Whether a line is a total by its amounts alone, in whatever language it says so: the sums of at least two lines above. A line
   * with a day of its own never is; where what stands for its day is none, one amount is enough, else there must be three, or
   * two below three lines.
   */
  addsUpByItself(amounts: readonly StatedAmount[], day: 'own' | 'none' | 'unreadable'): boolean {
    if (day === 'own' || this.#lines < FEWEST_ADDED) return false;
    const stated = amounts.filter(({ value }) => value !== 0).length;
    const unlikely = day === 'unreadable' ? stated > 0 : stated > 2 || (stated === 2 && this.#lines > FEWEST_ADDED);
    return unlikely && addsUp(amounts, this.#block);
  }

  /** Hears a line that is no total. */
  add(amounts: readonly StatedAmount[]): void {
    if (amounts.length > 0) this.#lines += 1;
    for (const amount of amounts) {
      this.#block.add(amount, 'taken');
      this.#all.add(amount, 'taken');
    }
  }

  /** A total ends a block of lines. */
  endBlock(): void {
    this.#block = new AmountSums();
    this.#lines = 0;
  }
}

function addsUp(amounts: readonly StatedAmount[], before: AmountSums): boolean {
  const stated = amounts.filter(({ value }) => value !== 0);
  const sums = before.list();
  return (
    stated.length > 0 &&
    stated.every((amount) => {
      const sum = sums.find(
        ({ measure, column, unit }) => measure === amount.measure && column === amount.column && unit === amount.unit,
      );
      return (
        sum !== undefined && Math.abs(sumOf(sum.value) - amount.value) <= Math.max(1, Math.abs(amount.value) * ROUNDING)
      );
    })
  );
}
