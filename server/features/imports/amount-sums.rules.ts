import type { ColumnSum } from './import.contract';
import type { AmountSum, LineOutcome, Parts } from './line-account.contract';

/** Values and grams are whole ten-thousandths here, so that sums of parts are exactly the sum of the whole. */
const SCALE = 10_000;
/** A cell beyond this is no amount that anybody weighed; it counts as unreadable. */
const LARGEST = 1e11;

/** What a cell of a measure, or of its cost, states. */
export interface StatedAmount {
  measure: string;
  column: string;
  /** A unit of weight, `serving`, or the ISO 4217 code of a cost; null: the cell holds something that is no amount. */
  unit: string | null;
  /** In the unit, in ten-thousandths. */
  value: number;
  /** In ten-thousandths of a gram; null for a cost, and where nobody knows what a serving weighs. */
  grams: number | null;
}

/** @param value in the unit of the cell @param grams of the same cell */
export function stated(
  at: Pick<StatedAmount, 'measure' | 'column'>,
  unit: string | null,
  { value, grams }: { value: number; grams: number | null } = { value: 0, grams: null },
): StatedAmount {
  if (unit === null || Math.abs(value) > LARGEST || Math.abs(grams ?? 0) > LARGEST)
    return { ...at, unit: null, value: 0, grams: null };
  return {
    measure: at.measure,
    column: at.column,
    unit,
    value: Math.round(value * SCALE),
    grams: grams === null ? null : Math.round(grams * SCALE),
  };
}

const nothing = (): Parts => ({ taken: 0, replaced: 0, known: 0, refused: 0, leftOut: 0 });

/** Adds up what the cells of a sheet state, by what became of them. */
export class AmountSums {
  readonly #sums = new Map<string, AmountSum>();
  /** Of the amount before, which most often is of the same column. */
  #last: AmountSum | undefined;

  constructor(sums: readonly AmountSum[] = []) {
    for (const sum of sums) this.#sums.set(keyOf(sum), structuredClone(sum));
  }

  add({ measure, column, unit, value, grams }: StatedAmount, outcome: LineOutcome): void {
    const last = this.#last;
    const sum =
      last?.column === column && last.measure === measure && last.unit === unit
        ? last
        : this.#sumOf({ column, measure, unit });
    this.#last = sum;
    sum.cells += 1;
    sum.value[outcome] += value;
    if (grams !== null) (sum.grams ??= nothing())[outcome] += grams;
  }

  #sumOf(of: Pick<AmountSum, 'column' | 'measure' | 'unit'>): AmountSum {
    const known = this.#sums.get(keyOf(of));
    if (known) return known;
    const sum: AmountSum = {
      measure: of.measure,
      column: of.column,
      unit: of.unit,
      cells: 0,
      value: nothing(),
      grams: null,
    };
    this.#sums.set(keyOf(of), sum);
    return sum;
  }

  list(): AmountSum[] {
    return [...this.#sums.values()];
  }
}

const keyOf = ({ column, measure, unit }: Pick<AmountSum, 'column' | 'measure' | 'unit'>) =>
  `${unit} ${measure} ${column}`;

/** Ten-thousandths as decimal text: `12.5`, `-0.25`. */
export function decimalOf(tenThousandths: number): string {
  const digits = String(Math.abs(tenThousandths)).padStart(5, '0');
  const fraction = digits.slice(-4).replace(/0+$/, '');
  return `${tenThousandths < 0 ? '-' : ''}${digits.slice(0, -4)}${fraction === '' ? '' : `.${fraction}`}`;
}

export const gramsOf = (tenThousandths: number): number => tenThousandths / SCALE;

export const sumOf = ({ taken, replaced, known, refused, leftOut }: Parts): number =>
  taken + replaced + known + refused + leftOut;

const scaled = (decimal: string) => Math.round(Number(decimal) * SCALE);
const added = (a: string, b: string) => decimalOf(scaled(a) + scaled(b));
const parts = ['sheet', 'taken', 'replaced', 'known', 'refused', 'leftOut'] as const;

/** What the columns of each unit or currency add up to, part by part; of no measure in particular. */
export function wholeSums(sums: readonly ColumnSum[]): ColumnSum[] {
  const whole = new Map<string, ColumnSum>();
  for (const sum of sums) {
    const before = whole.get(sum.unit);
    const next = { ...sum, measure: '', column: '' };
    for (const part of before ? parts : []) {
      const [a, b] = [before![part], sum[part]];
      next[part] = {
        value: added(a.value, b.value),
        grams: a.grams === null || b.grams === null ? null : added(a.grams, b.grams),
      };
    }
    whole.set(sum.unit, next);
  }
  return [...whole.values()];
}
