// @databases both
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addLocation, addSite } from '../../../tests/support/factories';
import { withOwnClock, type ClockedApp } from '../../../tests/support/other-app';
import { newOrganisation, newPerson, signedInAs } from '../../../tests/support/people';
import { testApp, testNow } from '../../../tests/support/test-app';
import { ingestEvents } from '../../domain/events/ingest.service';
import { translator } from '../../platform/i18n/messages';
import { defineChannel } from '../../platform/outbox/define-channel';
import { createOutbox } from '../../platform/outbox/outbox';
import { addAlertChannel, alertChannel, ownOutboxChannels } from './alert-channels';
import { offeredChannels } from './alert-channels.rules';
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

/** All that a third channel is, beside its words: a line among those that are offered, */
const offered = offeredChannels as unknown as object[];
const hook = { name: 'TEST_HOOK', field: 'notifyTestHook', frequencies: ['IMMEDIATE', 'DAILY'] };

/** and how it tells somebody. */
const declareHook = () =>
  addAlertChannel({
    name: 'TEST_HOOK',
    outbox: hookOutbox,
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
  // Whoever shares the test app knows nothing of the channel: it is made first.
  const shared = await testApp();
  offered.push(hook);
  remove = declareHook();
  app = withOwnClock(shared);
});
afterAll(() => {
  remove();
  offered.splice(offered.indexOf(hook), 1);
});

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

/** Somebody for whom the channel was chosen beside others. */
async function hooked(choice: object = {}) {
  const person = await newPerson(app, { organisationId: orgId, permissions: ['VIEW_BASE_LPO_PAGE'] });
  await choose(person.userId, { notifyTestHook: true, ...choice });
  const { id } = await notificationOf(person.userId);
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

describe.each(offeredChannels)('$name', ({ name, field, frequencies, needs, whenOmitted }) => {
  const boxes = async (permissions: Parameters<typeof signedInAs>[1]['permissions']) => {
    const { text } = await (await signedInAs(app, { organisationId: orgId, permissions })).get('/alerts');
    const words = translator('en_US')(`alertChannels.${name}.choose`, { name: 'Heavy' });
    return text.split(`aria-label="${words}"`).length - 1;
  };

  it('has a box in each row, for whoever is offered it', async () => {
    expect(await boxes(needs ? [needs] : [])).toBe(1);
    expect(await boxes([])).toBe(needs ? 0 : 1);
  });

  it.each(['IMMEDIATE', 'DAILY'] as const)('is chosen %s by its field, kept as a row, and listed', async (wanted) => {
    const { userId } = await newPerson(app, { organisationId: orgId });
    await choose(userId, { [field]: true, notifyFreqCode: wanted });
    const { id } = await notificationOf(userId);
    expect(await channelsOf(id)).toEqual({ [name]: frequencies.includes(wanted) ? wanted : frequencies[0] });
    const told = { notifyUserId: userId, notifyEmail: false, notifyPush: false, [field]: true };
    const { body } = await manager.get('/rest/v1/alert/subscriptions?limit=200');
    expect(body.subscriptions).toMatchObject([told]);
    const { body: records } = await manager.get(
      `/rest/v1/alert/participant/${orgId}/alert/${alertId}/emailNotifications`,
    );
    expect(records).toMatchObject([told]);
  });

  it('means by a change that does not name it what its line says', async () => {
    const { userId } = await newPerson(app, { organisationId: orgId });
    const others = Object.fromEntries(offeredChannels.map((one) => [one.field, false]));
    await choose(userId, { ...others, [field]: true });
    const { id } = await notificationOf(userId);
    const { status } = await manager
      .put(`/rest/v1/alert/participant/${orgId}/alert/${alertId}/emailNotifications`)
      .send([{ alertId, notifyUserId: userId, ...others, [field]: undefined }]);
    expect(status).toBe(whenOmitted === 'reject' ? 400 : 204);
    expect(await channelsOf(id)).toEqual(whenOmitted === 'off' ? {} : { [name]: 'IMMEDIATE' });
  });

  it('tells people in the frequencies in which it is offered', () => {
    const channel = alertChannel(name);
    expect((['IMMEDIATE', 'DAILY'] as const).filter((one) => channel?.allows(one))).toEqual(frequencies);
  });
});

describe('a third channel, by its declaration alone', () => {
  it('has a column and a box on the page', async () => {
    const { text } = await (await signedInAs(app, { organisationId: orgId })).get('/alerts');
    expect(text).toMatch(/<th[^>]*>(<[^>]*>)*alertChannels\.TEST_HOOK\.label/);
    expect(text).toMatch(/<input type="checkbox"[^>]*aria-label="alertChannels\.TEST_HOOK\.choose"/);
  });

  it('is chosen by somebody for themselves, and told of by the same field', async () => {
    const person = await signedInAs(app, { organisationId: orgId });
    const own = async () =>
      ((await person.get(`/rest/v1/alert/participant/${orgId}`)).body as { userNotify: object }[])[0]?.userNotify;
    expect(await own()).toMatchObject({ notifyEmail: false, notifyPush: false, notifyTestHook: false });
    const sent = await person
      .put('/rest/v1/alert/notification')
      .send([{ alertId, notifyEmail: false, notifyTestHook: true }]);
    expect(sent.status).toBe(204);
    expect(await own()).toMatchObject({ notifyEmail: false, notifyPush: false, notifyTestHook: true });
    const wrong = await person
      .put('/rest/v1/alert/notification')
      .send([{ alertId, notifyEmail: false, notifyTestHook: 'yes' }]);
    expect(wrong.status).toBe(400);
  });

  it('stands in the description of the calls', async () => {
    const { text } = await manager.get('/rest/v1/openapi.json');
    expect(text).toContain('"notifyTestHook"');
  });

  it('brings its own outbox channel', () => {
    expect(ownOutboxChannels()).toContain(hookOutbox);
  });

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
    const { userId } = await hooked({ notifyEmail: true, notifyFreqCode: 'DAILY' });
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

  it('is offered, and tells people in each frequency in which it is', () => {
    const tells = { outbox: 'test.other', addressOf: () => 1, post: async () => true };
    expect(() => addAlertChannel({ ...tells, name: 'TEST_OTHER', render: {} })).toThrow('is not offered');
    expect(() => addAlertChannel({ ...tells, name: 'TEST_HOOK', render: { DAILY: () => 1 } })).toThrow('IMMEDIATE');
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
