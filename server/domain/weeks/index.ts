export { listWaitingLocations, markDirty, markLocationsDirty, rollupJob } from './dirty-weeks.store';
export { deleteWeeks, unnestWeeks } from './location-weeks';
export { rollupLag } from './rollup-lag.store';
export { countWaitingWeeks, lockMarkedOrganisation, markWeeksOf, takeMarks } from './taken-weeks.store';
