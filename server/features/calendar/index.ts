export { closedReasonOf, type CalendarException, type CalendarPattern, type ClosedReason, type LocationCalendar } from './calendar.rules';
export { ensureHolidays, publicHolidays, type Holiday } from './holidays';
export { listCalendarDays, rebuildOpenDays, type CalendarDay } from './open-days.store';
