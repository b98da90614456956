import type { Feature } from '../../platform/feature';
import { permissions } from './settings.permissions';
import { settingsRoutes } from './settings.routes';

export const feature: Feature = {
  name: 'settings',
  permissions,
  routes: settingsRoutes,
  nav: [
    {
      menu: 'account',
      href: '/account-settings',
      label: 'settings.title',
      order: 1,
      settings: ['settings.threshold', 'settings.tracking'],
    },
  ],
};
