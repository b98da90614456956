import type { Feature } from '../../platform/feature';
import { siteRoutes } from './sites.routes';
import { permissions } from './sites.permissions';

export { lookUpSites } from './sites.store';

export const feature: Feature = { name: 'sites', permissions, routes: siteRoutes };
