import type { Feature } from '../../platform/feature';
import { hierarchyRoutes } from './hierarchies.routes';
import { permissions } from './hierarchies.permissions';
import { mergeJobs } from './merges.jobs';

export const feature: Feature = { name: 'hierarchies', permissions, routes: hierarchyRoutes, jobs: mergeJobs };
