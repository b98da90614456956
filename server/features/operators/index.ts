import type { Feature } from '../../platform/feature';
import { permissions } from './operators.permissions';
import { operatorRoutes } from './operators.routes';

export { listActiveOperators, listOperatorLocales } from './operators.store';

export const feature: Feature = { name: 'operators', permissions, routes: operatorRoutes };
