import type { Feature } from '../../platform/feature';
import { baselineRoutes } from './baselines.routes';
import { evaluateLocations } from './evaluation.service';
import { manageBaselineRoutes } from './manage-baselines.routes';

export { baselineOf, chooseBaseline, judgeWeeks, type BaselineFigures, type JudgedWeek, type WeekFigures } from './baseline.rules';
export {
  acceptBaseline, proposeBaseline, rebaseBaseline, rejectBaseline, setManualBaseline, switchAutoBaseline, type ManualBaseline,
} from './baseline.service';
import { permissions } from './baselines.permissions';
export { readinessCriteria, readinessIssues, type ReadinessIssue } from './readiness.contract';

export const feature: Feature = {
  name: 'baselines',
  permissions,
  routes: [...baselineRoutes, ...manageBaselineRoutes],
  onWeeksChanged: evaluateLocations,
};
