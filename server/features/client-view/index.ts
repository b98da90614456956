import type { Feature } from '../../platform/feature';
import { permissions } from './client-view.permissions';
import { clientViewRoutes } from './client-view.routes';

export const feature: Feature = {
  name: 'client-view',
  permissions,
  routes: clientViewRoutes,
  nav: [{ menu: 'account', href: '/client-view', label: 'clientView.title', order: 40 }],
};
