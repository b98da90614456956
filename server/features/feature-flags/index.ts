import type { Feature } from '../../platform/feature';
import type { FlagDeclarations } from '../../platform/feature-flags.rules';
import type { PermissionRoles } from '../../platform/permissions';
import { featureFlagRoutes } from './feature-flags.routes';

const permissions = {
  EDIT_FEATURE_FLAGS: [],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

/** The tool itself: hidden, so that nobody can take it from themselves. */
const flags = {
  'edit-feature-flags': { hidden: true },
} satisfies FlagDeclarations;

declare module '../../platform/feature-flags.rules' {
  interface Flags extends Record<keyof typeof flags, true> {}
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
