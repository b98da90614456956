import type { Feature } from '../../platform/feature';
import { permissions } from './deployment-status.permissions';
import { deploymentStatusRoutes } from './deployment-status.routes';

export const feature: Feature = {
  name: 'deployment-status',
  permissions,
  routes: deploymentStatusRoutes,
  nav: [{ menu: 'configuration', href: '/deployment-status', label: 'deploymentStatus.nav', order: 3 }],
};
