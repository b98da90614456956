import type { Feature } from '../../platform/feature';
import { homeRoutes } from './home.routes';

export const feature: Feature = {
  name: 'home',
  routes: homeRoutes,
  nav: [{ menu: 'button', href: '/home', label: 'nav.home', order: 9, unlisted: true }],
};
