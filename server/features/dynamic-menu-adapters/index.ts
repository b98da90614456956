import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { adapterJobs } from './adapter.jobs';
import { adapterRoutes } from './adapters.routes';

const permissions = {
  VIEW_DYNAMIC_MENU_ACCOUNT_MANAGER: [],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

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
