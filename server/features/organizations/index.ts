import type { Feature } from '../../platform/feature';
import { permissions } from './organizations.permissions';
import { organizationRoutes } from './organizations.routes';

export const feature: Feature = { name: 'organizations', permissions, routes: organizationRoutes };
