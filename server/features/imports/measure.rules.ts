import { readNumber, type ReadNumber } from '../../platform/sheet/numbers.rules';
import { failed, read, type Read } from '../../platform/sheet/values.rules';
import { gramsPerUnit, type WeightUnitCode } from '../../platform/weight-units.rules';
import { stated } from './amount-sums.rules';
import { readCompound } from './compound-weight.rules';
import type { EventCandidate } from './event-candidate.contract';
import type { ImportCode } from './import-codes.contract';
import type { MappingCells } from './mapping-cells.rules';
import type { Measure, ServingsMeasure, WeightMeasure } from './mapping.contract';
import { readMoney } from './money.rules';
import { cellUnitOf, MAX_GRAMS, readCellUnit, tidyGrams, toGrams, type CellUnit } from './units.rules';
import { measuresRead } from './wide.rules';

/** What a measure states of its event: weights in grams, the figure as entered, the cost as decimal text. */
export type Measured = Pick<
  EventCandidate,
  | 'netGrams'
  | 'grossGrams'
  | 'tareGrams'
  | 'enteredValue'
  | 'enteredUnit'
  | 'estimated'
  | 'quantity'
  | 'costAmount'
  | 'currency'
>;

/** A rounding of the sheet's own: gross, tare and net may disagree by this many grams. */
const TOLERANCE_GRAMS = 10;

/**
 * Reads one measure of a line. Undefined where nothing was measured, and where something is wrong: that stands in
 * `cells.errors` then.
 */
export function readMeasure(measure: Measure, cells: MappingCells): Measured | undefined {
  const cost = readCost(measure, cells);
  const finer = measure.kind === 'weight' ? measure.finer : undefined;
  if (cells.isEmpty(measure.column) && (finer === undefined || cells.isEmpty(finer.column))) {
    if (refusesEmpty(measure, cells)) cells.refuse(measure.column, failed('import.missingValue'));
    else refuseCostOfNothing(measure, cells, cost);
    return undefined;
  }
  const amount = readAmount(measure, cells);
  if (!amount.ok && isWordAmongMeasures(measure, cells)) {
    cells.setAside(measure.column);
    cells.amounts.push(stated(at(measure), null));
    refuseCostOfNothing(measure, cells, cost);
    return undefined;
  }
  const number = cells.take(measure.column, amount);
  if (!number) {
    cells.amounts.push(stated(at(measure), null));
    return undefined;
  }
  const weights = measure.kind === 'weight' ? readWeight(measure, cells, number) : readServings(measure, cells, number);
  if (!weights) return undefined;
  if (weights.netGrams > MAX_GRAMS || (weights.grossGrams ?? 0) > MAX_GRAMS) {
    cells.refuse(measure.column, failed('import.tooLarge', { max: `${MAX_GRAMS / 1000} kg` }));
    return undefined;
  }
  if (weights.netGrams === 0 && measure.skipZero) {
    refuseCostOfNothing(measure, cells, cost);
    return undefined;
  }
  return cost === undefined ? weights : { ...weights, costAmount: cost.amount, currency: cost.currency };
}

const refusesEmpty = ({ whenEmpty }: Measure, { mapping }: MappingCells): boolean =>
  (whenEmpty ?? (measuresRead(mapping).length === 1 ? 'refuse' : 'skip')) === 'refuse';

/** `closed` in one of several columns says why nothing was measured there. What has a digit was meant as a number. */
const isWordAmongMeasures = (measure: Measure, cells: MappingCells): boolean =>
  measuresRead(cells.mapping).length > 1 && !refusesEmpty(measure, cells) && !/\d/.test(cells.raw(measure.column));

const none: ReadNumber = { value: 0, text: '0', suffix: '' };

/** The number of a cell; of `2 lb 3 oz` in the first of the units. */
function readAmount(measure: Measure, cells: MappingCells): Read<ReadNumber, ImportCode> {
  const [raw, decimal] = [cells.raw(measure.column), cells.decimal(measure.column, cells.mapping.decimal)];
  if (measure.kind !== 'weight') return readNumber(raw, decimal);
  if (measure.finer && cells.isEmpty(measure.column)) return read(none);
  const number = readNumber(raw, decimal);
  return number.ok ? number : (readCompound(raw, decimal) ?? number);
}

