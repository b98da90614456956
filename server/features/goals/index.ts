import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { goalCalls } from './goal-calls.routes';
import { goalRoutes } from './goals.routes';
import { goalsOfPerson } from './personal-data.store';
export { listGoalRows } from './goal-list.service';
export { countReached, loadGoalResults } from './goal-standings.service';
export { createMissingGoals } from './goals.service';
export { countActiveGoals, followMergedGoals, listFirstGoals, listOwners, listRunningAt } from './goals.store';

const permissions = {
  EDIT_GOALS: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'goals',
  permissions,
  routes: [...goalRoutes, ...goalCalls],
  nav: [
    { menu: 'prevention', href: '/goals', label: 'goals.nav', order: 2, needs: 'VIEW_BASE_LPO_PAGE' },
    { menu: 'prevention', href: '/goals/new', label: 'goals.add', order: 5, unlisted: true },
  ],
  personalData: goalsOfPerson,
};
