import type { DonatedDay, DonatedItem, LocationDays } from '../../domain/measures/donated.contract';
import { shareOf } from '../../platform/fraction.rules';
import { addDays, daysBetween, weekStartOf, type LocalDate } from '../../platform/time';
import type {
  DonatedItemRow,
  DonatedPeriod,
  Donations,
  Money,
  PartnerSums,
  Pickup,
  StatementLine,
  StatementPartner,
} from './donations.contract';
import { mealsOf, surplusStageId, valuePart } from './donations.rules';

interface Span {
  start: LocalDate;
  end: LocalDate;
}

/** What was picked up without having been weighed before, of a day, item and currency. */
interface Alone {
  day: LocalDate;
  itemId: number | null;
  itemName: string | null;
  currency: string;
  pickups: number;
  grams: number;
  value: number;
  withoutValueGrams: number;
}

interface Found {
  span: Span;
  weighed: readonly DonatedDay[];
  items: readonly DonatedItem[];
  alone: readonly Alone[];
  /** Of the surplus stage, donations that count as waste among them. */
  wastedGrams: number;
  partners: readonly PartnerSums[];
  linked: readonly { pickups: number; grams: number; weighedGrams: number }[];
  before: Span & { weighed: readonly DonatedDay[]; alone: readonly Alone[] };
}

const sum = <T>(rows: readonly T[], value: (row: T) => number) => rows.reduce((total, row) => total + value(row), 0);
/** Hundredths of a gram, as they are stored. */
const exact = (grams: number) => Math.round(grams * 100) / 100;

/** As many days, right before. */
export function spanBefore({ start, end }: Span): Span {
  return { start: addDays(start, -daysBetween(start, end) - 1), end: addDays(start, -1) };
}

/** Every kilogram once: what was weighed as a donation, and what was picked up without. */
export function donationsOf({ span, weighed, items, alone, wastedGrams, partners, linked, before }: Found): Donations {
  const weighedGrams = exact(sum(weighed, ({ g }) => g));
  const aloneGrams = exact(sum(alone, ({ grams }) => grams));
  const grams = exact(weighedGrams + aloneGrams);
  const surplus = weighed.filter(({ stageId }) => stageId === surplusStageId);
  const donated = exact(sum(surplus, ({ g }) => g) + aloneGrams);
  const binned = exact(wastedGrams - sum(surplus, ({ countedG }) => countedG));
  return {
    weighedGrams,
    estimatedGrams: exact(sum(weighed, ({ estimatedG }) => estimatedG)),
    weighings: sum(weighed, ({ txn }) => txn),
    aloneGrams,
    alonePickups: sum(alone, ({ pickups }) => pickups),
    grams,
    values: valuesOf(weighed, alone),
    withoutValueGrams: exact(
      sum(alone, ({ withoutValueGrams }) => withoutValueGrams) + sum(items, ({ g, cost }) => (cost > 0 ? 0 : g)),
    ),
    meals: { uk: mealsOf(grams, 'uk'), us: mealsOf(grams, 'us') },
    surplus: { donatedGrams: donated, binnedGrams: binned, share: shareOf(donated, donated + binned) },
    linked: {
      pickups: sum(linked, ({ pickups }) => pickups),
      grams: exact(sum(linked, (one) => one.grams)),
      weighedGrams: exact(sum(linked, (one) => one.weighedGrams)),
    },
    before: {
      start: before.start,
      end: before.end,
      grams: exact(sum(before.weighed, ({ g }) => g) + sum(before.alone, (one) => one.grams)),
    },
    periods: periodsOf(span, [
      ...weighed.map(({ day, g }) => ({ day, grams: g })),
      ...alone.map((one) => ({ day: one.day, grams: one.grams })),
    ]),
    items: itemsOf({ items, alone, grams }),
    partners: [...partners],
  };
}

function valuesOf(weighed: readonly DonatedDay[], alone: readonly Alone[]): Donations['values'] {
  const costs = moneyOf(weighed.map(({ currency, cost: amount }) => ({ currency, amount })));
  const entered = alone.map(({ currency, value: amount }) => ({ currency, amount }));
  return moneyOf([...costs, ...entered]).map((value) => ({
    ...value,
    weighed: costs.find(({ currency }) => currency === value.currency)?.amount ?? 0,
  }));
}

