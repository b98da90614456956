import type { Feature } from '../../platform/feature';
import { permissions } from './organisations.permissions';
import { participantRoutes } from './participants.routes';
import { settingsRoutes } from './settings.routes';

export { findActor } from './actor.store';
export { keepUnit } from './profile.store';
export { createReach, listHolding, listReachable, seesBeyond } from './reach';
export { switchedOffColumn } from './switched-off.store';
export { seedReferenceData } from './reference-data.store';

export const feature: Feature = {
  name: 'organisations',
  permissions,
  routes: [...participantRoutes, ...settingsRoutes],
  nav: [{ menu: 'account', href: '/account-settings', label: 'settings.title', order: 1 }],
};
