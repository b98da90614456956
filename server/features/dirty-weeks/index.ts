export { lockOrganisation, markDirty, markLocationsDirty, rollupJob, type LocationWeek } from './dirty-weeks.store';
