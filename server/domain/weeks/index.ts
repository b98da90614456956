export {
  countWaitingWeeks,
  listWaitingLocations,
  markDirty,
  markLocationsDirty,
  markWeeksOf,
  rollupJob,
} from './dirty-weeks.store';
export { deleteWeeks, unnestWeeks } from './location-weeks';
export { rollupLag } from './rollup-lag.store';
export { type SeenMark, clearMarks, lockMarkedOrganisation, seeMarks } from './taken-weeks.store';
