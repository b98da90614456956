import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { enterpriseGoalCalls } from './enterprise-goal-calls.routes';
import { enterpriseGoalRoutes } from './enterprise-goals.routes';

export { listGoalsMeasuredAt } from './enterprise-goals.store';

const permissions = {
  VIEW_ENTERPRISE_GOALS: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'enterprise-goals',
  permissions,
  routes: [...enterpriseGoalRoutes, ...enterpriseGoalCalls],
  nav: [
    {
      menu: 'prevention',
      href: '/enterprise-goals',
      label: 'enterpriseGoals.title',
      order: 3,
      needs: 'VIEW_ENTERPRISE_GOALS',
    },
    {
      menu: 'prevention',
      href: '/enterprise-goals/new',
      label: 'enterpriseGoals.new.title',
      order: 6,
      unlisted: true,
    },
  ],
};
