import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { reviewsOfPerson } from './access-review.store';
import { userManagerRoutes } from './user-manager.routes';

const permissions = {
  VIEW_USER_MANAGEMENT_TOOLS: ['administrator'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'user-manager',
  permissions,
  routes: userManagerRoutes,
  nav: [
    { menu: 'configuration', href: '/user-manager', label: 'userManager.title', order: 6 },
    { menu: 'configuration', href: '/user-manager/new', label: 'userManager.invite', order: 6.1, unlisted: true },
    { menu: 'configuration', href: '/user-manager/bulk', label: 'userManager.sheet.title', order: 6.2, unlisted: true },
    {
      menu: 'configuration',
      href: '/user-manager/reviews',
      label: 'userManager.reviews.title',
      order: 6.3,
      unlisted: true,
    },
  ],
  personalData: reviewsOfPerson,
};
