import type { Feature } from '../../platform/feature';
import { siteRoutes } from './sites.routes';

export const feature: Feature = { name: 'sites', routes: siteRoutes };
