import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { dashboardRoutes } from './dashboard.routes';
import { importRoutes } from './donation-import.routes';
import { donationCalls } from './donations.calls';
import { partnerRoutes } from './partners.routes';
import { pickupRoutes } from './pickups.routes';
import { scheduleRoutes } from './schedules.routes';

export { loadStatement } from './dashboard.service';
export { moneyOf } from './donation-figures.rules';
export { createPartner } from './partners.service';
export { confirmReceipt, createPickup } from './pickups.service';
export { createSchedule } from './schedules.service';

const path = '/donation-dashboard';
const besides = { menu: 'reporting', unlisted: true } as const;

const permissions = {
  EDIT_DONATIONS: ['manager', 'administrator', 'support'],
  VIEW_DONATION_DASHBOARD: ['viewer', 'manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'donation-dashboard',
  permissions,
  routes: [...dashboardRoutes, ...pickupRoutes, ...partnerRoutes, ...scheduleRoutes, ...importRoutes, ...donationCalls],
  nav: [
    { menu: 'reporting', href: path, label: 'donations.title', order: 3, needs: 'VIEW_DONATION_DASHBOARD' },
    { ...besides, href: `${path}/pickups`, label: 'donations.pickups', order: 3.1 },
    { ...besides, href: `${path}/pickups/new`, label: 'donations.newPickup', order: 3.2 },
    { ...besides, href: `${path}/partners`, label: 'donations.partners', order: 3.3 },
    { ...besides, href: `${path}/partners/new`, label: 'donations.newPartner', order: 3.4 },
    { ...besides, href: `${path}/schedule`, label: 'donations.schedule.title', order: 3.5 },
    { ...besides, href: `${path}/statement`, label: 'donations.statement.title', order: 3.6 },
    { ...besides, href: `${path}/import`, label: 'donations.import.title', order: 3.7 },
  ],
};
