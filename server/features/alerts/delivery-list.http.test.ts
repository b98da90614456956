import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { withOwnClock, type ClockedApp } from '../../../tests/support/other-app';
import { newOrganisation, newPerson, signedInAs } from '../../../tests/support/people';
import { openSmtpSink } from '../../../tests/support/smtp-sink';
import { testApp, testNow } from '../../../tests/support/test-app';
import { ingestEvents } from '../../domain/events/ingest.service';
import { settleDeliveries } from './delivery-list.store';

let app: ClockedApp;
let orgId: number;
let siteId: number;
let alertId: number;
let manager: Awaited<ReturnType<typeof signedInAs>>;

beforeAll(async () => {
  app = withOwnClock(await testApp());
});

beforeEach(async () => {
  app.clock.set(testNow);
  orgId = await newOrganisation(app);
  siteId = await addSite(app, { organisationId: orgId, name: 'Canteen' });
  manager = await signedInAs(app, { organisationId: orgId, permissions: ['EDIT_NOTIFICATIONS'] });
  const { body } = await manager.post(`/rest/v1/alert/participant/${orgId}/alert`).send({
    alertName: 'Heavy',
    alertDesc: 'Two kilograms or more',
    siteId,
    locationId: 0,
    deviceId: 0,
    alertCompType: 'netWeightAmount',
    alertOperator: 'GE',
    alertCompValue: 2,
    alertUnitId: 12,
  });
  alertId = body.alertId as number;
});

async function subscribed() {
  const person = await newPerson(app, { organisationId: orgId });
  await manager
    .put(`/rest/v1/alert/participant/${orgId}/alert/${alertId}/emailNotifications`)
    .send([{ alertId, notifyUserId: person.userId, notifyEmail: true }]);
  return person;
}

async function weigh(): Promise<void> {
  const locationId = await addLocation(app, { organisationId: orgId, siteId });
  await app.db.transaction().execute((trx) =>
    ingestEvents(trx, { organisationId: orgId, origin: 'API', clock: app.clock, domain: app.resources.domain }, [
      {
        clientEventUuid: randomUUID(),
        locationId,
        occurredAt: new Date('2026-03-18T11:00:00Z'),
        stageId: 8,
        grossGrams: 2_500,
        tareGrams: 0,
        enteredValue: 2.5,
        enteredUnit: 'kg',
        estimated: false,
      } as never,
    ]),
  );
  await app.runJobs();
}

/** Time has passed, and sessions have ended. */
const signInAgain = async () => {
  manager = await signedInAs(app, { organisationId: orgId, permissions: ['EDIT_NOTIFICATIONS'] });
};

const deliveries = async (query: object = {}) =>
  (await manager.get('/rest/v1/alert/deliveries').query(query)).body as {
    total: number;
    deliveries: Record<string, unknown>[];
  };
const deliver = (smtpUrl: string) =>
  app.resources.outbox.runDue({ ...app.resources, config: { ...app.resources.config, smtpUrl } });

/** So often refused that it is given up. */
async function refused(): Promise<void> {
  for (let hours = 0; hours < 6; hours += 1) {
    for (let minutes = 0; minutes < 60; minutes += 12) {
      app.clock.set(new Date(Date.parse(testNow) + (hours * 60 + minutes) * 60_000));
      await deliver('smtp://127.0.0.1:1');
    }
  }
}

