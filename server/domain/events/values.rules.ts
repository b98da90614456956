import type { IngestCandidate, Refusal } from './ingest.contract';

/** 100,000 kg */
const heaviestGrams = 100_000_000;
/** Of a cost, as its column is made. */
export const largestCost = 10_000_000_000;
const largestQuantity = 1_000_000_000;
const largestValue = 100_000_000_000;
const longestUnit = 40;
const longestNote = 1_000;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const decimal = /^\d{1,10}(\.\d{1,4})?$/;
const control = /[\u0000-\u001f\u007f-\u009f]/;
const controlBesideLineEnds = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

export const isInvalidUuid = (text: unknown) => typeof text !== 'string' || !uuid.test(text);

const isBetween = (value: number, low: number, high: number) => Number.isFinite(value) && value >= low && value <= high;

/** Weights, quantity and cost by themselves; NaN and infinite numbers are refused like too large ones. */
export function checkNumbers({
  grossGrams,
  tareGrams,
  enteredValue,
  quantity,
  costAmount,
}: IngestCandidate): Refusal | null {
  const maxKg = heaviestGrams / 1_000;
  if (!isBetween(grossGrams, 0, heaviestGrams))
    return { code: 'wasteEvents.invalidWeight', field: 'grossGrams', params: { maxKg } };
  if (tareGrams !== undefined) {
    if (!isBetween(tareGrams, 0, heaviestGrams))
      return { code: 'wasteEvents.invalidWeight', field: 'tareGrams', params: { maxKg } };
    if (tareGrams > grossGrams) return { code: 'wasteEvents.tareAboveGross', field: 'tareGrams' };
  }
  if (!isBetween(enteredValue, 0, largestValue)) return { code: 'wasteEvents.invalidValue', field: 'enteredValue' };
  if (quantity !== undefined && !isBetween(quantity, 0, largestQuantity))
    return { code: 'wasteEvents.invalidQuantity', field: 'quantity' };
  if (costAmount !== undefined && !decimal.test(costAmount))
    return { code: 'wasteEvents.invalidCost', field: 'costAmount' };
  return null;
}

/** Texts are short enough, hold no control characters (a note may have lines) and no halves of a character. */
export function checkTexts({ enteredUnit, note }: IngestCandidate): Refusal | null {
  if (enteredUnit === '' || enteredUnit.length > longestUnit || control.test(enteredUnit) || !isWhole(enteredUnit)) {
    return { code: 'wasteEvents.invalidUnit', field: 'enteredUnit', params: { max: longestUnit } };
  }
  if (note !== undefined && (note.length > longestNote || controlBesideLineEnds.test(note) || !isWhole(note))) {
    return { code: 'wasteEvents.invalidNote', field: 'note', params: { max: longestNote } };
  }
  return null;
}

/** False where half of a surrogate pair is missing, which no UTF-8 can hold. */
const isWhole = (text: string) => !/\p{Surrogate}/u.test(text);
