import { changePerOpenDay } from '../../domain/measures/compare.rules';
import { shareOf } from '../../platform/fraction.rules';
import type { CapturedRow } from '../performance/report.contract';
import type { Cost, Noticed, Top, TopValue, Verdict, WeekTotal } from './home.contract';

type Judged = Pick<
  CapturedRow,
  | 'siteStatus'
  | 'locationStatus'
  | 'siteName'
  | 'locationName'
  | 'percentDaysTracking'
  | 'weightVsBaseline'
  | 'unreliable'
  | 'look'
  | 'unconfirmed'
>;

type Named = Pick<Judged, 'siteName' | 'locationName'>;

/** Kitchens that a reason to look names; the list that it leads to has the others. */
const mostNames = 2;

/**
 * Which active locations want a look, each for one reason and as the performance dashboard shows them.
 * @param confirmable those that wait for their opening days, of whoever may confirm them; others see the ones that are not judged
 */
export function judgeWeek(rows: readonly Judged[], confirmable: readonly Named[] = []): Verdict {
  const active = rows.filter((row) => row.siteStatus === 'ACTIVE' && row.locationStatus === 'ACTIVE');
  const rising = active.filter((row) => row.look === 'RISING');
  return {
    silent: noticed(active.filter((row) => row.percentDaysTracking === 0)),
    unreliable: noticed(
      active.filter(
        (row) =>
          row.percentDaysTracking !== 0 && row.weightVsBaseline !== null && row.unreliable !== null && !row.unconfirmed,
      ),
    ),
    unconfirmed: noticed(confirmable.length > 0 ? confirmable : active.filter((row) => row.unconfirmed)),
    aboveBaseline: noticed(rising.sort((a, b) => (b.weightVsBaseline ?? 0) - (a.weightVsBaseline ?? 0))),
  };
}

/** Whether weeks cannot be compared because of opening days that are not confirmed, and of nothing else. */
export const waitsForOpeningDays = (rows: readonly Pick<Judged, 'unreliable' | 'unconfirmed'>[]): boolean =>
  rows.some((row) => row.unconfirmed) && rows.every((row) => row.unconfirmed || row.unreliable === null);

const noticed = (rows: readonly Named[]): Noticed => ({
  count: rows.length,
  names: rows
    .slice(0, mostNames)
    .map(({ siteName, locationName }) =>
      locationName === null || locationName === siteName ? siteName : `${locationName}, ${siteName}`,
    ),
});

interface Recorded {
  start: string;
  currency: string;
  g: number;
  estimatedG: number;
  cost: number;
  openDays: number;
  trackedDays: number;
}

/** Weeks or days of several currencies as one row each, in order of time; money stays with its currency. */
export function totalsOf(rows: readonly Recorded[]): WeekTotal[] {
  const all = new Map<string, WeekTotal>();
  for (const { start, currency, g, estimatedG, cost, openDays, trackedDays } of rows) {
    const total = all.get(start) ?? { start, grams: 0, estimatedGrams: 0, openDays: 0, trackedDays: 0, costs: [] };
    total.grams += g;
    total.estimatedGrams += estimatedG;
    total.openDays += openDays;
    total.trackedDays += trackedDays;
    addCost(total.costs, { currency, amount: cost });
    all.set(start, total);
  }
  return [...all.values()].sort((a, b) => (a.start < b.start ? -1 : 1));
}

/** What nobody recorded a cost of has none, which is not a cost of 0. */
function addCost(costs: Cost[], { currency, amount }: Cost): void {
  if (amount === 0) return;
  const known = costs.find((cost) => cost.currency === currency);
  if (known) known.amount += amount;
  else costs.push({ currency, amount });
}

type Step = Pick<WeekTotal, 'grams' | 'openDays' | 'trackedDays'>;

interface Steps {
  before: Step | undefined;
  last: Step | undefined;
}

/** A week against the one before it, per open day, as a fraction; null where either was tracked too little to compare. */
export function changeFromBefore({ before, last }: Steps, limit: number): number | null {
  if (!before || !last) return null;
  const amountOf = ({ grams, ...days }: Step) => ({ value: grams, ...days });
  return changePerOpenDay({ before: amountOf(before), now: amountOf(last), limit });
}

interface RecordedValue {
  refId: number | null;
  refName: string | null;
  currency: string;
  g: number;
  cost: number;
}

const mostValues = 5;

/** The heaviest values of an element, each with its share of all that was thrown away, and what names none. */
export function topOf(rows: readonly RecordedValue[]): Top {
  const all = new Map<number | null, TopValue>();
  for (const { refId, refName, currency, g, cost } of rows) {
    const value = all.get(refId) ?? { refId, name: refName, grams: 0, share: 0, costs: [] };
    value.grams += g;
    addCost(value.costs, { currency, amount: cost });
    all.set(refId, value);
  }
  const total = [...all.values()].reduce((sum, { grams }) => sum + grams, 0);
  const heaviest = [...all.values()]
    .filter(({ grams }) => grams > 0)
    .map((value) => ({ ...value, share: shareOf(value.grams, total) ?? 0 }))
    .sort((a, b) => b.grams - a.grams || (a.refId ?? 0) - (b.refId ?? 0));
  return {
    named: heaviest.filter(({ refId }) => refId !== null).slice(0, mostValues),
    unnamed: heaviest.find(({ refId }) => refId === null) ?? null,
  };
}