describe('the deliveries', () => {
  it('are listed with their state, tries and last reason; what failed is sent again by hand', async () => {
    const person = await subscribed();
    await weigh();
    expect((await deliveries()).deliveries).toMatchObject([
      {
        alertId,
        alertName: 'Heavy',
        notifyUserId: person.userId,
        notifyEmailAddress: person.login,
        channel: 'EMAIL',
        notifyFreqCode: 'IMMEDIATE',
        state: 'WAITING',
        attempts: 0,
        lastError: null,
        siteName: 'Canteen',
      },
    ]);
    const { deliveryId } = (await deliveries()).deliveries[0] as { deliveryId: number };
    const resend = () => manager.post(`/rest/v1/alert/deliveries/${deliveryId}/resend`).send({});
    expect((await resend()).body.code).toBe('alertErrors.notFailed');
    await refused();
    await signInAgain();
    const failed = await deliveries({ state: 'FAILED' });
    expect(failed).toMatchObject({
      total: 1,
      deliveries: [{ attempts: 15, lastError: expect.stringContaining('ECONNREFUSED') }],
    });
    await settleDeliveries(app.db, app.clock.now());
    expect((await resend()).status).toBe(204);
    const sink = await openSmtpSink();
    await deliver(sink.url);
    await sink.close();
    expect(sink.to(person.login)).toHaveLength(1);
    expect(await deliveries({ state: 'SENT' })).toMatchObject({
      total: 1,
      deliveries: [{ deliveryId, lastError: null }],
    });
  });

  it('are not sent again to somebody who has left', async () => {
    const person = await subscribed();
    await weigh();
    await app.db
      .updateTable('outbox')
      .set({ state: 'parked', parked_at: app.clock.now(), attempts: 15 })
      .where('organisation_id', '=', orgId)
      .execute();
    const {
      deliveries: [failed],
    } = await deliveries({ state: 'FAILED' });
    await app.db.updateTable('identity.membership').set({ status: 'I' }).where('user_id', '=', person.userId).execute();
    const answer = await manager.post(`/rest/v1/alert/deliveries/${failed?.deliveryId as number}/resend`).send({});
    expect([answer.status, answer.body.code]).toEqual([409, 'alertErrors.noLongerTold']);
  });

  it('keep how they ended when the outbox has forgotten them', async () => {
    await subscribed();
    await weigh();
    const sink = await openSmtpSink();
    await deliver(sink.url);
    await sink.close();
    await settleDeliveries(app.db, app.clock.now());
    await app.db.deleteFrom('outbox').where('organisation_id', '=', orgId).execute();
    expect((await deliveries()).deliveries).toMatchObject([
      { state: 'SENT', attempts: 1, settledAt: testNow.replace('Z', '.000Z') },
    ]);
  });

  it('that nobody could send in a day are too old, and go out by hand', async () => {
    const person = await subscribed();
    await weigh();
    app.clock.set('2026-03-19T12:00:00Z');
    await signInAgain();
    const {
      deliveries: [late],
    } = await deliveries({ state: 'EXPIRED' });
    expect(late).toMatchObject({ state: 'EXPIRED', attempts: 0 });
    expect((await manager.post(`/rest/v1/alert/deliveries/${late?.deliveryId as number}/resend`).send({})).status).toBe(
      204,
    );
    const sink = await openSmtpSink();
    await deliver(sink.url);
    await sink.close();
    expect(sink.to(person.login)).toHaveLength(1);
  });

  it('are paged, found by words, and those of places out of sight are not shown', async () => {
    await Promise.all([subscribed(), subscribed(), subscribed()]);
    await weigh();
    expect(await deliveries({ limit: 2, page: 2 })).toMatchObject({ total: 3, page: 2, limit: 2, deliveries: [{}] });
    expect((await deliveries({ text: 'canTEEN' })).total).toBe(3);
    expect((await deliveries({ text: 'nowhere' })).total).toBe(0);
    const limited = await signedInAs(app, {
      organisationId: orgId,
      permissions: ['EDIT_NOTIFICATIONS'],
      restricted: true,
    });
    expect((await limited.get('/rest/v1/alert/deliveries')).body.total).toBe(0);
    const {
      deliveries: [one],
    } = await deliveries();
    expect((await limited.post(`/rest/v1/alert/deliveries/${one?.deliveryId as number}/resend`).send({})).status).toBe(
      404,
    );
  });
});

it('the deliveries of a channel that there is not are no empty list', async () => {
  const of = (channel: string) => manager.get('/rest/v1/alert/deliveries').query({ channel });
  expect((await of('PUSH')).status).toBe(200);
  const unknown = await of('FAX');
  expect([unknown.status, unknown.body]).toMatchObject([400, { fields: [{ field: 'channel', code: 'notOneOf' }] }]);
});

describe('the subscriptions', () => {
  it('are listed with how often their alert was raised, muted and moved to the summary', async () => {
    const person = await subscribed();
    await weigh();
    const list = async (query: object = {}) => (await manager.get('/rest/v1/alert/subscriptions').query(query)).body;
    const {
      subscriptions: [one],
    } = await list();
    expect(one).toMatchObject({
      alertId,
      alertName: 'Heavy',
      siteName: 'Canteen',
      locationName: null,
      notifyUserId: person.userId,
      notifyEmail: true,
      notifyFreqCode: 'IMMEDIATE',
      muted: false,
      reached: true,
      firings: 1,
      editable: true,
    });
    const change = (body: object, agent = manager) =>
      agent.put(`/rest/v1/alert/subscriptions/${one.alertNotificationId as number}`).send(body);
    expect((await change({ muted: true })).status).toBe(204);
    expect((await change({ notifyFreqCode: 'DAILY' })).status).toBe(204);
    expect(await list({ muted: 'true', notifyFreqCode: 'DAILY' })).toMatchObject({ total: 1 });
    expect(await list({ muted: 'false' })).toMatchObject({ total: 0 });
    expect((await change({})).status).toBe(400);
    const limited = await signedInAs(app, {
      organisationId: orgId,
      permissions: ['EDIT_NOTIFICATIONS'],
      restricted: true,
    });
    expect((await change({ muted: false }, limited)).status).toBe(404);
    await app.db.updateTable('identity.membership').set({ status: 'I' }).where('user_id', '=', person.userId).execute();
    expect((await list()).subscriptions).toMatchObject([{ reached: false, muted: true }]);
  });
});
