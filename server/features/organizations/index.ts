import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { organizationRoutes } from './organizations.routes';

const permissions = {
  EDIT_ORGANIZATIONS: [],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'organizations',
  permissions,
  routes: organizationRoutes,
};
