export { lockOrganisation, markDirty, markLocationsDirty, raiseDataVersion, rollupJob, type LocationWeek } from './dirty-weeks.store';
