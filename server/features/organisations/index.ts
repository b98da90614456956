import type { Feature } from '../../platform/feature';
import { permissions } from './organisations.permissions';
import { participantRoutes } from './participants.routes';
import { settingsRoutes } from './settings.routes';

export const feature: Feature = {
  name: 'organisations',
  permissions,
  routes: [...participantRoutes, ...settingsRoutes],
  nav: [{ menu: 'account', href: '/account-settings', label: 'settings.title', order: 1 }],
};
