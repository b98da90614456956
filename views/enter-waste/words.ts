import type { Format } from '../../client/ui/format';
import type { DayTotal, EnteredEvent } from '../../server/features/enter-waste/enter-waste.contract';
import { decimalsOf } from '../../server/features/enter-waste/enter-waste.rules';

/** A weight as it was typed, in the unit it was typed in. */
export const typedWeight = (format: Format, { enteredValue, enteredUnit }: EnteredEvent) =>
  `${format.number(enteredValue, decimalsOf(enteredValue))}\u202f${enteredUnit}`;

/** "1.2 kg Bread" */
export const whatWasTyped = (format: Format, event: EnteredEvent) =>
  [typedWeight(format, event), event.itemName ?? event.proposedName].filter(Boolean).join(' ');

/** The weight and each currency by itself: amounts of two currencies are never added. */
export const totalOf = (format: Format, { grams, costs }: DayTotal) => [
  format.weight(grams, { decimals: 2 }),
  ...costs.map(({ amount, currency }) => format.money(amount, currency)),
];
