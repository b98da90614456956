import type { Feature } from '../../platform/feature';
import { parkedJobRoutes } from './parked-jobs.routes';
import { permissions } from './parked-jobs.permissions';

export const feature: Feature = {
  name: 'parked-jobs',
  permissions,
  routes: parkedJobRoutes,
  nav: [{ menu: 'ccmTools', href: '/parked-jobs', label: 'parkedJobs.title', order: 30, needs: 'VIEW_CCM_TOOLS_TAB' }],
};
