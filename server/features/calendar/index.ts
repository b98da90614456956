import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { calendarCalls } from './calendar-calls.routes';
import { calendarPages } from './calendar.routes';
export { putSchedule } from './calendar.service';
export { countDays } from './calendar-view.service';
export { waitingDaysOf } from './confirm-days.rules';
export { findUnconfirmed } from './learned-days';

const permissions = {
  VIEW_CONFIGURATION_DROPDOWN: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'calendar',
  permissions,
  routes: [...calendarPages, ...calendarCalls],
  nav: [{ menu: 'configuration', href: '/locationCalendar', label: 'calendar.title', order: 2 }],
};
