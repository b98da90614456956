import type { Feature } from '../../platform/feature';
import { calendarCalls } from './calendar-calls.routes';
import { calendarPages } from './calendar.routes';
import { permissions } from './calendar.permissions';

export { keepClosed } from './calendar-changes.store';
export { closedReasonOf } from './calendar.rules';
export { ensureHolidays, publicHolidays } from './holidays';
export { openDaysOfMonths, rebuildOpenDays } from './open-days.store';

export const feature: Feature = {
  name: 'calendar',
  permissions,
  routes: [...calendarPages, ...calendarCalls],
  nav: [{ menu: 'configuration', href: '/locationCalendar', label: 'calendar.title', order: 2 }],
};
