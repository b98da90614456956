import type { Feature } from '../../platform/feature';
import { forecastRoutes } from './forecast.routes';

export const feature: Feature = {
  name: 'forecast',
  routes: forecastRoutes,
  nav: [
    {
      menu: 'reporting',
      unlisted: true,
      href: '/food-waste-dashboard/forecast',
      label: 'forecast.title',
      order: 1.1,
    },
  ],
};
