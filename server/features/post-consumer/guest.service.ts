import { listRatioParts, listRatios } from '../../domain/measures';
import type { ElementValues } from '../../domain/measures/measure.contract';
import { guestStageIds } from '../../domain/places/guest-stages.rules';
import type { PlaceFilter } from '../../domain/places/place.contract';
import type { Locale, Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import { guestFields } from './guest-limits.rules';
import type { GuestFigures, GuestRow } from './guest.contract';
import { allOf, changeFrom, frameOf, partsOf, perGuestOf, placesOf, spanBefore } from './guest.rules';

export interface GuestQuestion {
  start: LocalDate;
  end: LocalDate;
  stageIds: readonly number[];
  place: Pick<PlaceFilter, 'siteId' | 'locationId'>;
}

const elementOf = { sourceId: 'WASTESOURCE', daypartId: 'DAYPART', itemId: 'WASTEITEM' } as const satisfies Record<
  (typeof guestFields)[number],
  keyof ElementValues
>;

/** The stages of an address; both without one. */
export const stagesOf = (wasteStageId: string | undefined): readonly number[] =>
  wasteStageId === undefined ? guestStageIds : [Number(wasteStageId)];

/** What the guests of these days left, over time, by place, and by all that a weighing says of it. */
export async function loadGuests(
  db: Db,
  scope: Scope,
  { question, locale }: { question: GuestQuestion; locale: Locale },
): Promise<GuestFigures> {
  const { start, end, stageIds, place } = question;
  const days = { metric: 'gramsPerCover', stageIds, start, end, ...place } as const;
  const before = spanBefore(question);
  const frame = frameOf(question);
  const [periods, earlier, places, ...parts] = await Promise.all([
    listRatios(db, scope, { ...days, level: 'all', grain: frame }),
    listRatios(db, scope, { ...days, ...before, level: 'all', grain: 'span' }),
    listRatios(db, scope, { ...days, level: 'location', grain: 'span' }),
    ...guestFields.map((field) => listRatioParts(db, scope, { ...days, element: elementOf[field], locale })),
  ]);
  const all = allOf(periods);
  const were = allOf(earlier);
  return {
    all,
    before: { ...were, ...before },
    change: changeFrom(were, all),
    frame,
    periods: periods.map(perGuestOf),
    places: placesOf(places),
    parts: Object.fromEntries(
      guestFields.map((field, at) => [field, partsOf(parts[at] ?? [], all)]),
    ) as GuestFigures['parts'],
  };
}

/** The same as rows of a file; `unnamed` is what no value names. */
export function rowsOf({ all, periods, places, parts }: GuestFigures, unnamed: string): GuestRow[] {
  return [
    { of: 'total', name: '', siteName: '', ...all },
    ...periods.map((period) => ({ ...period, of: 'day' as const, name: period.start, siteName: '' })),
    ...places.map((place) => ({ ...place, of: 'location' as const, name: place.locationName })),
    ...guestFields.flatMap((field) =>
      parts[field].map(({ refId, name, grams, countedGrams, perGuest }) => ({
        of: field,
        name: refId === null ? unnamed : (name ?? String(refId)),
        siteName: '',
        g: grams,
        countedG: countedGrams,
        perGuest,
        noRatio: all.noRatio,
      })),
    ),
  ];
}
