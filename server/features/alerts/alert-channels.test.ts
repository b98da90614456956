// @databases both
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addLocation, addSite } from '../../../tests/support/factories';
import { withOwnClock, type ClockedApp } from '../../../tests/support/other-app';
import { newOrganisation, newPerson, signedInAs } from '../../../tests/support/people';
import { testApp, testNow } from '../../../tests/support/test-app';
import { ingestEvents } from '../../domain/events/ingest.service';
import { defineChannel } from '../../platform/outbox/define-channel';
import { createOutbox } from '../../platform/outbox/outbox';
import { addAlertChannel } from './alert-channels';
import { sendDigests } from './digest.service';
import { alertChecks } from './standing.service';

const called: { url: string; body: string }[] = [];
/** Who has no hook. */
const unhooked = new Set<number>();

const hookOutbox = defineChannel({
  name: 'test.alert-hook',
  payload: z.object({ url: z.string(), body: z.string() }),
  targetOf: ({ url }) => url,
  maxAttempts: 3,
  backOffMs: () => 1_000,
  concurrency: 2,
  perTarget: 1,
  timeoutMs: 5_000,
  async deliver({ payload }) {
    called.push(payload);
  },
});

/** All that a third channel is. */
const declareHook = () =>
  addAlertChannel({
    name: 'TEST_HOOK',
    outboxChannel: hookOutbox.name,
    addressOf: ({ userId }) => (unhooked.has(userId) ? null : `https://hook.example/${userId}`),
    render: {
      IMMEDIATE: ({ firings }) => firings.map(({ alert }) => alert.name).join(),
      DAILY: ({ alerts }) => alerts.map(({ alert, count }) => `${alert.name}: ${count}`).join(),
    },
    post: (trx, outbox, { address, content, ...item }) =>
      outbox.post(trx, hookOutbox, { ...item, payload: { url: address, body: content } }),
  });

let app: ClockedApp;
let remove: () => void;
let orgId: number;
let locationId: number;
let alertId: number;
let manager: Awaited<ReturnType<typeof signedInAs>>;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  remove = declareHook();
});
afterAll(() => remove());

beforeEach(async () => {
  called.length = 0;
  app.clock.set(testNow);
  orgId = await newOrganisation(app, { currencyCode: 'EUR', timeZone: 'Europe/Berlin' });
  const siteId = await addSite(app, { organisationId: orgId });
  locationId = await addLocation(app, { organisationId: orgId, siteId });
  manager = await signedInAs(app, { organisationId: orgId, permissions: ['EDIT_NOTIFICATIONS', 'EDIT_TRANSACTIONS'] });
  const { body } = await manager.post(`/rest/v1/alert/participant/${orgId}/alert`).send({
    alertName: 'Heavy',
    alertDesc: 'Two kilograms or more',
    siteId: 0,
    locationId: 0,
    deviceId: 0,
    alertCompType: 'netWeightAmount',
    alertOperator: 'GE',
    alertCompValue: 2,
    alertUnitId: 12,
  });
  alertId = body.alertId as number;
});

const choose = async (userId: number, choice: object) => {
  const { status, text } = await manager
    .put(`/rest/v1/alert/participant/${orgId}/alert/${alertId}/emailNotifications`)
    .send([{ alertId, notifyUserId: userId, notifyEmail: false, ...choice }]);
  expect([status, text]).toEqual([204, '']);
};

