import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { deviceCallRoutes } from './device-calls.routes';
import { deviceRoutes } from './devices.routes';
import { fleetJobs } from './fleet.jobs';
import { fleetRoutes } from './fleet.routes';

export { addDevice, editDevice } from './devices.service';
export { replaceDevice } from './fleet-changes.service';
export { isInReplacement, listDeviceLocales, listReportedProfiles } from './fleet.store';

const permissions = {
  VIEW_DEVICE_MANAGER: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'devices',
  permissions,
  routes: [...deviceRoutes, ...deviceCallRoutes, ...fleetRoutes],
  nav: [
    { menu: 'configuration', href: '/device-monitor', label: 'fleet.monitorTitle', order: 4 },
    {
      menu: 'configuration',
      href: '/device-monitor/new',
      label: 'fleet.newTitle',
      order: 4.1,
      unlisted: true,
    },
    {
      menu: 'configuration',
      href: '/device-monitor/claim',
      label: 'fleet.claim.title',
      order: 4.2,
      unlisted: true,
    },
    { menu: 'ccmTools', href: '/device-hub', label: 'fleet.hubTitle', order: 16, anyOrganisation: true },
    { menu: 'ccmTools', href: '/device-hub/new', label: 'fleet.newTitle', order: 16.1, unlisted: true },
    { menu: 'ccmTools', href: '/device-hub/claim', label: 'fleet.claim.title', order: 16.2, unlisted: true },
  ],
  jobs: fleetJobs,
};
