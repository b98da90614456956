import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { weightAccuracyRoutes } from './weight-accuracy.routes';
export { addNoteReferences } from './notes.store';

const permissions = {
  WEIGHT_ACCURACY: ['viewer', 'manager', 'administrator', 'support'],
  EDIT_CHECKWEIGHT: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'weight-accuracy',
  permissions,
  routes: weightAccuracyRoutes,
  nav: [
    {
      menu: 'reporting',
      href: '/weight-accuracy',
      label: 'weightAccuracy.title',
      order: 4,
      needs: 'VIEW_BASE_LPO_PAGE',
    },
  ],
};
