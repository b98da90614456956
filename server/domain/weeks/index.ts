export {
  countWaitingWeeks,
  listWaitingLocations,
  markDirty,
  markLocationsDirty,
  markWeeksOf,
  rollupJob,
  rollupLag,
} from './dirty-weeks.store';
export { deleteWeeks, unnestWeeks } from './location-weeks';
export { type SeenMark, clearMarks, lockMarkedOrganisation, seeMarks } from './taken-weeks.store';
