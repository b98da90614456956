export {
  type ActiveBaseline,
  type ReadinessWeek,
  type StagePlace,
  findActiveBaseline,
  findStagePlace,
  listReadinessWeeks,
  listWeeksSince,
} from './baseline-detail.store';
export { findBaselineWeeks, findWeekStep, listBaselineWeeks } from './baseline-weeks.store';
export {
  acceptBaseline,
  proposeBaseline,
  rebaseBaseline,
  rejectBaseline,
  setManualBaseline,
  switchAutoBaseline,
} from './baseline.service';
export { type StoredCheckWeight, correctCheckWeight, listCheckWeights, lockCheckWeight } from './check-weights.store';
export { evaluateLocations } from './evaluation.service';
export {
  type StandingBaseline,
  countBaselinesOn,
  countBaselinesWithin,
  listStandingBaselines,
  listTransactions,
} from './location-figures.store';
export { openStages } from './location-stages.store';
export { listStageWeeks } from './readiness.store';
export { markWeeksOfEvents, rollupJobs } from './rollups.jobs';
export { processDirtyWeeks } from './rollups.service';
export { listTallies } from './tallies.store';
