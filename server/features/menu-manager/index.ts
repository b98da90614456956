import type { Feature } from '../../platform/feature';
import { permissions } from './menu-manager.permissions';
import { menuManagerRoutes } from './menu-manager.routes';

export const feature: Feature = {
  name: 'menu-manager',
  permissions,
  routes: menuManagerRoutes,
  nav: [
    { menu: 'configuration', href: '/menu-manager', label: 'menuManager.title', order: 5, anyOrganisation: true },
    { menu: 'configuration', href: '/menu-manager/new', label: 'menuManager.newTitle', order: 5.1, unlisted: true },
  ],
};
