import { changeOf, shareOf } from '../../platform/fraction.rules';
import type { LocalDate } from '../../platform/time';
import type { Changes, ComparedSums, LocationFigures, NoChange, SiteFigures } from './measure.contract';
import {
  hasProbablyStopped,
  isTracked,
  unreliableReasonOf,
  type Evidence,
  type Tracking,
  type UnreliableReason,
} from './reliability.rules';

/** A location's compared weeks beside its baseline per open day × their open days; null where there is nothing to compare. */
export function comparedOf(figures: LocationFigures): ComparedSums | null {
  const days = figures.comparedOpenDays;
  if (figures.baselineStart === null || days === 0) return null;
  return {
    openDays: days,
    g: figures.comparedG,
    expectedG: (figures.gPerOpenDay ?? 0) * days,
    cost: figures.comparedCost,
    expectedCost: (figures.costPerOpenDay ?? 0) * days,
    txn: figures.comparedTxn,
    expectedTxn: (figures.txnPerOpenDay ?? 0) * days,
    estimatedG: figures.comparedEstimatedG,
    derivedCost: figures.comparedDerivedCost,
  };
}

/** Of several, which must share a currency where their cost is read; null of none. */
export function addUp(all: readonly ComparedSums[]): ComparedSums | null {
  if (all.length === 0) return null;
  const total: ComparedSums = {
    openDays: 0,
    g: 0,
    expectedG: 0,
    cost: 0,
    expectedCost: 0,
    txn: 0,
    expectedTxn: 0,
    estimatedG: 0,
    derivedCost: 0,
  };
  for (const one of all) for (const key of Object.keys(total) as (keyof ComparedSums)[]) total[key] += one[key];
  return total;
}

/** Σ actual / Σ (baseline per open day × open days) − 1, of whatever was added up. */
export function changesOf(compared: ComparedSums | null): Changes {
  return {
    valueVsBaseline: compared && changeOf(compared.cost, compared.expectedCost),
    weightVsBaseline: compared && changeOf(compared.g, compared.expectedG),
    transactionsVsBaseline: compared && changeOf(compared.txn, compared.expectedTxn),
    estimatedShare: compared && shareOf(compared.estimatedG, compared.g),
    derivedCostShare: compared && shareOf(compared.derivedCost, compared.cost),
  };
}

export function reasonOf(baselineStart: LocalDate | null, compared: ComparedSums | null): NoChange | null {
  if (baselineStart === null) return 'noBaseline';
  if (compared === null) return 'noOpenDay';
  return compared.expectedG > 0 ? null : 'zeroBaseline';
}

const sum = (figures: readonly LocationFigures[], value: (one: LocationFigures) => number) =>
  figures.reduce((total, one) => total + value(one), 0);

/** What the locations' change is judged by, all their days taken together. */
export const evidenceOf = (figures: readonly LocationFigures[], weightChange: number | null): Evidence => ({
  weightChange,
  scoredWeeks: sum(figures, (one) => one.scoredWeeks),
  compliantWeeks: sum(figures, (one) => one.compliantWeeks),
  spans: [
    { trackedDays: sum(figures, (one) => one.trackedDays), openDays: sum(figures, (one) => one.openDays) },
    {
      trackedDays: sum(figures, (one) => one.comparedTrackedDays),
      openDays: sum(figures, (one) => one.comparedOpenDays),
    },
  ],
});

/** Whether a location that has something to compare most likely stopped tracking. */
export function hasStopped(figures: LocationFigures): boolean {
  const compared = comparedOf(figures);
  return (
    compared !== null && hasProbablyStopped({ ...figures, weightChange: changeOf(compared.g, compared.expectedG) })
  );
}

/**
 * Why the change of a location (`[row]`) or of a site (`row.locations`) is no result; null where it is one. A site of which one
 * location stopped shows none, whatever the others do. `limit`: fraction of open days.
 */
export function unreliableOf(figures: readonly LocationFigures[], limit: number): UnreliableReason | null {
  if (figures.some(hasStopped)) return 'PROBABLY_STOPPED_TRACKING';
  const compared = addUp(figures.flatMap((one) => comparedOf(one) ?? []));
  return unreliableReasonOf(evidenceOf(figures, compared && changeOf(compared.g, compared.expectedG)), limit);
}

/** Locations by their sites, both in the order of first mention. */
function bySite(figures: readonly LocationFigures[]): LocationFigures[][] {
  const sites = new Map<number, LocationFigures[]>();
  for (const one of figures) {
    const site = sites.get(one.siteId);
    if (site) site.push(one);
    else sites.set(one.siteId, [one]);
  }
  return [...sites.values()];
}

/** A site is the sum of its locations, in the order of first mention. */
export const siteFigures = (figures: readonly LocationFigures[]): SiteFigures[] =>
  bySite(figures).map((locations) => {
    const { siteId, siteName, siteStatus, currency } = locations[0] as LocationFigures;
    const compared = addUp(locations.flatMap((one) => comparedOf(one) ?? []));
    const baselineStart = locations.flatMap((one) => one.baselineStart ?? []).sort()[0] ?? null;
    const total = { openDays: 0, trackedDays: 0, txn: 0, scoredWeeks: 0, compliantWeeks: 0 };
    for (const one of locations) for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += one[key];
    return {
      siteId,
      siteName,
      siteStatus,
      currency,
      baselineStart,
      ...total,
      compared,
      ...changesOf(compared),
      noChange: reasonOf(baselineStart, compared),
      locations,
    };
  });

/** What was recorded on some days: grams, or money of one currency. */
interface Amount extends Tracking {
  value: number;
}

/**
 * From one span to another, per open day, as a fraction; null where either was tracked too little to compare. `limit`: fraction
 * of open days.
 */
export function changePerOpenDay({
  before,
  now,
  limit,
}: {
  before: Amount;
  now: Amount;
  limit: number;
}): number | null {
  return [before, now].every((span) => span.openDays > 0 && isTracked(span, limit))
    ? changeOf(now.value / now.openDays, before.value / before.openDays)
    : null;
}