const at = ({ name, column }: Measure) => ({ measure: name, column });

function readWeight(measure: WeightMeasure, cells: MappingCells, number: ReadNumber): Measured | undefined {
  const { unit, times = 1 } = readUnitOf(measure, cells, number) ?? {};
  const rest = measure.finer === undefined ? 0 : restOf(measure.finer, cells, unit);
  const count = measure.timesColumn === undefined ? 1 : countOf(measure.timesColumn, cells);
  const value =
    times === 1 && rest === 0 && count === 1 ? number.value : tidyGrams((number.value * times + rest) * count);
  cells.amounts.push(stated(at(measure), unit ?? null, { value, grams: unit ? toGrams(value, unit) : null }));
  if (!unit) return undefined;
  if (value < 0) {
    cells.refuse(measure.column, failed('import.negativeWeight'));
    return undefined;
  }
  const weight = toGrams(value, unit);
  const gross = measure.grossColumn === undefined ? undefined : readSecondWeight(measure.grossColumn, cells, unit);
  const tare =
    measure.tareColumn === undefined ? tareOf(measure, unit) : readSecondWeight(measure.tareColumn, cells, unit);
  if (cells.errors.length > 0) return undefined;
  if (gross === undefined && tare === undefined && measure.holds === 'net')
    return { netGrams: weight, enteredValue: value, enteredUnit: unit, estimated: false };

  const entered = { enteredValue: value, enteredUnit: unit, estimated: false };
  if (measure.holds === 'gross')
    return fromGross(measure, cells, { ...entered, grossGrams: weight, tareGrams: tare ?? 0 });
  if (gross === undefined) {
    return tare === undefined
      ? { ...entered, netGrams: weight }
      : { ...entered, netGrams: weight, tareGrams: tare, grossGrams: tidyGrams(weight + tare) };
  }
  if (gross < weight) {
    cells.refuse(measure.grossColumn, failed('import.grossBelowTare'));
    return undefined;
  }
  const difference = tidyGrams(gross - weight);
  if (tare !== undefined && Math.abs(difference - tare) > TOLERANCE_GRAMS) {
    cells.refuse(measure.grossColumn, failed('import.weightsDisagree'));
    return undefined;
  }
  return { ...entered, netGrams: weight, grossGrams: gross, tareGrams: difference };
}

function fromGross(
  measure: WeightMeasure,
  cells: MappingCells,
  weights: Pick<Measured, 'enteredValue' | 'enteredUnit' | 'estimated'> & { grossGrams: number; tareGrams: number },
): Measured | undefined {
  const netGrams = tidyGrams(weights.grossGrams - weights.tareGrams);
  if (netGrams >= 0) return { ...weights, netGrams };
  cells.refuse(measure.column, failed('import.grossBelowTare'));
  return undefined;
}

/** The unit behind the number says more about this cell than the mapping does. */
function readUnitOf(measure: WeightMeasure, cells: MappingCells, number: ReadNumber): CellUnit | undefined {
  if (number.suffix !== '') return cells.take(measure.column, readCellUnit(number.suffix));
  if (measure.unitColumn === undefined) return measure.unit && cellUnitOf(measure.unit);
  return cells.take(measure.unitColumn, readCellUnit(cells.raw(measure.unitColumn)));
}

function tareOf(measure: WeightMeasure, unit: WeightUnitCode): number | undefined {
  if (measure.tare === undefined) return undefined;
  const own = cellUnitOf(measure.unit ?? unit);
  return toGrams(measure.tare * own.times, own.unit);
}

/** How many of that weight a line has; an empty cell is one. */
const countOf = (column: string, cells: MappingCells): number =>
  cells.isEmpty(column) ? 1 : (readFigure(column, cells)?.value ?? 0);

