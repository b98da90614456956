import { referenceFields, type ReferenceField } from '../../domain/events/reference-fields.rules';
import { compareDays, measure } from '../../domain/measures';
import { changePerOpenDay } from '../../domain/measures/compare.rules';
import type { ElementValues } from '../../domain/measures/measure.contract';
import { may, type Locale, type Viewer } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { shareOf } from '../../platform/fraction.rules';
import { findUnconfirmed } from '../calendar';
import { findWastePerCover } from '../volume-adjusted-metrics';
import type { VamRow } from '../volume-adjusted-metrics/vam.contract';
import { loadComparison } from './comparison.service';
import { addDaysOf, daysIn, listDays, type FoodWasteQuestion } from './days.service';
import {
  type FoodWaste,
  type Measure,
  type NoBaseline,
  type RankedValue,
  type TimeFrame,
  type FoodWasteRow,
} from './food-waste.contract';
import {
  againstBaseline,
  periodsOf,
  rankedOf,
  rankingOf,
  shownOf,
  spanBefore,
  sumsOf,
  timeFrameOf,
  type Shown,
} from './food-waste.rules';

/** How the answer is shown. */
interface Look {
  measure: Measure;
  /** ISO 4217; the one with the most waste where it is not among the figures'. */
  currency?: string | undefined;
  timeFrame?: TimeFrame | undefined;
  /** The ranking that is shown in full. */
  show?: ReferenceField | undefined;
}

interface Asked {
  question: FoodWasteQuestion;
  /** What it is compared with. */
  other: FoodWasteQuestion | null;
  look: Look;
  locale: Locale;
}

/** Locations of a comparison with the baseline. */
const mostParts = 50;

/** What was thrown away on these days, against the days before and the baseline, over time and by every dimension. */
export async function loadFoodWaste(
  db: Db,
  viewer: Viewer,
  { question, other, look, locale }: Asked,
): Promise<FoodWaste> {
  const { scope, organisation } = viewer;
  const { start, end, stageId, where, place } = question;
  const { measure: kind, currency: asked, timeFrame, show } = look;
  const span = { start, end };
  const before = spanBefore(span);
  const mix = { grain: 'mix', ...span, ...place, stageId, where, locale } as const;
  const noBaseline = noBaselineOf(question);
  const comparable = noBaseline === null && stageId !== undefined ? { ...span, ...place, stageId } : null;
  const dimensions = openDimensions(where);
  const [unconfirmed, recorded, allDays, compared, comparedLocations, recordedBefore, allDaysBefore, ...byElement] =
    await Promise.all([
      comparable ? findUnconfirmed(db, viewer) : null,
      measure(db, scope, { ...mix, by: 'day' }),
      listDays(db, scope, { ...span, ...place, stageId }),
      comparable ? compareDays(db, scope, { by: 'day', ...comparable }) : [],
      comparable ? compareDays(db, scope, { by: 'location', ...comparable }) : [],
      measure(db, scope, { ...mix, ...before, by: 'day' }),
      listDays(db, scope, { ...before, ...place, stageId }),
      ...dimensions.map(([, element]) => measure(db, scope, { ...mix, by: element })),
    ]);
  const currencies = currenciesOf(recorded);
  const shown: Shown = {
    measure: kind,
    currency: kind === 'weight' ? null : (currencies.find((one) => one === asked) ?? currencies[0] ?? null),
  };
  const total = sumsOf(recorded);
  const totalBefore = sumsOf(recordedBefore);
  const [calendar, calendarBefore] = [daysIn(allDays, shown.currency), daysIn(allDaysBefore, shown.currency)];
  const days = addDaysOf(calendar);
  const limit = organisation.trackingLimit;
  const rankings = dimensions.map(([field], at) => ({ field, ranked: rankedOf(byElement[at] ?? [], shown) }));
  const items = rankings.find(({ field }) => field === 'itemId')?.ranked ?? [];
  const frame = timeFrameOf(timeFrame, span);
  return {
    ...shown,
    currencies: [...currencies].sort(),
    timeFrame: frame,
    total,
    days,
    before: { ...before, total: totalBefore },
    change: changePerOpenDay({
      before: { value: shownOf(totalBefore, shown), ...addDaysOf(calendarBefore) },
      now: { value: shownOf(total, shown), ...days },
      limit,
    }),
    baseline:
      noBaseline ?? againstBaseline({ start, compared: comparedLocations, shown, limit, most: mostParts }) ?? 'none',
    limit,
    waits: unconfirmed !== null && isAmong(unconfirmed.ids, place),
    periods: periodsOf({ span, frame, shown, recorded, calendar, compared }),
    rankings: rankings.map(({ field, ranked }) => rankingOf(field, ranked, field === show)),
    finding: await findingOf(items, (item) =>
      measure(db, scope, { ...mix, by: 'WASTEREASON', where: { ...where, WASTEITEM: item } }).then((rows) =>
        rankedOf(rows, shown),
      ),
    ),
    comparison:
      other &&
      (await loadComparison(db, viewer, {
        question: other,
        shown,
        here: { value: shownOf(total, shown), days, items },
        limit,
        locale,
      })),
  };
}

