import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { manualEventRoutes } from './manual-events.routes';
import { eventRoutes } from './waste-events.routes';

const permissions = {
  EDIT_TRANSACTIONS: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'waste-events',
  permissions,
  routes: [...eventRoutes, ...manualEventRoutes],
};
