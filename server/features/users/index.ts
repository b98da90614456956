import type { Feature } from '../../platform/feature';
import { userRoutes } from './users.routes';
import { permissions } from './users.permissions';

export const feature: Feature = { name: 'users', permissions, routes: userRoutes };
