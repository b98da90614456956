import type { Feature } from '../../platform/feature';
import { organizationRoutes } from './organizations.routes';
import { permissions } from './organizations.permissions';

export const feature: Feature = { name: 'organizations', permissions, routes: organizationRoutes };

export { hasEvents } from './organizations.store';
