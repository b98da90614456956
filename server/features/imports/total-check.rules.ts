import { readNumber } from '../../platform/sheet/numbers.rules';
import { failed } from '../../platform/sheet/values.rules';
import type { EventCandidate } from './event-candidate.contract';
import type { MappingCells } from './mapping-cells.rules';
import { cellUnitOf, readCellUnit, toGrams, type CellUnit, type SheetUnit } from './units.rules';
import { measuresRead } from './wide.rules';

/** A rounding of the sheet's own: the parts and their total may disagree by this many grams beside half of the total's last digit. */
const TOLERANCE_GRAMS = 10;

/**
 * Holds the column that adds up the others against the weights of the line, in the unit of the first of them. Where they
 * disagree and the mapping does not take such lines, that stands in `cells.errors`. Servings are compared by their number.
 */
export function checkTotal(
  cells: MappingCells,
  events: readonly Pick<EventCandidate, 'grossGrams' | 'netGrams' | 'quantity'>[],
): void {
  const { total, decimal } = cells.mapping;
  if (!total || total.otherwise === 'take' || cells.isEmpty(total.column) || cells.errors.length > 0) return;
  const stated = cells.take(total.column, readNumber(cells.raw(total.column), cells.decimal(total.column, decimal)));
  const first = measuresRead(cells.mapping)[0]?.measure;
  if (!stated || !first) return;
  const halfDigit = 0.5 / 10 ** (stated.text.split('.')[1] ?? '').length;
  if (first.kind === 'servings') {
    const servings = events.reduce((sum, { quantity = 0 }) => sum + quantity, 0);
    if (Math.abs(servings - stated.value) > halfDigit) refuse(cells, { parts: servings, total: stated.value });
    return;
  }
  const unit = stated.suffix === '' ? unitOf(cells, first) : cells.take(total.column, readCellUnit(stated.suffix));
  if (!unit) return;
  const gramsOf = (value: number) => toGrams(value * unit.times, unit.unit);
  const grams = events.reduce(
    (sum, { grossGrams, netGrams }) => sum + (first.holds === 'gross' ? (grossGrams ?? netGrams) : netGrams),
    0,
  );
  const isFar = Math.abs(grams - gramsOf(stated.value)) > TOLERANCE_GRAMS + gramsOf(halfDigit);
  if (isFar) refuse(cells, { parts: grams / gramsOf(1), total: stated.value });
}

function unitOf(
  cells: MappingCells,
  { unit, unitColumn }: { unit?: SheetUnit; unitColumn?: string },
): CellUnit | undefined {
  if (unitColumn !== undefined) return cells.take(unitColumn, readCellUnit(cells.raw(unitColumn)));
  return unit && cellUnitOf(unit);
}

const rounded = (value: number) => Math.round(value * 1_000) / 1_000;

const refuse = (cells: MappingCells, { parts, total }: { parts: number; total: number }) =>
  cells.refuse(
    cells.mapping.total?.column,
    failed('import.partsDisagree', { parts: rounded(parts), total: rounded(total) }),
  );
