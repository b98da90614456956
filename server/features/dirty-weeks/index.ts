export { markDirty, markLocationsDirty, rollupJob } from './dirty-weeks.store';
