import type { RatioPart, RatioRow, RatioSums } from '../../domain/measures/volume-ratios.contract';
import { addUpAll, ratioOf } from '../../domain/measures/volume-ratios.rules';
import { changeOf, shareOf } from '../../platform/fraction.rules';
import { addDays, daysBetween, type LocalDate } from '../../platform/time';
import type { SignFace } from './campaigns.contract';
import type { GuestFigures, GuestPart, GuestPlace, PerGuest } from './guest.contract';

interface Span {
  start: LocalDate;
  end: LocalDate;
}

const metric = 'gramsPerCover' as const;

const none: RatioSums = {
  openDays: 0,
  trackedDays: 0,
  countedDays: 0,
  g: 0,
  countedG: 0,
  cost: 0,
  countedCost: 0,
  volume: 0,
  countedVolume: 0,
  estimatedVolume: 0,
  estimatedG: 0,
  derivedCost: 0,
};

/** The span of the same length that ends the day before. */
export const spanBefore = ({ start, end }: Span): Span => ({
  start: addDays(start, -(daysBetween(start, end) + 1)),
  end: addDays(start, -1),
});

/** Days, weeks or months: as many as a chart can tell apart. */
export function frameOf({ start, end }: Span): GuestFigures['frame'] {
  const days = daysBetween(start, end) + 1;
  return days <= 62 ? 'day' : days <= 52 * 7 ? 'week' : 'month';
}

/** Sums with their ratio, which is shown under the rule of the product alone. */
export function perGuestOf<S extends RatioSums>(sums: S): S & Pick<PerGuest, 'perGuest' | 'noRatio'> {
  const { ratio, noRatio } = ratioOf(sums, metric);
  return { ...sums, perGuest: ratio, noRatio };
}

/** Rows together; of none the ratio of nothing. */
export const allOf = (rows: readonly RatioRow[]): PerGuest => perGuestOf({ ...none, ...addUpAll(rows, metric)[0] });

export const changeFrom = (before: PerGuest, now: PerGuest): number | null => changeOf(now.perGuest, before.perGuest);

/** Where guests leave the most first; where that is not known, the heaviest. */
export function placesOf(rows: readonly RatioRow[]): GuestPlace[] {
  return rows
    .filter(({ g, trackedDays }) => g > 0 || trackedDays > 0)
    .map(perGuestOf)
    .map((row) => ({ ...row, locationId: row.locationId ?? 0, locationName: row.locationName ?? '' }))
    .sort(
      (a, b) =>
        Number(a.perGuest === null) - Number(b.perGuest === null) ||
        (b.perGuest ?? 0) - (a.perGuest ?? 0) ||
        b.g - a.g ||
        a.locationId - b.locationId,
    );
}

/** What each value adds to the grams of a guest: their sum is the whole figure. */
export function partsOf(parts: readonly RatioPart[], all: PerGuest): GuestPart[] {
  const shown = all.perGuest !== null;
  const amount = (part: RatioPart) => (shown ? part.countedG : part.g);
  const total = parts.reduce((sum, part) => sum + amount(part), 0);
  return parts
    .filter((part) => amount(part) > 0)
    .map((part) => ({
      refId: part.refId,
      name: part.refName,
      txn: part.txn,
      grams: part.g,
      countedGrams: part.countedG,
      perGuest: shown ? part.countedG / all.countedVolume : null,
      share: shareOf(amount(part), total) ?? 0,
    }))
    .sort((a, b) => b.share - a.share || (a.refId ?? 0) - (b.refId ?? 0));
}

/** Today where its guests are known, else the newest day before it that has both; null without one. */
export function newestOf(rows: readonly RatioRow[], today: LocalDate): SignFace['shown'] {
  const newest = rows.findLast((row) => perGuestOf(row).perGuest !== null);
  const perGuest = newest ? perGuestOf(newest).perGuest : null;
  return newest && perGuest !== null ? { day: newest.start, isToday: newest.start === today, perGuest } : null;
}
