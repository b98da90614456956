import type { Feature } from '../../platform/feature';
import { permissions } from './hierarchies.permissions';
import { hierarchyRoutes } from './hierarchies.routes';
import { mergeJobs } from './merges.jobs';

export const feature: Feature = { name: 'hierarchies', permissions, routes: hierarchyRoutes, jobs: mergeJobs };
