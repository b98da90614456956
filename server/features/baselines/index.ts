import type { Feature } from '../../platform/feature';
import { baselineScreenRoutes } from './baseline-screen.routes';
import { permissions } from './baselines.permissions';
import { baselineRoutes } from './baselines.routes';
import { manageBaselineRoutes } from './manage-baselines.routes';

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
