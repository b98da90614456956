import type { Feature } from '../../platform/feature';
import { permissions } from './cost-rules.permissions';
import { costRuleRoutes } from './cost-rules.routes';
import { recostJobs } from './recost.jobs';

export const feature: Feature = {
  name: 'cost-rules',
  permissions,
  routes: costRuleRoutes,
  jobs: recostJobs,
};
