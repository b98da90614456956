import type { Feature } from '../../platform/feature';
import { permissions } from './parked-jobs.permissions';
import { parkedJobRoutes } from './parked-jobs.routes';

export const feature: Feature = {
  name: 'parked-jobs',
  permissions,
  routes: parkedJobRoutes,
  nav: [{ menu: 'ccmTools', href: '/parked-jobs', label: 'parkedJobs.title', order: 30, needs: 'VIEW_CCM_TOOLS_TAB' }],
};
