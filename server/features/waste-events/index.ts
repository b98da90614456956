import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { deviceBatchRoutes } from './device-batch.routes';
import { eventListRoutes } from './event-list.routes';
import { manualEventRoutes } from './manual-events.routes';
import { weeklyTotalsRoutes } from './weekly-totals.routes';

const permissions = {
  EDIT_TRANSACTIONS: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

/** Fixed paths stand before those with an id. */
export const feature: Feature = {
  name: 'waste-events',
  permissions,
  routes: [...weeklyTotalsRoutes, ...deviceBatchRoutes, ...eventListRoutes, ...manualEventRoutes],
};
