export {
  type ExceptionRow,
  type LocationRange,
  deleteException,
  deleteExceptions,
  deletePattern,
  findKnownClosures,
  insertClosures,
  insertExceptions,
  keepClosed,
  listStanding,
  listTargetLocations,
  putBackExceptions,
  putPattern,
  setHolidaysObserved,
  takeSameDays,
} from './calendar-changes.store';
export {
  type CalendarLocation,
  type FoundLocation,
  type RecordedChange,
  type StandingBaseline,
  countExceptions,
  countReachable,
  findCalendarLocation,
  findChange,
  listActiveLocations,
  listExceptions,
  listPatterns,
  listStandingBaselines,
  searchLocations,
} from './calendar-screen.store';
export { moveHolidays } from './holiday-areas.service';
export { type Holiday, ensureHolidays, publicHolidays } from './holidays';
export { type Changed, type Work, actions, changeLocation, changeLocations } from './location-change';
export { daysWithReason, openDaysOfMonths, rebuildOpenDays } from './open-days.store';
export { findSubdivision, guessSubdivision, subdivisionsIn } from './subdivisions';
export { listHolidayWeeks, listTouchedWeeks } from './touched-weeks.store';
export { settleHolidaysJob } from './calendar.jobs';
