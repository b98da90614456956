import type { Feature } from '../../platform/feature';
import { permissions } from './hierarchies.permissions';
import { hierarchyRoutes } from './hierarchies.routes';
import { mergeJobs } from './merges.jobs';
import { proposalRoutes } from './proposals.routes';

export const feature: Feature = {
  name: 'hierarchies',
  permissions,
  routes: [...hierarchyRoutes, ...proposalRoutes],
  jobs: mergeJobs,
};
