import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { vamRoutes } from './vam.routes';

export { isTooLong, mostDays } from './vam-terms.rules';
export { findWastePerCover, loadVam } from './vam.service';

const permissions = {
  VIEW_VAM_DASHBOARD: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'volume-adjusted-metrics',
  permissions,
  routes: vamRoutes,
  nav: [
    {
      menu: 'reporting',
      href: '/volume-adjusted-metrics',
      label: 'vam.title',
      order: 7,
      needs: 'VIEW_VAM_DASHBOARD',
    },
  ],
};
