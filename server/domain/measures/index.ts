export {
  type AccuracyDay,
  type DaysQuery,
  type PlaceWithDays,
  listAccuracyPlaces,
  listDays,
} from './accuracy-days.store';
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
export { sumEvents } from './event-sums.store';
export { evaluateLocations } from './evaluation.service';
export { listStageWeeks } from './readiness.store';
export { rollupLag } from './rollup-lag.store';
export { processDirtyWeeks } from './rollups.service';
export { listTallies } from './tallies.store';
export { markWeeksOfEvents, rollupJobs } from './rollups.jobs';
