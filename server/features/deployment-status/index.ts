import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { deploymentStatusRoutes } from './deployment-status.routes';

const permissions = {
  VIEW_BASE_LPO_PAGE: ['basic', 'viewer', 'manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'deployment-status',
  permissions,
  routes: deploymentStatusRoutes,
  nav: [{ menu: 'configuration', href: '/deployment-status', label: 'deploymentStatus.nav', order: 3 }],
};
