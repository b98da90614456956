import type { Feature } from '../../platform/feature';
import { permissions } from './sites.permissions';
import { siteRoutes } from './sites.routes';

export const feature: Feature = { name: 'sites', permissions, routes: siteRoutes };
