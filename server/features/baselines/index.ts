import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { baselineScreenRoutes } from './baseline-screen.routes';
import { baselineRoutes } from './baselines.routes';
import { manageBaselineRoutes } from './manage-baselines.routes';

const permissions = {
  EDIT_BASELINES: ['administrator'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'baselines',
  permissions,
  // The file's address stands before those with ids.
  routes: [...baselineScreenRoutes, ...baselineRoutes, ...manageBaselineRoutes],
  nav: [
    {
      menu: 'ccmTools',
      href: '/baselines',
      label: 'baselineScreen.title',
      order: 1,
      needs: 'VIEW_CCM_TOOLS_TAB',
      anyOrganisation: true,
    },
  ],
};
