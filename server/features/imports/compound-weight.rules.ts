import { readNumber, type DecimalSign, type ReadNumber } from '../../platform/sheet/numbers.rules';
import { read, type Read } from '../../platform/sheet/values.rules';
import { gramsPerUnit } from '../../platform/weight-units.rules';
import { readUnit } from './units.rules';

const COMPOUND = /^\s*(\d[\d.,]*)\s*(\p{L}+)\.?,?\s+(\d[\d.,]*)\s*(\p{L}+)\.?\s*$/u;

/** A weight in two units, such as `2 lb 3 oz` or `1 kg 250 g`, as a number of the first; null where a cell holds none. */
export function readCompound(raw: string, decimal: DecimalSign): Read<ReadNumber, never> | null {
  const found = COMPOUND.exec(raw);
  if (found === null) return null;
  const [, first = '', larger = '', second = '', smaller = ''] = found;
  const [many, few] = [readNumber(first, decimal), readNumber(second, decimal)];
  const [unit, finer] = [readUnit(larger), readUnit(smaller)];
  if (!many.ok || !few.ok || !unit.ok || !finer.ok || gramsPerUnit[finer.value] >= gramsPerUnit[unit.value])
    return null;
  const value = many.value.value + (few.value.value * gramsPerUnit[finer.value]) / gramsPerUnit[unit.value];
  return read({ value, text: String(value), suffix: larger });
}
