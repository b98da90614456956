import type { Feature } from '../../platform/feature';
import { bulkJobs } from './bulk.jobs';
import { bulkRoutes } from './bulk.routes';
import { dataRoutes } from './data.routes';

/** Waste events found, put right and looked after, one or many at a time. */
export const feature: Feature = {
  name: 'data-manager',
  routes: [...bulkRoutes, ...dataRoutes],
  jobs: bulkJobs,
  nav: [
    { menu: 'configuration', href: '/data-manager', label: 'dataManager.title', order: 1, needs: 'VIEW_DATA_MANAGER' },
    {
      menu: 'configuration',
      href: '/data-manager/suspicious',
      label: 'dataManager.suspicious.title',
      order: 1.1,
      needs: 'VIEW_DATA_MANAGER',
      unlisted: true,
    },
    {
      menu: 'configuration',
      href: '/data-manager/changes',
      label: 'dataManager.bulk.title',
      order: 1.2,
      needs: 'VIEW_DATA_MANAGER',
      unlisted: true,
    },
  ],
};
