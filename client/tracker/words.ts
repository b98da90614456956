import type { TrackerHanded } from '../../server/features/tracker/tracker.contract';
import { gramsPerUnit, type WeightUnitCode } from '../../server/platform/weight-units.rules';
import { createTranslate, type Messages, type Speak } from '../runtime/sentences';
import { spanOf } from './drift.rules';

export type Say = Speak<readonly ['tracker']>;

export const sayIn = ({ words }: TrackerHanded, locale: string): Say =>
  createTranslate<readonly ['tracker']>((words[locale] ?? words.en_US ?? {}) as Messages, locale);

const thin = '\u202f';

/** Figures as whoever weighs reads them. */
export function createFormat(locale: string) {
  const tag = locale.replace('_', '-');
  const numbers = (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options);
  const count = numbers({});
  const exact = numbers({ maximumFractionDigits: 3 });
  const total = numbers({ minimumFractionDigits: 1, maximumFractionDigits: 2 });
  const inUnit = (grams: number, unit: WeightUnitCode, format: Intl.NumberFormat) =>
    `${format.format(grams / gramsPerUnit[unit])}${thin}${unit}`;
  const large = (unit: WeightUnitCode): WeightUnitCode => (unit === 'g' ? 'kg' : unit === 'oz' ? 'lb' : unit);
  return {
    /** The character between whole and parts. */
    decimal: exact.formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.',
    count: (value: number) => count.format(value),
    /** Of one weighing, to the gram. */
    weight: (grams: number, unit: WeightUnitCode) => inUnit(grams, unit, exact),
    /** Of many: in kilograms or pounds. */
    sum: (grams: number, unit: WeightUnitCode) => inUnit(grams, large(unit), total),
    /** As a scale's display has it. */
    reading: (value: number, decimals: number) =>
      numbers({ minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value),
    money: (amount: number, currency: string) => numbers({ style: 'currency', currency }).format(amount),
    time: (instant: number, timeZone?: string) =>
      new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone }).format(instant),
    span(ms: number) {
      const { value, unit } = spanOf(ms);
      return numbers({ style: 'unit', unit, unitDisplay: 'long' }).format(value);
    },
  };
}
export type Format = ReturnType<typeof createFormat>;
