import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { siteRoutes } from './sites.routes';

const permissions = {
  EDIT_SITES: ['administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = { name: 'sites', permissions, routes: siteRoutes };
