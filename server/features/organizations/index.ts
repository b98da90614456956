import type { Feature } from '../../platform/feature';
import { permissions } from './organizations.permissions';
import { organizationRoutes } from './organizations.routes';
import { participantRoutes } from './participants.routes';

export const feature: Feature = {
  name: 'organizations',
  permissions,
  routes: [...organizationRoutes, ...participantRoutes],
};
