import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { impactRoutes, path } from './impact.routes';

export { suggestCategory } from './category-words.rules';
export { categorize, loadImpact } from './impact.service';

const permissions = {
  EDIT_IMPACT: ['manager', 'administrator', 'support'],
  VIEW_IMPACT_UPDATE_REPORT: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

/** What food that was not thrown away has spared: factors, the categories of items, and sums of both. */
export const feature: Feature = {
  name: 'impact',
  permissions,
  routes: impactRoutes,
  nav: [{ menu: 'reporting', href: path, label: 'impact.items.title', order: 20, unlisted: true }],
};
