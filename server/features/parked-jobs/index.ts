import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { parkedJobRoutes } from './parked-jobs.routes';

const permissions = {
  VIEW_CONSOLE: ['support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'parked-jobs',
  permissions,
  routes: parkedJobRoutes,
  nav: [{ menu: 'ccmTools', href: '/parked-jobs', label: 'parkedJobs.title', order: 30, needs: 'VIEW_CCM_TOOLS_TAB' }],
};
