import { readNumber } from '../../platform/sheet/numbers.rules';
import { gramsPerUnit } from '../../platform/weight-units.rules';
import type { Column } from './guess-columns.rules';
import { labelOf } from './guess-wide.rules';
import type { Guess } from './guess.contract';
import {
  countsContainers,
  countsTwice,
  isGross,
  isNet,
  isPerContainer,
  isRatio,
  isSum,
  isTare,
} from './role-words.rules';
import { cellUnitOf, type SheetUnit } from './units.rules';

/** So large a part of the lines must agree for two columns to be of the same weight. */
const MOST = 0.8;
const ROUNDING = 0.01;

/**
 * The columns of weights that are read, each weight once: net before gross; of a gross weight and a tare the difference; of
 * pounds and ounces side by side, or kilograms and grams, one weight; of the same weight in two units the first.
 */
export function weighedOnce(columns: readonly Column[], guesses: readonly Guess[]): Guess[] {
  const all = guesses.filter(({ role, column }) => role === 'weight' && !isRatio(column) && !isPerContainer(column));
  if (all.length === 0) return inBags(columns, guesses);
  const weights = all.filter(({ column }) => !countsTwice(column));
  const net = weights.filter(({ column }) => isNet(column));
  if (net.length > 0) return inOneUnit(columns, net);
  const strong = weights.filter(({ weak }) => !weak);
  if (strong.length > 0) return inOneUnit(columns, strong);
  const gross = all.filter(({ column }) => isGross(column));
  const tare = all.filter(({ column }) => isTare(column));
  const [weight] = gross;
  if (weight && gross.length === 1)
    return [{ ...weight, ...(tare.length === 1 && { holds: 'gross' as const, tare: tare[0]!.column }) }];
  // What is only called a quantity may be a number of pieces; the weight of them all is one.
  const sums = all.filter(({ column, weak, unit }) => isSum(column) && !weak && unit !== undefined);
  if (weights.every(({ weak }) => weak) && sums.length === 1) return sums;
  if (weights.length > 0) return weights.slice(0, 1);
  // Beside numbers of bags, the only weight may be called a total.
  return gross.length > 0 ? gross : all.filter(({ column }) => isSum(column)).slice(0, 1);
}

/** The weight of each of several bags, whose number stands beside it, where nothing says what they weigh together. */
function inBags(columns: readonly Column[], guesses: readonly Guess[]): Guess[] {
  const [weight, ...others] = guesses.filter(({ role, column }) => role === 'weight' && isPerContainer(column));
  const number = columns.find(({ name }) => countsContainers(name));
  return weight && others.length === 0 && number ? [{ ...weight, times: number.name }] : [];
}

function inOneUnit(columns: readonly Column[], weights: readonly Guess[]): Guess[] {
  const [first, second] = weights;
  if (weights.length !== 2 || !first?.unit || !second?.unit || labelOf(first.column) !== labelOf(second.column))
    return [...weights];
  const [larger, smaller] =
    gramsOf(first.unit) >= gramsOf(second.unit) ? [first, second] : ([second, first] as [Guess, Guess]);
  const times = gramsOf(larger.unit!) / gramsOf(smaller.unit!);
  if (times === 1) return [...weights];
  const figures = pairsOf(columns, larger, smaller);
  const share = (holds: (pair: (typeof figures)[number]) => boolean) =>
    figures.length > 0 && figures.filter(holds).length >= figures.length * MOST;
  if (share(({ more, less }) => Math.abs(more * times - less) <= ROUNDING * Math.max(less, 1))) return [first];
  return share(({ more, less }) => Number.isInteger(more) && less < times)
    ? [{ ...larger, finer: { column: smaller.column, unit: smaller.unit! } }]
    : [...weights];
}

const gramsOf = (unit: SheetUnit) => cellUnitOf(unit).times * gramsPerUnit[cellUnitOf(unit).unit];

/** The figures of two columns in the lines in which either holds one; an empty cell counts as 0. */
function pairsOf(columns: readonly Column[], larger: Guess, smaller: Guess): { more: number; less: number }[] {
  const figuresOf = ({ column }: Guess) =>
    new Map(
      columns
        .find(({ name }) => name === column)
        ?.cells.flatMap(({ line, text }) => {
          const number = readNumber(text, 'auto');
          return number.ok ? [[line, number.value.value] as const] : [];
        }),
    );
  const [more, less] = [figuresOf(larger), figuresOf(smaller)];
  return [...new Set([...more.keys(), ...less.keys()])].map((line) => ({
    more: more.get(line) ?? 0,
    less: less.get(line) ?? 0,
  }));
}
