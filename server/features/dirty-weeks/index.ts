export { listWaitingLocations, markDirty, markLocationsDirty, rollupJob } from './dirty-weeks.store';
