import type { Feature } from '../../platform/feature';
import { deploymentStatusRoutes } from './deployment-status.routes';
import { permissions } from './deployment-status.permissions';

export const feature: Feature = {
  name: 'deployment-status',
  permissions,
  routes: deploymentStatusRoutes,
  nav: [{ menu: 'configuration', href: '/deployment-status', label: 'deploymentStatus.nav', order: 3 }],
};
