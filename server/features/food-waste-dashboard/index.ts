import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { foodWasteRoutes } from './food-waste.routes';

export { listFoodWaste, loadFoodWaste } from './food-waste.service';

const permissions = {
  VIEW_NEW_FOOD_WASTE_DASHBOARD: ['viewer', 'manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'food-waste-dashboard',
  permissions,
  routes: foodWasteRoutes,
  nav: [
    {
      menu: 'reporting',
      href: '/food-waste-dashboard',
      label: 'foodWaste.title',
      order: 1,
      needs: 'VIEW_NEW_FOOD_WASTE_DASHBOARD',
    },
  ],
};
