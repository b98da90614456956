import type { Feature } from '../../platform/feature';
import { calendarCalls } from './calendar-calls.routes';
import { calendarPages } from './calendar.routes';
import { permissions } from './calendar.permissions';

export { closedReasonOf, type CalendarException, type CalendarPattern, type ClosedReason, type LocationCalendar } from './calendar.rules';
export { ensureHolidays, publicHolidays, type Holiday } from './holidays';
export { listCalendarDays, rebuildOpenDays, type CalendarDay } from './open-days.store';

export const feature: Feature = {
  name: 'calendar',
  permissions,
  routes: [...calendarPages, ...calendarCalls],
  nav: [{ menu: 'configuration', href: '/locationCalendar', label: 'calendar.title', order: 2 }],
};
