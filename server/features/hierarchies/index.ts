import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { hierarchyRoutes } from './hierarchies.routes';
import { mergeJobs } from './merges.jobs';
import { proposalRoutes } from './proposals.routes';

const permissions = {
  EDIT_HIERARCHIES: ['administrator'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'hierarchies',
  permissions,
  routes: [...hierarchyRoutes, ...proposalRoutes],
  jobs: mergeJobs,
};
