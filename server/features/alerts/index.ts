import type { Feature } from '../../platform/feature';
import type { PermissionRoles } from '../../platform/permissions';
import { ownOutboxChannels } from './alert-channels';
import { alertPage } from './alert-pages.routes';
import { alertJobs } from './alerts.jobs';
import { alertRoutes } from './alerts.routes';
import { deliveryRoutes } from './delivery.routes';
import { alertsOfPerson } from './personal-data.store';
import { alertChecks } from './standing.service';
import { unsubscribeRoutes } from './unsubscribe.routes';

export { alertBody } from './alerts.contract';
export { fireAlerts } from './firing.service';
export { followMergedValue } from './merged-values.store';
export { changeNotificationsOf, changeOwnNotifications, createAlert } from './alerts.service';
export { listNotificationsOf } from './alerts.store';
export { type AlertTerms, alertKeyOf, alertTermsOf } from './location-alerts.rules';
export { changeLocationAlerts } from './location-alerts.service';
export { listLocationAlerts } from './location-alerts.store';

const permissions = {
  EDIT_NOTIFICATIONS: ['manager', 'administrator', 'support'],
} satisfies PermissionRoles;

declare module '../../platform/permissions' {
  interface Permissions extends Record<keyof typeof permissions, true> {}
}

export const feature: Feature = {
  name: 'alerts',
  permissions,
  /** Made anew for each application, as their records follow the channels that are offered. */
  get routes() {
    return [alertPage(), ...alertRoutes(), ...deliveryRoutes(), ...unsubscribeRoutes];
  },
  nav: [
    {
      menu: 'prevention',
      href: '/alerts',
      label: 'alerts.nav',
      order: 4,
      needs: 'VIEW_BASE_LPO_PAGE',
      anyOrganisation: true,
    },
  ],
  jobs: alertJobs,
  channels: ownOutboxChannels(),
  outboxChecks: alertChecks,
  personalData: alertsOfPerson,
};
