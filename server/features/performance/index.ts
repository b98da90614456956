import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { performanceCalls } from './performance-calls.routes';
import { performancePage } from './performance-page.routes';
export { isExcluded } from './performance.rules';
export { loadBar, loadCompared, loadReport, loadWeights } from './performance.service';

const permissions = {
  VIEW_PERFORMANCE_DASHBOARD: ['viewer', 'manager', 'administrator', 'support'],
  VIEW_EXCLUSION_THRESHOLD_PERFORMANCE_DASHBOARD: ['manager', 'administrator', 'support'],
  VIEW_ENGAGEMENT_SCORE: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'performance',
  permissions,
  routes: [performancePage, ...performanceCalls],
  nav: [
    {
      menu: 'reporting',
      href: '/performanceDashboard',
      label: 'performance.title',
      order: 8,
      needs: 'VIEW_BASE_LPO_PAGE',
    },
  ],
};
