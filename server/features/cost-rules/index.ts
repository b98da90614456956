import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { costRuleRoutes } from './cost-rules.routes';
import { recostJobs } from './recost.jobs';

const permissions = {
  VIEW_COST_RULES: ['administrator'],
  EDIT_COST_RULES: ['administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'cost-rules',
  permissions,
  routes: costRuleRoutes,
  jobs: recostJobs,
};
