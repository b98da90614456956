import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { contestRoutes } from './contests.routes';
import { leaderboardCalls } from './leaderboard-calls.routes';
import { leaderboardRoutes } from './leaderboard.routes';

const permissions = {
  EDIT_CONTESTS: ['manager', 'administrator', 'support'],
  VIEW_LEADERBOARD: ['viewer', 'manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'leaderboard',
  permissions,
  routes: [...leaderboardRoutes, ...contestRoutes, ...leaderboardCalls],
  nav: [
    { menu: 'prevention', href: '/leaderboard', label: 'leaderboard.title', order: 1, needs: 'VIEW_LEADERBOARD' },
    {
      menu: 'prevention',
      href: '/leaderboard/contests/new',
      label: 'leaderboard.contest.newTitle',
      order: 7,
      unlisted: true,
    },
    { menu: 'prevention', href: '/leaderboard/sites', label: 'leaderboard.sites.title', order: 8, unlisted: true },
  ],
};
