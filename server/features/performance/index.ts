import type { Feature } from '../../platform/feature';
import { performanceCalls } from './performance-calls.routes';
import { performancePage } from './performance-page.routes';
import { permissions } from './performance.permissions';
export { isExcluded } from './performance.rules';
export { loadBar, loadCompared, loadReport, loadWeights } from './performance.service';

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
