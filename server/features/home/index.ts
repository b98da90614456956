import type { Feature } from '../../platform/feature';
import { homeRoutes } from './home.routes';

export const feature: Feature = { name: 'home', routes: homeRoutes };
