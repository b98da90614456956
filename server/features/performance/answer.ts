import type { z } from 'zod';
import type { UnreliableReason } from '../../domain/measures/reliability.rules';
import { may, type Viewer } from '../../platform/actor';
import { defaultOverallCompliance, type locationSummaryAnswer, type siteSummaryAnswer } from './performance.contract';
import { complianceScoreOf } from './performance.rules';
import type { Report } from './performance.service';
import type { JointChanges, PerformanceRow } from './report.contract';

const reliabilityAnswer = (weightChange: number | null, unreliable: UnreliableReason | null) =>
  weightChange === null
    ? { reliable: null, unreliableReason: null }
    : { reliable: unreliable === null, unreliableReason: unreliable };

function jointAnswer(changes: JointChanges) {
  const [only, ...others] = changes.costChanges;
  return {
    overallCostChange: only && others.length === 0 ? only.change : null,
    overallCostChanges: changes.costChanges,
    overallWeightChange: changes.weightChange,
    overallTransactionChanges: changes.transactionChange,
    ...reliabilityAnswer(changes.weightChange, changes.unreliable),
    estimatedShare: changes.estimatedShare,
  };
}

function overallAnswer({ overall, threshold, transactions }: Report, scored: boolean) {
  return {
    ...jointAnswer(overall),
    recorded: transactions > 0,
    withoutStopped: overall.withoutStopped && jointAnswer(overall.withoutStopped),
    overallLocationComplianceScore: scored ? (overall.compliance ?? defaultOverallCompliance) : null,
    averageOfActiveGoals: overall.averageOfActiveGoals,
    percentOfDaysTracking: overall.percentOfDaysTracking,
    locations: {
      total: overall.locations,
      counted: overall.countedLocations,
      excluded: overall.excludedLocations,
      withoutBaseline: overall.withoutBaseline,
      withoutOpenDay: overall.withoutOpenDay,
      probablyStopped: overall.stoppedLocations,
    },
    reductionThreshold: threshold,
  };
}

const measuredAnswer = (row: PerformanceRow) => ({
  siteName: row.siteName,
  siteId: row.siteId,
  siteStatus: row.siteStatus,
  locationCount: row.locationIds.length,
  minBaselineStartDate: row.minBaselineStartDate,
  valueVsBaseline: row.valueVsBaseline,
  weightVsBaseline: row.weightVsBaseline,
  transactionsVsBaseline: row.transactionsVsBaseline,
  activeGoals: row.activeGoals,
  percentDaysTracking: row.percentDaysTracking,
  ...reliabilityAnswer(row.weightVsBaseline, row.unreliable),
  estimatedShare: row.estimatedShare,
  derivedCostShare: row.derivedCostShare,
  recorded: row.recorded,
});

/** Compliance is for those who may see it; to others it is null. */
export const seesCompliance = (viewer: Viewer) => may(viewer, 'VIEW_ENGAGEMENT_SCORE');

export function siteAnswer(report: Report, viewer: Viewer): z.infer<typeof siteSummaryAnswer> {
  const scored = seesCompliance(viewer);
  return {
    ...overallAnswer(report, scored),
    performances: report.rows.map((row) => ({
      ...measuredAnswer(row),
      complianceScore: scored ? complianceScoreOf(row) : null,
    })),
  };
}

export function locationAnswer(report: Report, viewer: Viewer): z.infer<typeof locationSummaryAnswer> {
  const scored = seesCompliance(viewer);
  return {
    ...overallAnswer(report, scored),
    performances: report.rows.map((row) => ({
      ...measuredAnswer(row),
      locationName: row.locationName ?? '',
      locationId: row.id,
      locationStatus: row.locationStatus ?? 'ACTIVE',
      compliantWeeks: scored ? row.compliantWeeks : null,
      weeksWithComplianceScore: scored ? row.weeksWithComplianceScore : null,
      excluded: row.excludedLocations > 0,
    })),
  };
}
