import type { Feature } from '../../platform/feature';
import { adapterJobs } from './adapter.jobs';
import { adapterRoutes } from './adapters.routes';
import { permissions } from './menu-adapters.permissions';

export const feature: Feature = {
  name: 'dynamic-menu-adapters',
  permissions,
  routes: adapterRoutes,
  jobs: adapterJobs,
  nav: [
    { menu: 'ccmTools', href: '/dynamic-menu-adapters', label: 'menuAdapters.title', order: 18, anyOrganisation: true },
    {
      menu: 'ccmTools',
      href: '/dynamic-menu-adapters/new',
      label: 'menuAdapters.newTitle',
      order: 18.1,
      unlisted: true,
    },
  ],
};
