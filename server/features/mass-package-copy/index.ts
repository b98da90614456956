import type { Feature } from '../../platform/feature';
import { copyJobs } from './copy.jobs';
import { copyRoutes } from './copy.routes';

/** What a location is set up with, copied to many others. */
export const feature: Feature = {
  name: 'mass-package-copy',
  routes: copyRoutes,
  jobs: copyJobs,
  nav: [
    { menu: 'ccmTools', href: '/mass-package-copy', label: 'massPackageCopy.title', order: 12, anyOrganisation: true },
    {
      menu: 'ccmTools',
      href: '/mass-package-copy/new',
      label: 'massPackageCopy.newTitle',
      order: 12.1,
      unlisted: true,
    },
  ],
};