/** What a guest left of all waste of the stage. @returns null without covers, for a part of the waste, and for whoever may not see it */
export async function loadPerCover(db: Db, viewer: Viewer, question: FoodWasteQuestion): Promise<VamRow | null> {
  const { start, end, stageId, place } = question;
  if (stageId === undefined || noBaselineOf(question) !== null || !may(viewer, 'VIEW_VAM_DASHBOARD')) return null;
  return findWastePerCover(db, viewer, { start, end, stageId, place });
}

/** Every value of every dimension that the figures are not narrowed by, the heaviest first; a row a currency. */
export async function listFoodWaste(
  db: Db,
  { scope }: Viewer,
  { question, locale }: { question: FoodWasteQuestion; locale: Locale },
): Promise<FoodWasteRow[]> {
  const { place, ...asked } = question;
  const mix = { grain: 'mix', ...asked, ...place, locale } as const;
  const all = await Promise.all(
    openDimensions(asked.where).map(async ([field, element]) => {
      const rows = await measure(db, scope, { ...mix, by: element });
      const total = rows.reduce((sum, { g }) => sum + g, 0);
      return rows
        .map((row) => ({ field, ...row, share: shareOf(row.g, total) ?? 0 }))
        .sort((a, b) => b.g - a.g || (a.refId ?? 0) - (b.refId ?? 0));
    }),
  );
  return all.flat();
}

const isAmong = (ids: ReadonlySet<number>, { locationId }: FoodWasteQuestion['place']) =>
  locationId === undefined ? ids.size > 0 : ids.has(locationId);

/** A dimension that is narrowed to one value has nothing to rank. */
const openDimensions = (where: ElementValues) => referenceFields.filter(([, element]) => where[element] === undefined);

/** Baselines are of a stage and of everything in it. */
function noBaselineOf({ where, stageId }: FoodWasteQuestion): NoBaseline | null {
  if (Object.values(where).some((value) => value !== undefined)) return 'narrowed';
  return stageId === undefined ? 'allStages' : null;
}

/** The one with the most waste first. */
function currenciesOf(rows: readonly { currency: string; g: number }[]): string[] {
  const grams = new Map<string, number>();
  for (const { currency, g } of rows) grams.set(currency, (grams.get(currency) ?? 0) + g);
  return [...grams].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([currency]) => currency);
}

async function findingOf(
  items: readonly RankedValue[],
  reasonsOf: (item: number) => Promise<RankedValue[]>,
): Promise<FoodWaste['finding']> {
  const item = items.find(({ refId }) => refId !== null);
  if (!item || item.refId === null) return null;
  const reason = (await reasonsOf(item.refId)).find(({ refId }) => refId !== null);
  return { item, reason: reason ?? null };
}
