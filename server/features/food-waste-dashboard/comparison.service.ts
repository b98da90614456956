import { measure } from '../../domain/measures';
import { changePerOpenDay } from '../../domain/measures/compare.rules';
import type { Locale, Viewer } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { addDaysOf, daysIn, listDays, type FoodWasteQuestion } from './days.service';
import type { Comparison, RankedValue, TrackedDays } from './food-waste.contract';
import { changedMost, periodsOf, rankedOf, shownOf, sumsOf, type Shown } from './food-waste.rules';

interface Comparing {
  /** Other days, and maybe another place. */
  question: FoodWasteQuestion;
  shown: Shown;
  here: { value: number; days: TrackedDays; items: readonly RankedValue[] };
  limit: number;
  locale: Locale;
}

/** Items of a comparison. */
const mostItems = 10;

/** A second set of days and places beside what the page shows. */
export async function loadComparison(
  db: Db,
  { scope }: Viewer,
  { question, shown, here, limit, locale }: Comparing,
): Promise<Comparison> {
  const { place, where, ...span } = question;
  const mix = { grain: 'mix', ...span, ...place, where, locale } as const;
  const [recorded, allDays, byItem] = await Promise.all([
    measure(db, scope, { ...mix, by: 'day' }),
    listDays(db, scope, { ...span, ...place }),
    where.WASTEITEM === undefined ? measure(db, scope, { ...mix, by: 'WASTEITEM' }) : [],
  ]);
  const total = sumsOf(recorded);
  const calendar = daysIn(allDays, shown.currency);
  const days = addDaysOf(calendar);
  return {
    start: span.start,
    end: span.end,
    total,
    days,
    change: changePerOpenDay({
      before: { value: shownOf(total, shown), ...days },
      now: { value: here.value, ...here.days },
      limit,
    }),
    periods: periodsOf({ span, frame: 'month', shown, recorded, calendar, compared: [] }),
    items: changedMost({
      here: { ranked: here.items, openDays: here.days.openDays },
      there: { ranked: rankedOf(byItem, shown), openDays: days.openDays },
      most: mostItems,
    }),
  };
}
