import { defineExample } from '../../../tests/support/example';
import { newPerson } from '../../../tests/support/people';
import { keyOfFiring } from './outbox-keys.rules';
import { unsubscribeToken as tokenOf } from './unsubscribe-token';

const weighed = {
  alertOperator: 'GE',
  alertCompType: 'netWeightAmount',
  alertCompValue: 2,
  alertUnitId: 12,
  refAttribs: [],
};

export const example = defineExample({
  async records(app, { organisationId, siteId, locationId, mark }) {
    const { db, clock } = app;
    const now = clock.now();
    const { id: alertId } = await db
      .insertInto('alert')
      .values({
        organisation_id: organisationId,
        name: `${mark} alert`.slice(0, 50),
        description: `${mark} description`,
        site_id: siteId,
        location_id: locationId,
        comp_type: 'netWeightAmount',
        operator: 'GE',
        value: 0.5,
        unit_id: 12,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('alert_set')
      .values({ organisation_id: organisationId, alerts: 1 })
      .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet({ alerts: 1 }))
      .execute();
    const event = await db
      .selectFrom('waste_event')
      .select(['id', 'occurred_at'])
      .where('organisation_id', '=', organisationId)
      .where('location_id', '=', locationId)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const { userId } = await newPerson(app, { organisationId });
    const { id: alertNotificationId } = await db
      .insertInto('alert_notification')
      .values({
        organisation_id: organisationId,
        alert_id: alertId,
        user_id: userId,
        frequency_since: now,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('alert_notification_channel')
      .values({
        organisation_id: organisationId,
        notification_id: alertNotificationId,
        channel: 'EMAIL',
        frequency: 'IMMEDIATE',
        since: now,
      })
      .execute();
    const { id: firingId } = await db
      .insertInto('alert_firing')
      .values({
        organisation_id: organisationId,
        alert_id: alertId,
        event_id: event.id,
        occurred_at: event.occurred_at,
        fired_at: now,
        pending: false,
      })
      .onConflict((conflict) =>
        conflict.columns(['organisation_id', 'event_id', 'alert_id']).doUpdateSet({ pending: false }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    const key = keyOfFiring({ organisationId, firingId, userId });
    await db
      .insertInto('outbox')
      .values({
        channel: 'mail',
        key,
        organisation_id: organisationId,
        target: 'nobody@tare.test',
        payload: JSON.stringify({
          to: 'nobody@tare.test',
          subject: 'Example',
          text: 'An example',
          html: '<p>An example</p>',
        }),
        state: 'parked',
        parked_at: now,
        next_try_at: now,
        created_at: now,
        last_error: 'the mailbox is full',
      })
      .execute();
    const { id: deliveryId } = await db
      .insertInto('alert_delivery')
      .values({
        organisation_id: organisationId,
        firing_id: firingId,
        user_id: userId,
        channel: 'EMAIL',
        frequency: 'IMMEDIATE',
        outbox_channel: 'mail',
        outbox_key: key,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const unsubscribeToken = tokenOf(app.resources.signer, { organisationId, userId, about: { alertIds: [alertId] } });
    return {
      unsubscribeToken,
      orgId: organisationId,
      participantId: organisationId,
      alertId,
      alertNotificationId,
      deliveryId,
    };
  },

  async *changes({ alertId, siteId, locationId }, { db }) {
    const place = { siteId, locationId, deviceId: 0 };
    const made = yield {
      route: 'post /rest/v1/alert/participant/:participantId/alert',
      body: { alertName: 'Heavy', alertDesc: 'Two kilograms or more', ...place, ...weighed },
    };
    yield {
      route: 'put /rest/v1/alert/participant/:participantId/alert/:alertId',
      body: { alertName: 'Heavier', alertDesc: 'Three', ...place, ...weighed, alertCompValue: 3 },
    };
    yield { route: 'put /rest/v1/alert/notification', body: [{ alertId, notifyEmail: true }] };
    yield { route: 'post /rest/v1/alert/deliveries/:deliveryId/resend', shown: false };
    const { user_id: userId } = await db
      .selectFrom('alert_notification')
      .select('user_id')
      .where('alert_id', '=', alertId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    yield {
      route: 'put /rest/v1/alert/participant/:orgId/alert/:alertId/emailNotifications',
      body: [{ alertId, notifyUserId: userId, notifyEmail: false }],
    };
    yield {
      route: 'put /rest/v1/alert/subscriptions/:alertNotificationId',
      body: { muted: true, notifyFreqCode: 'DAILY' },
    };
    yield { route: 'post /rest/v1/alert/participant/:orgId/preview', body: { ...place, ...weighed }, shown: false };
    yield { route: 'delete /rest/v1/alert/participant/:orgId/alert/:alertId', values: { alertId: made.body.alertId } };
  },

  unshown: {
    alert_set: 'tells that alerts were changed, with the change itself',
    alert_firing: 'read anew each time',
    alert_delivery: 'read anew each time',
    alert_digest: 'tells that a summary was made',
  },
});