/** By currency, in its order; nothing is no amount. */
export function moneyOf(amounts: readonly Money[]): Money[] {
  const sums = new Map<string, number>();
  for (const { currency, amount } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums]
    .map(([currency, amount]) => ({ currency, amount: Math.round(amount * 1e4) / 1e4 }))
    .filter(({ amount }) => amount > 0)
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** More days than this are drawn as weeks, more weeks as months. */
const most = { days: 31, weeks: 53 };

function periodsOf({ start, end }: Span, rows: readonly { day: LocalDate; grams: number }[]): DonatedPeriod[] {
  const days = daysBetween(start, end) + 1;
  const first = days > most.weeks * 7 ? (rows.map(({ day }) => day).sort()[0] ?? end) : start;
  const firstOf =
    days <= most.days
      ? (day: LocalDate) => day
      : days <= most.weeks * 7
        ? weekStartOf
        : (day: LocalDate) => `${day.slice(0, 7)}-01`;
  const periods = new Map<string, DonatedPeriod>();
  for (let day = first; day <= end; day = addDays(day, 1)) {
    const period = periods.get(firstOf(day));
    if (period) period.end = day;
    else periods.set(firstOf(day), { start: day, end: day, grams: 0 });
  }
  for (const { day, grams } of rows) {
    const period = periods.get(firstOf(day));
    if (period) period.grams = exact(period.grams + grams);
  }
  return [...periods.values()];
}

function itemsOf({ items, alone, grams }: Pick<Found, 'items' | 'alone'> & { grams: number }): DonatedItemRow[] {
  const rows = new Map<number | null, DonatedItemRow>();
  const add = (of: Pick<DonatedItemRow, 'itemId' | 'itemName'>, weighed: number, unweighed: number) => {
    const row = rows.get(of.itemId) ?? { ...of, weighedGrams: 0, aloneGrams: 0, grams: 0, share: 0 };
    rows.set(of.itemId, {
      ...row,
      weighedGrams: exact(row.weighedGrams + weighed),
      aloneGrams: exact(row.aloneGrams + unweighed),
      grams: exact(row.grams + weighed + unweighed),
    });
  };
  for (const { itemId, itemName, g } of items) add({ itemId, itemName }, g, 0);
  for (const one of alone) add({ itemId: one.itemId, itemName: one.itemName }, 0, one.grams);
  return [...rows.values()]
    .map((row) => ({ ...row, share: shareOf(row.grams, grams) ?? 0 }))
    .sort(
      (a, b) =>
        Number(a.itemId === null) - Number(b.itemId === null) || b.grams - a.grams || (a.itemId ?? 0) - (b.itemId ?? 0),
    );
}

/** Days of a location with all pickups of them, and what was weighed on them. */
interface Weighed extends LocationDays {
  /** Of the pickups, and of the weighings. */
  grams: number;
  g: number;
  cost: number;
}

const keyOf = ({ locationId, from, to }: LocationDays) => `${locationId} ${from} ${to}`;

/** By partner, in the order of their names; lines in the order given. */
export function statementOf(pickups: readonly Pickup[], weighed: readonly Weighed[]): StatementPartner[] {
  const groups = new Map(weighed.map((group) => [keyOf(group), group]));
  const partners = new Map<number, StatementPartner>();
  for (const pickup of pickups) {
    const { partnerId, partnerName, grams, partnerGrams, currency, state } = pickup;
    const worth = worthOf(pickup, groups);
    const so = partners.get(partnerId) ?? {
      ...{ partnerId, partnerName, pickups: 0, grams: 0, confirmedGrams: 0, partnerGrams: 0 },
      ...{ values: [], receipts: 0, missing: 0, lines: [] },
    };
    const confirmed = state === 'confirmed';
    partners.set(partnerId, {
      ...so,
      pickups: so.pickups + 1,
      grams: exact(so.grams + (grams ?? 0)),
      confirmedGrams: exact(so.confirmedGrams + (confirmed ? (grams ?? 0) : 0)),
      partnerGrams: exact(so.partnerGrams + (partnerGrams ?? 0)),
      values: worth === null ? so.values : moneyOf([...so.values, { currency, amount: worth }]),
      receipts: so.receipts + (confirmed ? 1 : 0),
      missing: so.missing + (confirmed ? 0 : 1),
      lines: [...so.lines, { ...pickup, worth }],
    });
  }
  return [...partners.values()].sort((a, b) => a.partnerName.localeCompare(b.partnerName) || a.partnerId - b.partnerId);
}

function worthOf(pickup: Pickup, groups: ReadonlyMap<string, Weighed>): StatementLine['worth'] {
  const { weighedFrom: from, weighedTo: to, locationId, grams, value } = pickup;
  if (from === null || to === null) return value;
  const group = groups.get(keyOf({ locationId, from, to }));
  if (!group || group.cost <= 0) return null;
  return valuePart(grams ?? 0, { weighedGrams: group.g, pickedUpGrams: group.grams, cost: group.cost });
}
