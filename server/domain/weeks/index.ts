export { countWaitingWeeks, listWaitingLocations, markDirty, markLocationsDirty, rollupJob } from './dirty-weeks.store';
export { deleteWeeks, unnestWeeks } from './location-weeks';
