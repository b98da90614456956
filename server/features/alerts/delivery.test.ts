// @databases both
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { joinOrganisation, newOrganisation, newPerson, signedInAs, signIn } from '../../../tests/support/people';
import { addValue, translate } from '../../../tests/support/scratch-organisation';
import { openSmtpSink, type SmtpSink } from '../../../tests/support/smtp-sink';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { ingestEvents } from '../../domain/events/ingest.service';

let app: TestApp;
let sink: SmtpSink;
let orgId: number;
let siteId: number;
let locationId: number;
let alertId: number;
let manager: Awaited<ReturnType<typeof signedInAs>>;

beforeAll(async () => {
  app = await testApp();
});

beforeEach(async () => {
  sink = await openSmtpSink();
  orgId = await newOrganisation(app, { currencyCode: 'EUR', timeZone: 'Europe/Berlin' });
  siteId = await addSite(app, { organisationId: orgId, name: 'Mensa Süd' });
  locationId = await addLocation(app, { organisationId: orgId, siteId, name: 'Küche' });
  manager = await signedInAs(app, { organisationId: orgId, permissions: ['EDIT_NOTIFICATIONS', 'EDIT_TRANSACTIONS'] });
  const { body } = await manager.post(`/rest/v1/alert/participant/${orgId}/alert`).send({
    alertName: 'Heavy <bins>',
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

afterEach(() => sink.close());

type Wish = Parameters<typeof newPerson>[1];

async function subscriber(wish: Partial<Wish> = {}, more: object = {}) {
  const person = await newPerson(app, { organisationId: orgId, permissions: ['VIEW_BASE_LPO_PAGE'], ...wish });
  const { status, text } = await manager
    .put(`/rest/v1/alert/participant/${orgId}/alert/${alertId}/emailNotifications`)
    .send([{ alertId, notifyUserId: person.userId, notifyEmail: true, ...more }]);
  expect([status, text]).toEqual([204, '']);
  return person;
}

async function weigh(more: object = {}): Promise<number> {
  const { taken, refused } = await app.db.transaction().execute((trx) =>
    ingestEvents(trx, { organisationId: orgId, origin: 'API', clock: app.clock, domain: app.resources.domain }, [
      {
        clientEventUuid: randomUUID(),
        locationId,
        occurredAt: new Date('2026-03-18T11:00:00Z'),
        stageId: 8,
        grossGrams: 2_345,
        tareGrams: 0,
        enteredValue: 2.345,
        enteredUnit: 'kg',
        estimated: false,
        ...more,
      } as never,
    ]),
  );
  expect(refused).toEqual([]);
  return taken[0]?.eventId ?? 0;
}

/** Everything that has fired goes out. */
async function send(): Promise<void> {
  await app.runJobs();
  await app.resources.outbox.runDue({ ...app.resources, config: { ...app.resources.config, smtpUrl: sink.url } });
}

const deliveries = () =>
  app.db
    .selectFrom('alert_delivery')
    .select(['user_id', 'channel', 'state'])
    .where('organisation_id', '=', orgId)
    .orderBy('id')
    .execute();

const restrict = (userId: number, site: number) =>
  app.db.transaction().execute(async (trx) => {
    await trx.insertInto('secured_site').values({ organisation_id: orgId, user_id: userId, site_id: site }).execute();
  });

describe('a firing', () => {
  it('reaches each subscriber once, as HTML and text in their own language and unit, with a link to the event', async () => {
    const itemId = await addValue(app.db, orgId, { element: 'WASTEITEM', name: 'Rice' });
    await translate(app.db, orgId, { refId: itemId, de_DE: 'Reis' });
    const german = await subscriber({ locale: 'de_DE' });
    const american = await subscriber();
    const eventId = await weigh({ itemId });
    await send();
    await send();
    expect([sink.to(german.login).length, sink.to(american.login).length]).toEqual([1, 1]);
    const [mail] = sink.to(german.login);
    expect(mail?.subject.replace(/\s/g, ' ')).toBe('Heavy <bins>: 5,17 lb in Küche, Mensa Süd');
    expect(mail?.text).toContain('die Warnung „Heavy <bins>“ wurde ausgelöst');
    expect(mail?.text).toContain('Artikel: Reis');
    expect(mail?.text.replace(/\s/g, ' ')).toContain('18. März 2026, 12:00');
    expect(mail?.html).toContain('Heavy &#60;bins&#62;');
    expect(mail?.html).not.toContain('<bins>');
    expect(sink.to(american.login)[0]?.text).toContain('Item: Rice');
    const link = `http://tare.test/events?eventId=${eventId}&counts=all&state=all`;
    expect(mail?.text).toContain(link);
    const page = await (await signIn(app, german.login)).get(new URL(link).pathname + new URL(link).search);
    expect([page.status, page.text.includes('Reis')]).toEqual([200, true]);
  });

  it('leads whoever may read events to the one, whoever reaches the organization from another to it there, and others to their alerts', async () => {
    const corrector = await subscriber({ permissions: ['EDIT_TRANSACTIONS'] });
    const plain = await subscriber({ permissions: [] });
    const staff = await newPerson(app, {
      organisationId: await newOrganisation(app),
      permissions: ['EDIT_TRANSACTIONS', 'EDIT_NOTIFICATIONS'],
    });
    await app.db
      .updateTable('identity.tenant')
      .set({
        parent_number: (
          await app.db
            .selectFrom('identity.membership')
            .select('tenant_number')
            .where('user_id', '=', staff.userId)
            .executeTakeFirstOrThrow()
        ).tenant_number,
      })
      .where('number', '=', orgId)
      .execute();
    await (
      await signIn(app, staff.login)
    )
      .put(`/rest/v1/alert/notification?organisationId=${orgId}`)
      .send([{ alertId, notifyEmail: true }]);
    const eventId = await weigh();
    await send();
    expect(sink.to(corrector.login)[0]?.text).toContain(`http://tare.test/events?eventId=${eventId}&`);
    expect(sink.to(plain.login)[0]?.text).toContain('View your alerts:\nhttp://tare.test/alerts');
    expect(sink.to(staff.login)[0]?.text).toContain(
      `http://tare.test/waste-events?event=${eventId}&organisationId=${orgId}`,
    );
  });

  it('reaches nobody outside of what they see, nobody who is restricted to nothing, switched off or gone, and nobody muted', async () => {
    const other = await addSite(app, { organisationId: orgId });
    const sees = await subscriber({ sites: [siteId] });
    const silent = [
      await subscriber({ sites: [other] }),
      await subscriber({ restricted: true }),
      await subscriber(),
      await subscriber(),
      await subscriber({}, { notifyEmail: false }),
      await subscriber(),
    ];
    const [, , off, gone, , muted] = silent;
    await app.db
      .updateTable('identity.user')
      .set({ status: 'I' })
      .where('id', '=', off?.userId ?? 0)
      .execute();
    await app.db
      .updateTable('identity.membership')
      .set({ status: 'I' })
      .where('user_id', '=', gone?.userId ?? 0)
      .execute();
    await app.db
      .updateTable('alert_notification')
      .set({ muted_at: app.clock.now() })
      .where('user_id', '=', muted?.userId ?? 0)
      .execute();
    await weigh();
    await send();
    expect(sink.to(sees.login)).toHaveLength(1);
    expect(silent.flatMap(({ login }) => sink.to(login))).toEqual([]);
    expect(await deliveries()).toEqual([{ user_id: sees.userId, channel: 'EMAIL', state: 'WAITING' }]);
  });

  it('of a person of two organisations is told by what they see in the one that fired', async () => {
    const person = await subscriber({ sites: [siteId] });
    await joinOrganisation(app, person, { organisationId: await newOrganisation(app), restricted: true });
    await weigh();
    await send();
    expect(sink.to(person.login)).toHaveLength(1);
  });

  it('of an event that came in late is recorded and mailed to nobody', async () => {
    const person = await subscriber();
    await weigh({ occurredAt: new Date('2026-03-10T11:00:00Z') });
    await send();
    expect(sink.to(person.login)).toEqual([]);
    expect(
      await app.db.selectFrom('alert_firing').select('id').where('organisation_id', '=', orgId).execute(),
    ).toHaveLength(1);
  });

  it('is told once, however often the job runs and whatever process runs it', async () => {
    const person = await subscriber();
    await weigh();
    await app.runJobs();
    await app.db.updateTable('alert_firing').set({ pending: true }).where('organisation_id', '=', orgId).execute();
    const { tellFirings } = await import('./delivery.service');
    await Promise.all([tellFirings(app.resources, orgId), tellFirings(app.resources, orgId)]);
    await send();
    expect(sink.to(person.login)).toHaveLength(1);
  });
});

describe('a mail that had to wait', () => {
  it.each<[string, (userId: number) => Promise<unknown>]>([
    [
      'switched off',
      (userId) => app.db.updateTable('identity.user').set({ status: 'I' }).where('id', '=', userId).execute(),
    ],
    [
      'out of the organization',
      (userId) =>
        app.db.updateTable('identity.membership').set({ status: 'I' }).where('user_id', '=', userId).execute(),
    ],
    ['narrowed to another site', async (userId) => restrict(userId, await addSite(app, { organisationId: orgId }))],
    [
      'muted',
      (userId) =>
        app.db
          .updateTable('alert_notification')
          .set({ muted_at: app.clock.now() })
          .where('user_id', '=', userId)
          .execute(),
    ],
    [
      'told no more, since the alert was deleted',
      () => manager.delete(`/rest/v1/alert/participant/${orgId}/alert/${alertId}`),
    ],
  ])('does not go to somebody who is %s by then', async (_how, change) => {
    const [person, other] = [await subscriber(), await subscriber()];
    await weigh();
    await app.runJobs();
    expect(await deliveries()).toHaveLength(2);
    await change(person.userId);
    await send();
    expect(sink.to(person.login)).toEqual([]);
    expect((await deliveries()).find(({ user_id: userId }) => userId === person.userId)).toMatchObject({
      state: 'WITHDRAWN',
    });
    expect(
      await app.db
        .selectFrom('outbox')
        .select('id')
        .where('organisation_id', '=', orgId)
        .where('target', '=', person.login)
        .execute(),
    ).toEqual([]);
    expect(sink.to(other.login)).toHaveLength(_how.includes('deleted') ? 0 : 1);
  });

  it('does not go to somebody who may not see where its event has moved', async () => {
    const [person, everywhere] = [await subscriber({ sites: [siteId] }), await subscriber()];
    const eventId = await weigh();
    await app.runJobs();
    const elsewhere = await addLocation(app, {
      organisationId: orgId,
      siteId: await addSite(app, { organisationId: orgId }),
    });
    await app.db
      .updateTable('waste_event')
      .set({ location_id: elsewhere })
      .where('organisation_id', '=', orgId)
      .where('id', '=', eventId)
      .execute();
    await send();
    expect([sink.to(person.login).length, sink.to(everywhere.login).length]).toEqual([0, 1]);
  });
});

describe('an event that is voided', () => {
  it('takes back what was given up as well', async () => {
    const person = await subscriber();
    const eventId = await weigh();
    await app.runJobs();
    await app.db
      .updateTable('outbox')
      .set({ state: 'parked', parked_at: app.clock.now(), attempts: 15 })
      .where('organisation_id', '=', orgId)
      .execute();
    const {
      body: {
        deliveries: [failed],
      },
    } = await manager.get('/rest/v1/alert/deliveries');
    expect(failed).toMatchObject({ state: 'FAILED', notifyUserId: person.userId });
    await manager.post(`/rest/v1/waste-events/${eventId}/void`).send({ reason: 'twice' });
    expect((await manager.get('/rest/v1/alert/deliveries')).body.deliveries).toMatchObject([{ state: 'WITHDRAWN' }]);
    expect(
      (await manager.post(`/rest/v1/alert/deliveries/${failed.deliveryId as number}/resend`).send({})).status,
    ).toBe(409);
    await send();
    expect(sink.to(person.login)).toEqual([]);
  });

  it('before anybody was told is told to nobody; restored, it is told', async () => {
    const person = await subscriber();
    const eventId = await weigh();
    await app.runJobs();
    await manager.post(`/rest/v1/waste-events/${eventId}/void`).send({ reason: 'twice' });
    await send();
    expect(sink.to(person.login)).toEqual([]);
    expect(await deliveries()).toMatchObject([{ state: 'WITHDRAWN' }]);
    await manager.delete(`/rest/v1/waste-events/${eventId}/void`).send({ reason: 'not twice' });
    await send();
    expect(sink.to(person.login)).toHaveLength(1);
  });

  it('afterwards and restored is not told again', async () => {
    const person = await subscriber();
    const eventId = await weigh();
    await send();
    await manager.post(`/rest/v1/waste-events/${eventId}/void`).send({ reason: 'twice' });
    await manager.delete(`/rest/v1/waste-events/${eventId}/void`).send({ reason: 'not twice' });
    await send();
    expect(sink.to(person.login)).toHaveLength(1);
  });
});

it('a job that was lost is made up for by the sweep', async () => {
  const person = await subscriber();
  await weigh();
  await app.db.updateTable('alert_firing').set({ pending: true }).where('organisation_id', '=', orgId).execute();
  const { tellEverywhere } = await import('./delivery.service');
  await tellEverywhere(app.resources);
  await app.resources.outbox.runDue({ ...app.resources, config: { ...app.resources.config, smtpUrl: sink.url } });
  expect(sink.to(person.login)).toHaveLength(1);
});

describe('somebody who wants a push', () => {
  const browserOf = (userId: number) =>
    app.db
      .insertInto('push_subscription')
      .values({
        organisation_id: orgId,
        user_id: userId,
        endpoint: `https://push.example/${randomUUID()}`,
        p256dh: 'key',
        auth: 'secret',
        created_at: app.clock.now(),
      })
      .execute();

  it('is told in each of their browsers, at once also where mail comes once a day, and a void withdraws it', async () => {
    const person = await subscriber({}, { notifyPush: true, notifyFreqCode: 'DAILY' });
    // Without any browser.
    await subscriber({}, { notifyEmail: false, notifyPush: true });
    await browserOf(person.userId);
    await browserOf(person.userId);
    const eventId = await weigh();
    await app.runJobs();
    const pushes = async () =>
      (
        await app.db
          .selectFrom('outbox')
          .select('payload')
          .where('channel', '=', 'push')
          .where('organisation_id', '=', orgId)
          .execute()
      ).map(({ payload }) => payload);
    expect(await pushes()).toMatchObject(
      Array.from({ length: 2 }, () => ({
        userId: person.userId,
        title: 'Heavy <bins>',
        body: expect.stringContaining('Küche, Mensa Süd'),
        url: `/events?eventId=${eventId}&counts=all&state=all`,
      })),
    );
    expect(await deliveries()).toEqual([{ user_id: person.userId, channel: 'PUSH', state: 'WAITING' }]);
    expect((await manager.get('/rest/v1/alert/deliveries')).body.deliveries).toMatchObject([
      { channel: 'PUSH', state: 'WAITING', notifyUserId: person.userId },
    ]);
    await manager.post(`/rest/v1/waste-events/${eventId}/void`).send({ reason: 'twice' });
    expect([await pushes(), await deliveries()]).toEqual([
      [],
      [{ user_id: person.userId, channel: 'PUSH', state: 'WITHDRAWN' }],
    ]);
  });
});
