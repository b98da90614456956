import type { Feature } from '../../platform/feature';
import { contestRoutes } from './contests.routes';
import { leaderboardCalls } from './leaderboard-calls.routes';
import { permissions } from './leaderboard.permissions';
import { leaderboardRoutes } from './leaderboard.routes';

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
