import { defineJob, noPayload } from '../../platform/jobs/define-job';
import { settleHolidayAreas } from './holiday-areas.service';

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
  putPatternFrom,
  takeSameDays,
} from './calendar-changes.store';
export {
  type CalendarLocation,
  type FoundLocation,
  countExceptions,
  countReachable,
  findCalendarLocation,
  listActiveLocations,
  listExceptions,
  listPatterns,
  listPatternsOf,
  searchLocations,
} from './calendar-screen.store';
export { moveHolidays } from './holiday-areas.service';
export { type Holiday, ensureHolidays, publicHolidays } from './holidays';
export {
  countOpenDays,
  daysWithReason,
  dropCalendarOutside,
  hasOwnCalendar,
  hasOwnPattern,
  listWithOwnPattern,
  listCalendarDays,
  openDaysOfMonths,
  rebuildOpenDays,
} from './open-days.store';
export { findSubdivision, guessSubdivision, subdivisionsIn } from './subdivisions';
export { type DaySpan, countTouchedWeeks, listHolidayWeeks, listTouchedWeeks } from './touched-weeks.store';

/** Sites of the build before, and those that come in with data, have no part of their country yet. */
export const settleHolidaysJob = defineJob({
  name: 'calendar.settleHolidays',
  payload: noPayload,
  folded: true,
  cron: '23 * * * *',
  atStart: {},
  run: (_payload, resources) => settleHolidayAreas(resources),
});
