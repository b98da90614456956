import {
  findActiveBaseline,
  findStagePlace,
  listReadinessWeeks,
  measure,
  type ActiveBaseline,
  type ReadinessWeek,
  type StagePlace,
} from '../../domain/measures';
import {
  changesAgainst,
  isRunning,
  passingRun,
  perOpenDay,
  sumUp,
  type WeekSums,
} from '../../domain/measures/baseline-detail.rules';
import { readinessCriteria } from '../../domain/measures/readiness.contract';
import { isTracked, unreliableReasonOf } from '../../domain/measures/reliability.rules';
import type { Scope, WeightUnit } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { fail } from '../../platform/errors';
import { shareOf, withoutNoise } from '../../platform/fraction.rules';
import { addDays, daysBetween, localDateOf, type LocalDate } from '../../platform/time';
import type {
  BaselineDetails,
  BaselineWeekRow,
  DetailsQuery,
  noBaselineReasons,
  Readiness,
  ReadinessQuery,
  WeeklySummary,
} from './baselines.contract';

/** Who looks, in which unit, and when: the site's own date counts. */
export interface Looking {
  scope: Scope;
  unit: WeightUnit;
  now: Date;
  /** Share of open days that must be tracked before a change is a result. */
  trackingLimit: number;
}

/**
 * How far a location and stage is on its way to a baseline.
 * @throws 404 baselines.unknownLocation, errors.notFound (no such stage)
 */
export async function readReadiness(db: Db, { scope, unit, now }: Looking, query: ReadinessQuery): Promise<Readiness> {
  const place = await placeOf(db, scope, { locationId: query.locationId, stageId: query.wasteStageId ?? null });
  const reason = noReadinessReason(place);
  const weeks =
    reason === null && place.stageId !== null
      ? await listReadinessWeeks(db, {
          organisationId: scope.organisationId,
          locationId: place.locationId,
          stageId: place.stageId,
        })
      : [];
  const dayCount = place.enteredOn === null ? null : daysBetween(place.enteredOn, localDateOf(now, place.timeZone));
  return {
    ...wirePlace(place),
    dayCount,
    weeksInPeriod: dayCount === null ? null : Math.floor(dayCount / 7),
    autoBaselineEnabled: place.autoEnabled,
    hasBaseline: place.period === 'REDUCTION',
    passingWeeks: passingRun(weeks, place.newestWeek),
    criteria: { ...readinessCriteria },
    noDataReason: reason ?? (weeks.length === 0 ? 'NO_EVENTS' : null),
    weeks: weeks.map((week) => wireWeek(week, { unit, newestWeek: place.newestWeek })).reverse(),
  };
}

async function placeOf(db: Db, scope: Scope, key: { locationId: number; stageId: number | null }): Promise<StagePlace> {
  const place = await findStagePlace(db, scope, key);
  if (!place) throw fail.notFound('baselines.unknownLocation');
  if (key.stageId !== null && place.stageId === null) throw fail.notFound('errors.notFound');
  return place;
}

function wirePlace({ siteId, siteName, locationId, locationName, stageId, stageName }: StagePlace) {
  return { siteId, siteName, locationId, locationName, wasteStageId: stageId, wasteStageName: stageName };
}

function noReadinessReason({ stageId, period, autoEnabled, hasEvents }: StagePlace): Readiness['noDataReason'] {
  if (stageId === null) return 'NO_STAGE';
  if (period === null) return 'NOT_SET_UP';
  if (!autoEnabled) return 'AUTO_BASELINE_OFF';
  return hasEvents ? null : 'NO_EVENTS';
}

const inPercent = (fraction: number | null) => (fraction === null ? null : withoutNoise(fraction * 100));

function wireWeek(
  week: ReadinessWeek,
  { unit, newestWeek }: { unit: WeightUnit; newestWeek: LocalDate | null },
): BaselineWeekRow {
  return {
    weekBeginDate: week.weekStart,
    transactionCount: week.txn,
    costSum: week.cost,
    currency: week.currency,
    costDeltaPct: inPercent(week.costDelta),
    weightSum: withoutNoise(week.g / unit.gramsPerUnit),
    weightUnit: unit.abbr,
    weightDeltaPct: inPercent(week.gDelta),
    issues: week.issues,
    openDays: week.openDays,
    priorOpenDays: week.priorOpenDays,
    latest: week.weekStart === newestWeek,
  };
}

/**
 * The active baseline of a location and stage, and what has become of it.
 * @throws 404 baselines.unknownLocation (also when the site is not the location's), errors.notFound (no such stage)
 */