/** A number beside a weight, whatever its unit; undefined after noting that the cell holds none, or one below zero. */
function readFigure(column: string, cells: MappingCells): ReadNumber | undefined {
  const number = cells.take(column, readNumber(cells.raw(column), cells.decimal(column, cells.mapping.decimal)));
  if (!number || number.value >= 0) return number;
  cells.refuse(column, failed('import.negativeWeight'));
  return undefined;
}

/** What the column of the smaller unit adds, in the larger one. */
function restOf(
  { column, unit }: NonNullable<WeightMeasure['finer']>,
  cells: MappingCells,
  larger: WeightUnitCode | undefined,
): number {
  if (larger === undefined || cells.isEmpty(column)) return 0;
  const own = cellUnitOf(unit);
  return ((readFigure(column, cells)?.value ?? 0) * own.times * gramsPerUnit[own.unit]) / gramsPerUnit[larger];
}

function readSecondWeight(column: string, cells: MappingCells, unit: WeightUnitCode): number | undefined {
  if (cells.isEmpty(column)) return undefined;
  const number = cells.take(column, readNumber(cells.raw(column), cells.decimal(column, cells.mapping.decimal)));
  if (!number) return undefined;
  const own = number.suffix === '' ? { unit, times: 1 } : cells.take(column, readCellUnit(number.suffix));
  if (!own) return undefined;
  if (number.value < 0) cells.refuse(column, failed('import.negativeWeight'));
  return toGrams(number.value * own.times, own.unit);
}

function readServings(measure: ServingsMeasure, cells: MappingCells, number: ReadNumber): Measured | undefined {
  if (number.suffix !== '') {
    cells.amounts.push(stated(at(measure), null));
    cells.refuse(measure.column, failed('import.unitNotExpected', { unit: number.suffix }));
    return undefined;
  }
  const grams = number.value === 0 && measure.skipZero ? 0 : gramsOfServing(measure, cells);
  cells.amounts.push(
    stated(at(measure), 'serving', {
      value: number.value,
      grams: grams === undefined ? null : tidyGrams(number.value * grams),
    }),
  );
  if (number.value < 0) {
    cells.refuse(measure.column, failed('import.negativeServings'));
    return undefined;
  }
  if (grams === undefined) return undefined;
  const netGrams = tidyGrams(number.value * grams);
  return { netGrams, enteredValue: number.value, enteredUnit: 'serving', estimated: true, quantity: number.value };
}

function gramsOfServing({ gramsPerServing }: ServingsMeasure, cells: MappingCells): number | undefined {
  if (typeof gramsPerServing === 'number') return gramsPerServing;
  for (const { column, values } of gramsPerServing.by) {
    const value = cells.name({ column });
    if (value !== undefined && Object.hasOwn(values, value)) return values[value];
  }
  if (gramsPerServing.otherwise !== undefined) return gramsPerServing.otherwise;
  const last = gramsPerServing.by.at(-1)?.column;
  cells.refuse(
    last,
    failed('import.unknownServing', { serving: last === undefined ? '' : cells.raw(last).slice(0, 80) }),
  );
  return undefined;
}

function readCost(measure: Measure, cells: MappingCells): { amount: string; currency: string } | undefined {
  const currency = measure.currency ?? cells.mapping.newSites?.currency;
  if (measure.costColumn === undefined || currency === undefined || cells.isEmpty(measure.costColumn)) return undefined;
  const column = measure.costColumn;
  const amount = cells.take(
    column,
    readMoney(cells.raw(column), currency, cells.decimal(column, cells.mapping.decimal)),
  );
  cells.amounts.push(
    stated({ measure: measure.name, column }, amount === undefined ? null : currency, {
      value: Number(amount ?? 0),
      grams: null,
    }),
  );
  return amount === undefined ? undefined : { amount, currency };
}

/** Money that no event would carry must not get lost in silence. */
function refuseCostOfNothing(measure: Measure, cells: MappingCells, cost: { amount: string } | undefined): void {
  if (cost && Number(cost.amount) !== 0) cells.refuse(measure.costColumn, failed('import.costWithoutWeight'));
}
