import type { Feature } from '../../platform/feature';
import { calendarCalls } from './calendar-calls.routes';
import { settleHolidaysJob } from './calendar.jobs';
import { permissions } from './calendar.permissions';
import { calendarPages } from './calendar.routes';

export { keepClosed } from './calendar-changes.store';
export { countDays } from './calendar-view.service';
export { closedReasonOf } from './calendar.rules';
export { moveHolidays } from './holiday-areas.service';
export { ensureHolidays, publicHolidays } from './holidays';
export { daysWithReason, openDaysOfMonths, rebuildOpenDays } from './open-days.store';
export { findSubdivision, guessSubdivision, subdivisionsIn } from './subdivisions';

export const feature: Feature = {
  name: 'calendar',
  permissions,
  routes: [...calendarPages, ...calendarCalls],
  jobs: [settleHolidaysJob],
  nav: [{ menu: 'configuration', href: '/locationCalendar', label: 'calendar.title', order: 2 }],
};
