import type { Feature } from '../../platform/feature';
import { impactUpdateRoutes } from './impact-update.routes';

export const feature: Feature = {
  name: 'impact-update',
  routes: impactUpdateRoutes,
  nav: [
    {
      menu: 'reporting',
      href: '/impact-update',
      label: 'impact.title',
      order: 6,
      needs: 'VIEW_IMPACT_UPDATE_REPORT',
    },
  ],
};
