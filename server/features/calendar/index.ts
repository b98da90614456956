import type { Feature } from '../../platform/feature';
import { calendarCalls } from './calendar-calls.routes';
import { permissions } from './calendar.permissions';
import { calendarPages } from './calendar.routes';
export { putSchedule } from './calendar.service';
export { countDays } from './calendar-view.service';
export { waitingDaysOf } from './confirm-days.rules';
export { findUnconfirmed } from './learned-days';

export const feature: Feature = {
  name: 'calendar',
  permissions,
  routes: [...calendarPages, ...calendarCalls],
  nav: [{ menu: 'configuration', href: '/locationCalendar', label: 'calendar.title', order: 2 }],
};
