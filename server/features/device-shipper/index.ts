import type { Feature } from '../../platform/feature';
import { shipperRoutes } from './shipper.routes';

export const feature: Feature = {
  name: 'device-shipper',
  routes: shipperRoutes,
  nav: [
    { menu: 'ccmTools', href: '/device-shipper', label: 'deviceShipper.title', order: 15, anyOrganisation: true },
    { menu: 'ccmTools', href: '/device-shipper/new', label: 'deviceShipper.newTitle', order: 15.1, unlisted: true },
  ],
};
