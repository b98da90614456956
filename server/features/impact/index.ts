import type { Feature } from '../../platform/feature';
import { permissions } from './impact.permissions';
import { impactRoutes, path } from './impact.routes';

export { suggestCategory } from './category-words.rules';
export { categorize, loadImpact } from './impact.service';

/** What food that was not thrown away has spared: factors, the categories of items, and sums of both. */
export const feature: Feature = {
  name: 'impact',
  permissions,
  routes: impactRoutes,
  nav: [{ menu: 'reporting', href: path, label: 'impact.items.title', order: 20, unlisted: true }],
};
