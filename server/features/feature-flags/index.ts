import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { flags } from './feature-flags.flags';
import { featureFlagRoutes } from './feature-flags.routes';

const permissions = {
  EDIT_FEATURE_FLAGS: [],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'feature-flags',
  permissions,
  flags,
  routes: featureFlagRoutes,
  nav: [
    { menu: 'ccmTools', href: '/feature-flags', label: 'featureFlags.title', order: 13, needs: 'VIEW_CCM_TOOLS_TAB' },
  ],
};
