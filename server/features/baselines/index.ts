import type { Feature } from '../../platform/feature';
import { permissions } from './baselines.permissions';
import { baselineRoutes } from './baselines.routes';
import { manageBaselineRoutes } from './manage-baselines.routes';

export const feature: Feature = {
  name: 'baselines',
  permissions,
  routes: [...baselineRoutes, ...manageBaselineRoutes],
};
