import type { Feature } from '../../platform/feature';
import { operatorRoutes } from './operators.routes';
import { permissions } from './operators.permissions';

export const feature: Feature = { name: 'operators', permissions, routes: operatorRoutes };
