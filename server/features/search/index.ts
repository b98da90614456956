import type { Feature } from '../../platform/feature';
import { searchPath } from './search.contract';
import { searchRoutes } from './search.routes';

export const feature: Feature = {
  name: 'search',
  routes: searchRoutes,
  nav: [{ menu: 'button', href: searchPath, label: 'search.title', order: 0, icon: 'search', opens: 'search' }],
};
