import type { Feature } from '../../platform/feature';
import { defineJob, noPayload } from '../../platform/jobs/define-job';
import type { PermissionRoles } from '../../platform/permissions';
import { adapterRoutes } from './adapters.routes';
import { runJob } from './run.job';
import { performRun, startScheduled } from './runs.service';

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
  jobs: [
    defineJob({
      ...runJob,
      expireInSeconds: 300,
      concurrency: 2,
      run: (of, resources) => performRun(resources, of),
    }),
    defineJob({
      name: 'menu-adapters.schedule',
      payload: noPayload,
      folded: true,
      cron: '*/5 * * * *',
      atStart: {},
      run: (_payload, resources) => startScheduled(resources),
    }),
  ],
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
