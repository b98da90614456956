import { addDays, type LocalDate } from '../../platform/time';
import type { EventCandidate } from './event-candidate.contract';

/** Weights are kept in hundredths of a gram, and servings in hundredths. */
const HUNDREDTHS = 100;
/** An entered value is kept with four decimals. */
const TEN_THOUSANDTHS = 10_000;

/** Whole numbers that add up to `total`, as equal as can be, the larger ones first. */
export function sharesOf(total: bigint, parts: number): bigint[] {
  const whole = total / BigInt(parts);
  const rest = Number(total % BigInt(parts));
  return Array.from({ length: parts }, (_, at) => whole + (at < rest ? 1n : 0n));
}

/**
 * The total of a month as a share on each of its open days, at least one; all are marked as estimated. Grams (in hundredths),
 * servings and cost add up exactly to those of the month. A share of nothing is no event. `uuidOf` names the share at a place.
 */
export function spreadOver(
  event: EventCandidate,
  { days, uuidOf }: { days: readonly LocalDate[]; uuidOf: (uuid: string, place: number) => string },
): EventCandidate[] {
  const hundredths = (value: number) => BigInt(Math.round(value * HUNDREDTHS));
  const net = sharesOf(hundredths(event.netGrams), days.length);
  const tare = event.tareGrams === undefined ? undefined : sharesOf(hundredths(event.tareGrams), days.length);
  const quantity = event.quantity === undefined ? undefined : sharesOf(hundredths(event.quantity), days.length);
  const cost = event.costAmount === undefined ? undefined : spreadMoney(event.costAmount, days.length);
  return days
    .map((localDate, at): EventCandidate => {
      const netGrams = Number(net[at]) / HUNDREDTHS;
      const tareGrams = tare && Number(tare[at]) / HUNDREDTHS;
      return {
        ...event,
        localDate,
        precision: 'day',
        estimated: true,
        clientEventUuid: uuidOf(event.clientEventUuid, at),
        netGrams,
        enteredValue:
          Math.round((event.enteredValue * netGrams * TEN_THOUSANDTHS) / (event.netGrams || 1)) / TEN_THOUSANDTHS,
        ...(tareGrams !== undefined && { tareGrams, grossGrams: (Number(net[at]) + Number(tare![at])) / HUNDREDTHS }),
        ...(quantity && { quantity: Number(quantity[at]) / HUNDREDTHS }),
        ...(cost && { costAmount: cost[at] }),
      };
    })
    .filter((share) => share.netGrams > 0 || Number(share.costAmount ?? 0) > 0 || event.netGrams === 0);
}

/** Decimal text in parts with as many decimals, two at least. */
function spreadMoney(amount: string, parts: number): string[] {
  const [whole = '0', fraction = ''] = amount.split('.');
  const decimals = Math.max(fraction.length, 2);
  const units = BigInt(whole + fraction.padEnd(decimals, '0'));
  return sharesOf(units, parts).map((share) => {
    const digits = share.toString().padStart(decimals + 1, '0');
    return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  });
}

/** As `2026-03`. */
export const monthOf = (day: LocalDate) => day.slice(0, 7);

/** Every day of a month (`2026-03`) up to `today`. */
export function daysOfMonth(month: string, today: LocalDate): LocalDate[] {
  const days: LocalDate[] = [];
  for (let day = `${month}-01`; monthOf(day) === month && day <= today; day = addDays(day, 1)) days.push(day);
  return days;
}
