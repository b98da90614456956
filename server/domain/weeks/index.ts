export { countWaitingWeeks, listWaitingLocations, markDirty, markLocationsDirty, rollupJob } from './dirty-weeks.store';
export { deleteWeeks, unnestWeeks } from './location-weeks';
export { rollupLag } from './rollup-lag.store';
export { lockMarkedOrganisation, markWeeksOf, takeMarks } from './taken-weeks.store';