export async function readBaselineDetails(
  db: Db,
  { scope, unit, now, trackingLimit }: Looking,
  query: DetailsQuery,
): Promise<BaselineDetails> {
  const place = await placeOf(db, scope, { locationId: query.locationId, stageId: query.wasteStageId });
  if (query.siteId !== undefined && query.siteId !== place.siteId) throw fail.notFound('baselines.unknownLocation');
  const key = { organisationId: scope.organisationId, locationId: place.locationId, stageId: query.wasteStageId };
  const baseline = await findActiveBaseline(db, key);
  const head = { ...wirePlace(place), weightUnit: unit.abbr, currency: baseline?.currency ?? place.currency };
  if (!baseline) return { ...head, noDataReason: noBaselineReason(place), baselineData: null, weeklySummaries: [] };
  const today = localDateOf(now, place.timeZone);
  const weeks = await weeksSince(db, scope, { ...key, from: baseline.reductionFrom });
  return {
    ...head,
    noDataReason: null,
    baselineData: wireBaseline(baseline, { weeks, unit, today, trackingLimit }),
    weeklySummaries: weeks.map((week) => wireSummary(week, { baseline, unit, today, trackingLimit })).reverse(),
  };
}

/** The weeks from a Monday to the organisation's newest data week, in order; a week without events has zeros. */
async function weeksSince(
  db: Db,
  scope: Scope,
  { locationId, stageId, from }: { locationId: number; stageId: number; from: LocalDate },
): Promise<WeekSums[]> {
  // Of a stage whose events are all voided, the weeks are there still.
  const weeks = await measure(db, scope, {
    grain: 'week',
    by: 'location',
    figures: ['openDays', 'trackedDays', 'compliantWeeks', 'txn', 'g', 'estimatedG', 'cost', 'derivedCost'],
    stageId,
    locationId,
    start: from,
    since: 'calendar',
  });
  return weeks.map(({ start, compliantWeeks, ...week }) => ({
    ...week,
    weekStart: start,
    compliant: compliantWeeks > 0,
  }));
}

function noBaselineReason({ period, hasEvents, autoEnabled }: StagePlace): (typeof noBaselineReasons)[number] {
  if (period === null) return 'NOT_SET_UP';
  if (!hasEvents) return 'NO_EVENTS';
  return autoEnabled ? 'NOT_READY' : 'NOT_CHOSEN';
}

const baselinePerOpenDay = (baseline: ActiveBaseline) => ({
  g: baseline.gPerOpenDay,
  cost: baseline.costPerOpenDay,
  txn: baseline.txnPerOpenDay,
});

interface Judging extends Pick<Looking, 'unit' | 'trackingLimit'> {
  today: LocalDate;
}

const sharesOf = ({
  estimatedG,
  g,
  derivedCost,
  cost,
}: Pick<WeekSums, 'estimatedG' | 'g' | 'derivedCost' | 'cost'>) => ({
  estimatedShare: shareOf(estimatedG, g),
  derivedCostShare: shareOf(derivedCost, cost),
});

function wireBaseline(
  baseline: ActiveBaseline,
  { weeks, unit, today, trackingLimit }: Judging & { weeks: readonly WeekSums[] },
): NonNullable<BaselineDetails['baselineData']> {
  const since = sumUp(weeks, today);
  const changes = changesAgainst(since.perOpenDay, baselinePerOpenDay(baseline));
  const weightChange = changes.weightVsBaseline;
  const unreliableReason =
    weightChange === null ? null : unreliableReasonOf({ ...since, weightChange, spans: [since] }, trackingLimit);
  const inUnit = (grams: number | null) => (grams === null ? null : withoutNoise(grams / unit.gramsPerUnit));
  return {
    baselineStartDate: baseline.firstWeek,
    baselineEndDate: addDays(baseline.lastWeek, 6),
    weekCount: baseline.weekCount,
    comparedFrom: baseline.reductionFrom,
    method: baseline.method,
    reason: baseline.reason,
    baseline: {
      openDays: baseline.openDays,
      trackedDays: null,
      weightPerOpenDay: inUnit(baseline.gPerOpenDay),
      costPerOpenDay: baseline.costPerOpenDay,
      transactionsPerOpenDay: baseline.txnPerOpenDay,
    },
    since: {
      openDays: since.openDays,
      trackedDays: since.trackedDays,
      weightPerOpenDay: inUnit(since.perOpenDay.g),
      costPerOpenDay: since.perOpenDay.cost,
      transactionsPerOpenDay: since.perOpenDay.txn,
    },
    ...changes,
    reliable: weightChange === null ? null : unreliableReason === null,
    unreliableReason,
    ...sharesOf(since),
  };
}

function wireSummary(
  week: WeekSums,
  { baseline, unit, today, trackingLimit }: Judging & { baseline: ActiveBaseline },
): WeeklySummary {
  const { openDays } = week;
  const running = isRunning(week.weekStart, today);
  const actual = running
    ? { g: null, cost: null, txn: null }
    : { g: perOpenDay(week.g, openDays), cost: perOpenDay(week.cost, openDays), txn: perOpenDay(week.txn, openDays) };
  return {
    weekBeginDate: week.weekStart,
    openDays,
    trackedDays: week.trackedDays,
    transactionCount: week.txn,
    weightSum: withoutNoise(week.g / unit.gramsPerUnit),
    costSum: week.cost,
    ...changesAgainst(actual, baselinePerOpenDay(baseline)),
    ...sharesOf(week),
    running,
    reliable: isTracked(week, trackingLimit),
  };
}
