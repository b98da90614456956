import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { menuManagerRoutes } from './menu-manager.routes';

const permissions = {
  VIEW_TRACKER_PROFILE_MANAGER: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'menu-manager',
  permissions,
  routes: menuManagerRoutes,
  nav: [
    { menu: 'configuration', href: '/menu-manager', label: 'menuManager.title', order: 5, anyOrganisation: true },
    { menu: 'configuration', href: '/menu-manager/new', label: 'menuManager.newTitle', order: 5.1, unlisted: true },
  ],
};
