import type { Feature } from '../../platform/feature';
import { goalCalls } from './goal-calls.routes';
import { permissions } from './goals.permissions';
import { goalRoutes } from './goals.routes';
import { goalsOfPerson } from './personal-data.store';
export { listGoalRows } from './goal-list.service';
export { countReached } from './goal-standings.service';
export { createMissingGoals } from './goals.service';
export { countActiveGoals, followMergedGoals, listFirstGoals, listOwners, listRunningAt } from './goals.store';

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
