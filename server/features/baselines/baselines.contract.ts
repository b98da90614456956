import { z } from 'zod';
import { readinessIssues } from '../../domain/measures/readiness.contract';
import { reliabilityFields } from '../../domain/measures/reliability.contract';
import { place } from '../../domain/places/place.contract';
import { isLocalDate } from '../../platform/time';

const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const stageId = z.coerce.number().int().min(1).max(2_147_483_647);
const day = z.string().refine(isLocalDate, 'errors.notADate');

/** Without a stage the answer says so instead of guessing one. */
export const readinessQuery = z.strictObject({ locationId: id, wasteStageId: stageId.optional() });

export const detailsQuery = z.strictObject({
  locationId: id,
  wasteStageId: stageId,
  /** Must be the location's own. */
  siteId: id.optional(),
  /** Taken because callers send it; the answer carries the stage's own name. */
  wasteStageName: z.string().max(200).optional(),
});

/** Why there are no readiness weeks to show. */
const noReadinessReasons = ['NO_STAGE', 'NOT_SET_UP', 'NO_EVENTS', 'AUTO_BASELINE_OFF'] as const;
/** Why there is no baseline to show. */
export const noBaselineReasons = ['NOT_SET_UP', 'NO_EVENTS', 'NOT_READY', 'NOT_CHOSEN'] as const;

const stageOrNone = {
  ...place,
  /** null: unspecified. */
  wasteStageId: z.number().nullable(),
  wasteStageName: z.string().nullable(),
};

const baselineWeekRow = z.strictObject({
  weekBeginDate: day,
  transactionCount: z.number(),
  /** In `currency`. */
  costSum: z.number(),
  currency: z.string(),
  /** Per cent against the prior week, both per open day; null when there is nothing to compare with. */
  costDeltaPct: z.number().nullable(),
  /** In `weightUnit`. */
  weightSum: z.number(),
  weightUnit: z.string(),
  weightDeltaPct: z.number().nullable(),
  /** Empty: the week meets the criteria, where it has an open day; without one it is skipped. */
  issues: z.array(z.enum(readinessIssues)),
  openDays: z.number(),
  /** Of the week that it is compared with. */
  priorOpenDays: z.number().nullable(),
  /** The newest week with data, which counts only after the next one has begun. */
  latest: z.boolean(),
});

export const readinessAnswer = z.strictObject({
  ...stageOrNone,
  /** Days since the period began, and whole weeks of them; null when the location has no such stage. */
  dayCount: z.number().nullable(),
  weeksInPeriod: z.number().nullable(),
  autoBaselineEnabled: z.boolean(),
  /** Whether a baseline is active already. */
  hasBaseline: z.boolean(),
  /** Weeks in a row that meet the criteria, up to the newest that counts. */
  passingWeeks: z.number(),
  criteria: z.strictObject({
    minTransactions: z.number(),
    /** Fractions. */
    maxIncrease: z.number(),
    maxDecrease: z.number(),
    consecutiveWeeks: z.number(),
    weeksSinceFirst: z.number(),
  }),
  noDataReason: z.enum(noReadinessReasons).nullable(),
  /** The newest first. */
  weeks: z.array(baselineWeekRow),
});

const change = z
  .number()
  .nullable()
  .describe('Fraction: (actual per open day − baseline per open day) / baseline per open day');

/** Sums and per-open-day figures over some weeks. */
const figures = z.strictObject({
  openDays: z.number(),
  trackedDays: z.number().nullable(),
  weightPerOpenDay: z.number().nullable(),
  costPerOpenDay: z.number().nullable(),
  transactionsPerOpenDay: z.number().nullable(),
});

const shares = {
  estimatedShare: z
    .number()
    .nullable()
    .describe('Fraction of the weight estimated from servings; null if there is no weight.'),
  derivedCostShare: z
    .number()
    .nullable()
    .describe('Fraction of the cost estimated from prices; null if there is no cost.'),
};

const weeklySummary = z.strictObject({
  weekBeginDate: day,
  openDays: z.number(),
  trackedDays: z.number(),
  transactionCount: z.number(),
  weightSum: z.number(),
  costSum: z.number(),
  weightVsBaseline: change,
  valueVsBaseline: change,
  transactionsVsBaseline: change,
  ...shares,
  /** The week is not over, so it is not part of the change. */
  running: z.boolean(),
  /** Whether enough of its open days were tracked for its changes to be a result. */
  reliable: z.boolean(),
});

export const baselineDetails = z.strictObject({
  ...stageOrNone,
  weightUnit: z.string(),
  currency: z.string(),
  noDataReason: z.enum(noBaselineReasons).nullable(),
  baselineData: z
    .strictObject({
      baselineStartDate: day,
      /** The Sunday of the last baseline week. */
      baselineEndDate: day,
      weekCount: z.number(),
      /** The Monday from which weeks are compared. */
      comparedFrom: day,
      method: z.enum(['AUTO', 'MANUAL']),
      /** Why a person chose it; empty when the rule did. */
      reason: z.string(),
      baseline: figures,
      /** The weeks since then that are over. */
      since: figures,
      weightVsBaseline: change,
      valueVsBaseline: change,
      transactionsVsBaseline: change,
      ...reliabilityFields,
      /** Of the weeks since then. */
      ...shares,
    })
    .nullable(),
  /** Since the baseline, the newest first. */
  weeklySummaries: z.array(weeklySummary),
});

export type ReadinessQuery = z.infer<typeof readinessQuery>;
export type DetailsQuery = z.infer<typeof detailsQuery>;
export type BaselineWeekRow = z.infer<typeof baselineWeekRow>;
export type Readiness = z.infer<typeof readinessAnswer>;
export type BaselineDetails = z.infer<typeof baselineDetails>;
export type WeeklySummary = z.infer<typeof weeklySummary>;
