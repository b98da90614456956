import { z } from 'zod';
import type { ActingPersonally } from '../../platform/acting';
import { fail } from '../../platform/errors';
import { defineCall, reply, type Context, type Route } from '../../platform/http/define-route';
import { covers } from '../../platform/permissions';
import {
  alert,
  alertBody,
  alertNotification,
  alertParams,
  alertSaved,
  alertsQuery,
  notificationsOfAlert,
  organisationUser,
  orgParams,
  ownNotifications,
  ownNotificationsQuery,
  participantAlertParams,
  participantParams,
} from './alerts.contract';
import { changeAlert, changeNotifications, changeOwnNotifications, createAlert, deleteAlert } from './alerts.service';
import { listAlerts, listNotifications, listOrganisationUsers, seesAlert } from './alerts.store';

const editing = 'EDIT_NOTIFICATIONS';

const mayEdit = ({ actor }: ActingPersonally) => covers(actor.permissions, editing);

/** Alerts may be read by whoever is signed in, those of another organisation by whoever may change them there. @throws 404 */
export async function reading(
  { actor, actingIn }: Context,
  organisationId: number | undefined,
): Promise<ActingPersonally> {
  const acting = await actingIn(organisationId);
  if (acting.scope.organisationId !== actor.organisation.id && !mayEdit(acting)) throw fail.notFound('errors.notFound');
  return acting;
}

export const alertRoutes = (): Route[] => [
  defineCall({
    method: 'get',
    path: '/participant/:orgId/lpoUsers',
    access: editing,
    opens: { programs: true },
    params: orgParams,
    answer: z.array(organisationUser),
    summary: 'List the members of an organization, by name.',
    handle: async ({ params }, { db, actingIn }) =>
      reply.json(await listOrganisationUsers(db, (await actingIn(params.orgId)).scope)),
  }),

  defineCall({
    method: 'get',
    path: '/alert/participant/:orgId',
    access: 'signed-in',
    opens: { programs: true },
    params: orgParams,
    query: alertsQuery,
    answer: z.array(alert()),
    summary:
      'List the alerts of an organization by name, each with what the caller is notified of. With a site, lists the alerts for it, including those for all sites. A search covers names, descriptions, places and values.',
    async handle({ params, query }, context) {
      const acting = await reading(context, params.orgId);
      return reply.json(await listAlerts(context.db, { ...acting, mayEdit: mayEdit(acting) }, query));
    },
  }),

  defineCall({
    method: 'post',
    path: '/alert/participant/:participantId/alert',
    access: editing,
    params: participantParams,
    body: alertBody,
    answer: alertSaved,
    summary: 'Create an alert.',
    handle: async ({ params, body }, { actingIn }) =>
      reply.json(await createAlert(await actingIn(params.participantId), body)),
  }),

  defineCall({
    method: 'put',
    path: '/alert/participant/:participantId/alert/:alertId',
    access: editing,
    params: participantAlertParams,
    body: alertBody,
    answer: alertSaved,
    summary: 'Update an alert. With the version that was changed, returns 409 if someone else has changed it since.',
    handle: async ({ params, body }, { actingIn }) =>
      reply.json(await changeAlert(await actingIn(params.participantId), { alertId: params.alertId, body })),
  }),

  defineCall({
    method: 'delete',
    path: '/alert/participant/:orgId/alert/:alertId',
    access: editing,
    params: alertParams,
    answerType: 'none',
    summary: 'Delete an alert. Its past events are kept.',
    handle: async ({ params }, { actingIn }) => reply.empty(deleteAlert(await actingIn(params.orgId), params.alertId)),
  }),

  defineCall({
    method: 'get',
    path: '/alert/participant/:orgId/alert/:alertId/emailNotifications',
    access: editing,
    opens: { programs: true },
    params: alertParams,
    answer: z.array(alertNotification()),
    summary: 'List who is or was notified of an alert, by name, without users who left.',
    async handle({ params }, { db, actingIn }) {
      const { scope } = await actingIn(params.orgId);
      if (!(await seesAlert(db, scope, params.alertId))) throw fail.notFound('alertErrors.unknownAlert');
      return reply.json(await listNotifications(db, scope, params.alertId));
    },
  }),

  defineCall({
    method: 'put',
    path: '/alert/participant/:orgId/alert/:alertId/emailNotifications',
    access: editing,
    params: alertParams,
    body: notificationsOfAlert(),
    answerType: 'none',
    summary: 'Set who is notified of an alert. Users not listed stay as they are.',
    handle: async ({ params, body }, { actingIn }) =>
      reply.empty(changeNotifications(await actingIn(params.orgId), { alertId: params.alertId, changes: body })),
  }),

  defineCall({
    method: 'put',
    path: '/alert/notification',
    access: 'signed-in',
    query: ownNotificationsQuery,
    body: ownNotifications(),
    answerType: 'none',
    summary: 'Set what the caller is notified of. Uses the caller’s own organization unless the query names another.',
    handle: async ({ query, body }, context) =>
      reply.empty(changeOwnNotifications(await reading(context, query.organisationId), body)),
  }),
];
