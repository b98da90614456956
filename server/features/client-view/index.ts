import type { Feature } from '../../platform/feature';
import { clientViewRoutes } from './client-view.routes';
import { permissions } from './client-view.permissions';

export const feature: Feature = {
  name: 'client-view',
  permissions,
  routes: clientViewRoutes,
  nav: [{ menu: 'account', href: '/client-view', label: 'clientView.title', order: 40 }],
};
