import type { Feature } from '../../platform/feature';
import { flags } from './feature-flags.flags';
import { permissions } from './feature-flags.permissions';
import { featureFlagRoutes } from './feature-flags.routes';

export const feature: Feature = {
  name: 'feature-flags',
  permissions,
  flags,
  routes: featureFlagRoutes,
  nav: [
    { menu: 'ccmTools', href: '/feature-flags', label: 'featureFlags.title', order: 13, needs: 'VIEW_CCM_TOOLS_TAB' },
  ],
};