const notificationOf = (userId: number) =>
  app.db
    .selectFrom('alert_notification')
    .selectAll()
    .where('alert_id', '=', alertId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();

/** Somebody who has the channel beside what the published calls name. */
async function hooked({ frequency = 'IMMEDIATE', ...choice }: Record<string, unknown> = {}) {
  const person = await newPerson(app, { organisationId: orgId, permissions: ['VIEW_BASE_LPO_PAGE'] });
  await choose(person.userId, choice);
  const { id } = await notificationOf(person.userId);
  await app.db
    .insertInto('alert_notification_channel')
    .values({
      organisation_id: orgId,
      notification_id: id,
      channel: 'TEST_HOOK',
      frequency: frequency as string,
      since: app.clock.now(),
    })
    .execute();
  return { ...person, notificationId: id };
}

const weigh = (times = 1) =>
  app.db.transaction().execute((trx) =>
    ingestEvents(
      trx,
      { organisationId: orgId, origin: 'API', clock: app.clock, domain: app.resources.domain },
      Array.from({ length: times }, () => ({
        clientEventUuid: randomUUID(),
        locationId,
        occurredAt: app.clock.now(),
        stageId: 8,
        grossGrams: 2_345,
        tareGrams: 0,
        enteredValue: 2.345,
        enteredUnit: 'kg',
        estimated: false,
      })) as never,
    ),
  );

/** By a process that knows the channel. */
async function send(): Promise<void> {
  await app.runJobs();
  const { database, log } = app.resources;
  await createOutbox({ database, log, channels: [hookOutbox], checks: alertChecks }).runDue(app.resources);
}

const deliveries = () =>
  app.db
    .selectFrom('alert_delivery')
    .select(['user_id', 'channel', 'frequency'])
    .where('organisation_id', '=', orgId)
    .orderBy('channel')
    .execute();

const channelsOf = async (notificationId: number) =>
  Object.fromEntries(
    (
      await app.db
        .selectFrom('alert_notification_channel')
        .select(['channel', 'frequency', 'unsubscribed_at'])
        .where('organisation_id', '=', orgId)
        .where('notification_id', '=', notificationId)
        .orderBy('channel')
        .execute()
    ).map((row) => [row.channel, row.unsubscribed_at === null ? row.frequency : 'ended']),
  );

describe('a third channel, by its declaration alone', () => {
  it('tells of an alert once, however often jobs and outbox run', async () => {
    const { userId } = await hooked();
    await weigh();
    await send();
    await app.db.updateTable('alert_firing').set({ pending: true }).where('organisation_id', '=', orgId).execute();
    await send();
    expect(called).toEqual([{ url: `https://hook.example/${userId}`, body: 'Heavy' }]);
    expect(await deliveries()).toEqual([{ user_id: userId, channel: 'TEST_HOOK', frequency: 'IMMEDIATE' }]);
    const { body } = await manager.get('/rest/v1/alert/deliveries?channel=TEST_HOOK');
    expect(body.deliveries).toMatchObject([{ notifyUserId: userId, channel: 'TEST_HOOK', state: 'SENT' }]);
  });

  it('tells once of several that waited together, beside a mail of the same', async () => {
    const { userId } = await hooked({ notifyEmail: true });
    await weigh(2);
    await send();
    await send();
    expect(called).toEqual([{ url: `https://hook.example/${userId}`, body: 'Heavy,Heavy' }]);
    const mails = await app.db
      .selectFrom('outbox')
      .select('state')
      .where('organisation_id', '=', orgId)
      .where('channel', '=', 'mail')
      .execute();
    expect(mails).toHaveLength(1);
  });

  it('summarizes a day for whoever wants that, beside the summary by mail', async () => {
    const { userId } = await hooked({ notifyEmail: true, notifyFreqCode: 'DAILY', frequency: 'DAILY' });
    app.clock.set('2026-03-18T12:30:00Z');
    await weigh(2);
    await send();
    expect(called).toEqual([]);
    app.clock.set('2026-03-19T06:00:00Z');
    await sendDigests(app.resources);
    await sendDigests(app.resources);
    await send();
    expect(called).toEqual([{ url: `https://hook.example/${userId}`, body: 'Heavy: 2' }]);
    expect((await deliveries()).map(({ channel }) => channel)).toEqual(['EMAIL', 'EMAIL', 'TEST_HOOK', 'TEST_HOOK']);
  });

  it('tells nobody who lacks what it needs, or is muted', async () => {
    unhooked.add((await hooked()).userId);
    const { notificationId } = await hooked();
    await manager.put(`/rest/v1/alert/subscriptions/${notificationId}`).send({ muted: true });
    await weigh();
    await send();
    expect([called, await deliveries()]).toEqual([[], []]);
  });

  it('stays with a person who changes what the published calls name, in the frequency that they choose', async () => {
    const { userId, notificationId } = await hooked({ notifyEmail: true });
    await choose(userId, { notifyEmail: false, notifyPush: true, notifyFreqCode: 'DAILY' });
    expect(await channelsOf(notificationId)).toEqual({ PUSH: 'IMMEDIATE', TEST_HOOK: 'DAILY' });
    await manager.put(`/rest/v1/alert/subscriptions/${notificationId}`).send({ notifyFreqCode: 'IMMEDIATE' });
    expect(await channelsOf(notificationId)).toEqual({ PUSH: 'IMMEDIATE', TEST_HOOK: 'IMMEDIATE' });
  });

  it('takes no name and no place in the outbox that another has', () => {
    expect(declareHook).toThrow('TEST_HOOK (test.alert-hook) is taken');
  });
});

describe('the build before, which knows two columns,', () => {
  const columns = async (userId: number) => {
    const { notify_email, notify_push, frequency, unsubscribed_at } = await notificationOf(userId);
    return [notify_email, notify_push, frequency, unsubscribed_at !== null];
  };

  it('reads what this one writes', async () => {
    const { userId, notificationId } = await hooked({ notifyEmail: true, notifyFreqCode: 'DAILY' });
    expect(await columns(userId)).toEqual([true, false, 'DAILY', false]);
    await app.db
      .updateTable('alert_notification_channel')
      .set({ unsubscribed_at: app.clock.now() })
      .where('notification_id', '=', notificationId)
      .where('channel', '=', 'EMAIL')
      .execute();
    expect(await columns(userId)).toEqual([false, false, 'DAILY', true]);
    await choose(userId, { notifyPush: true, notifyFreqCode: 'IMMEDIATE' });
    expect(await columns(userId)).toEqual([false, true, 'IMMEDIATE', false]);
  });

  it.each([
    [
      { notify_email: true, notify_push: true },
      { EMAIL: 'IMMEDIATE', PUSH: 'IMMEDIATE' },
    ],
    [{ notify_email: true, frequency: 'DAILY' }, { EMAIL: 'DAILY' }],
    [{ notify_email: false, unsubscribed_at: new Date(testNow) }, { EMAIL: 'ended' }],
    [{ notify_email: false }, {}],
    [{ muted_at: new Date(testNow) }, { EMAIL: 'IMMEDIATE' }],
  ])('writes %j, which this one reads', async (change, wanted) => {
    const { userId, notificationId } = await hooked({ notifyEmail: true });
    await app.db.updateTable('alert_notification').set(change).where('id', '=', notificationId).execute();
    expect(await channelsOf(notificationId)).toEqual({ ...wanted, TEST_HOOK: 'IMMEDIATE' });
    const { body } = await manager.get(`/rest/v1/alert/subscriptions?limit=200`);
    expect(body.subscriptions).toMatchObject([
      { notifyUserId: userId, notifyEmail: 'EMAIL' in wanted && wanted.EMAIL !== 'ended' },
    ]);
  });

  it('makes a notification anew, which this one reads', async () => {
    const { userId } = await newPerson(app, { organisationId: orgId });
    const at = { frequency_since: app.clock.now(), created_at: app.clock.now(), updated_at: app.clock.now() };
    const { id } = await app.db
      .insertInto('alert_notification')
      .values({ organisation_id: orgId, alert_id: alertId, user_id: userId, notify_push: true, ...at })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await channelsOf(id)).toEqual({ PUSH: 'IMMEDIATE' });
  });
});
