import type { Feature } from '../../platform/feature';
import { permissions } from './users.permissions';
import { userRoutes } from './users.routes';

export const feature: Feature = {
  name: 'users',
  permissions,
  routes: userRoutes,
  // Whoever may manage people finds them here, too, where their role shows no internal tools.
  nav: [{ menu: 'account', href: '/users', label: 'users.title', order: 10 }],
};
