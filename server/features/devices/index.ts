import type { Feature } from '../../platform/feature';
import { defineJob, noPayload } from '../../platform/jobs/define-job';
import type { PermissionRoles } from '../../platform/permissions';
import { addDays, localDateOf } from '../../platform/time';
import { deviceCallRoutes } from './device-calls.routes';
import { deviceRoutes } from './devices.routes';
import { fleetRoutes } from './fleet.routes';
import { removeDaysBefore } from './fleet.store';

export { addDevice, editDevice } from './devices.service';
export { replaceDevice } from './fleet-changes.service';
export { isInReplacement, listDeviceLocales, listReportedProfiles } from './fleet.store';

const permissions = {
  VIEW_DEVICE_MANAGER: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

/** For as long as what devices said of themselves is kept. */
const keptDays = 400;

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
  jobs: [
    defineJob({
      name: 'devices.purge-days',
      payload: noPayload,
      folded: true,
      cron: '23 3 * * *',
      run: (_payload, { database: { db }, clock }) =>
        removeDaysBefore(db, addDays(localDateOf(clock.now(), 'UTC'), -keptDays)),
    }),
  ],
};
