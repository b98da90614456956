import type { Feature } from '../../platform/feature';
import { permissions } from './baselines.permissions';
import { baselineRoutes } from './baselines.routes';
import { evaluateLocations } from './evaluation.service';
import { manageBaselineRoutes } from './manage-baselines.routes';

export { setManualBaseline, switchAutoBaseline } from './baseline.service';
export { findBaselineWeeks, findWeekStep, listBaselineWeeks } from './baseline-weeks.store';
export { readinessCriteria } from './readiness.contract';

export const feature: Feature = {
  name: 'baselines',
  permissions,
  routes: [...baselineRoutes, ...manageBaselineRoutes],
  onWeeksChanged: evaluateLocations,
};
