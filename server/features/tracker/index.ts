import type { Feature } from '../../platform/feature';
import { trackerRoutes } from './tracker.routes';

export const feature: Feature = {
  name: 'tracker',
  routes: trackerRoutes,
  nav: [{ menu: 'configuration', href: '/tracker', label: 'tracker.title', order: 4.2, unlisted: true }],
};
