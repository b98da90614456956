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
} from './baseline-detail.store';
export { baselineOfStage, listBaselineHistory } from './baseline-stages.store';
export { findStageVersion, listStageStandings } from './baseline-standings.store';
export { findBaselineWeeks, findWeekStep, listBaselineWeeks } from './baseline-weeks.store';
export {
  type BaselineChange,
  acceptBaseline,
  previewBaseline,
  proposeBaseline,
  rebaseBaseline,
  rejectBaseline,
  setManualBaseline,
  switchAutoBaseline,
} from './baseline.service';
export {
  type StoredCheckWeight,
  correctCheckWeight,
  insertCheckWeight,
  listCheckWeights,
  lockCheckWeight,
} from './check-weights.store';
export { compare, compareDays, compareWeeks } from './compare.store';
export { listDonatedDays, listDonatedItems, sumDonatedSpans } from './donated.store';
export { findDataSpan, findNewestDay, findRunningWeek, newestWeekColumn } from './data-span.store';
export { timesUsed } from './elements.store';
export { evaluateLocations } from './evaluation.service';
export { sumEvents } from './event-sums.store';
export { type LearnedLocation, listLearnedDays } from './learned-days.store';
export {
  type StandingBaseline,
  countBaselinesOn,
  countBaselinesWithin,
  listStandingBaselines,
} from './location-figures.store';
export { measure } from './measure.store';
export { listLargest } from './largest.store';
export { listStageWeeks, openStages } from './readiness.store';
export { markWeeksOfEvents, rollupJobs } from './rollups.jobs';
export { processDirtyWeeks } from './rollups.service';
export { type SeriesQuery, listSeries, sumWeeks, sumWeighted } from './series.store';
export { readCapture } from './tallies.store';
export { listForeignVolumes, listRatioParts, listRatios } from './volume-ratios.store';
export { listWeeklyGrams } from './weekly-grams.store';
