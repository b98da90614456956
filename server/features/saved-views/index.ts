import type { Feature } from '../../platform/feature';
import { savedViewRoutes } from './saved-views.routes';
import { savedViewsOfPerson } from './saved-views.store';

export const feature: Feature = {
  name: 'saved-views',
  routes: savedViewRoutes,
  nav: [{ menu: 'account', href: '/saved-views', label: 'savedViews.title', order: 9, unlisted: true }],
  personalData: savedViewsOfPerson,
};
