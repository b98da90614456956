import type { Feature } from '../../platform/feature';
import { permissions } from './users.permissions';
import { userRoutes } from './users.routes';

export const feature: Feature = { name: 'users', permissions, routes: userRoutes };
