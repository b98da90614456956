import type { Feature } from '../../platform/feature';
import { defineJob, noPayload } from '../../platform/jobs/define-job';
import type { PermissionRoles } from '../../platform/permissions';
import { ownOutboxChannels } from './alert-channels';
import { alertPage } from './alert-pages.routes';
import { alertRoutes } from './alerts.routes';
import { alertsOfPerson } from './alerts.store';
import { settleDeliveries } from './delivery-list.store';
import { deliverJob } from './delivery.job';
import { deliveryRoutes } from './delivery.routes';
import { tellEverywhere, tellFirings } from './delivery.service';
import { sendDigests } from './digest.service';
import { alertChecks } from './standing.service';
import { unsubscribeRoutes } from './unsubscribe.routes';

export { alertBody } from './alerts.contract';
export { fireAlerts } from './firing.service';
export { followMergedValue } from './alert-changes.store';
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
  jobs: [
    defineJob({
      ...deliverJob,
      expireInSeconds: 900,
      run: ({ organisationId }, resources) => tellFirings(resources, organisationId),
    }),
    defineJob({
      name: 'alerts.sweep',
      payload: noPayload,
      folded: true,
      expireInSeconds: 900,
      cron: '* * * * *',
      async run(_payload, resources) {
        try {
          await tellEverywhere(resources);
        } finally {
          await settleDeliveries(resources.database.db, resources.clock.now());
        }
      },
    }),
    defineJob({
      name: 'alerts.digest',
      payload: noPayload,
      folded: true,
      expireInSeconds: 900,
      // Every zone's seven o'clock is the beginning of a quarter of an hour.
      cron: '*/15 * * * *',
      atStart: {},
      run: (_payload, resources) => sendDigests(resources),
    }),
  ],
  channels: ownOutboxChannels(),
  outboxChecks: alertChecks,
  personalData: alertsOfPerson,
};
