import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { settingsRoutes } from './settings.routes';

/** Those of the published interface whose screens are still to come; each moves into its feature with its screen. */
const permissions = {
  EDIT_ORGANIZATION_SETTINGS: ['administrator'],
  VIEW_MOBILE_APP: ['administrator'],
  VIEW_USER_SESSIONS: ['support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'settings',
  permissions,
  routes: settingsRoutes,
  nav: [
    {
      menu: 'account',
      href: '/account-settings',
      label: 'settings.title',
      order: 1,
      settings: ['settings.threshold', 'settings.tracking'],
    },
  ],
};
