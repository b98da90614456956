// @databases both
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { withOwnClock, type ClockedApp } from '../../../tests/support/other-app';
import { newOrganisation, newPerson, signedInAs } from '../../../tests/support/people';
import { openSmtpSink, type SmtpSink } from '../../../tests/support/smtp-sink';
import { testApp, testNow } from '../../../tests/support/test-app';
import { ingestEvents } from '../../domain/events/ingest.service';
import { sendDigests } from './digest.service';

let app: ClockedApp;
let sink: SmtpSink;
let orgId: number;
let siteId: number;
let locationId: number;
let alertId: number;
let manager: Awaited<ReturnType<typeof signedInAs>>;

beforeAll(async () => {
  app = withOwnClock(await testApp());
});

beforeEach(async () => {
  app.clock.set(testNow);
  sink = await openSmtpSink();
  orgId = await newOrganisation(app, { currencyCode: 'EUR', timeZone: 'Asia/Kathmandu' });
  siteId = await addSite(app, { organisationId: orgId });
  locationId = await addLocation(app, { organisationId: orgId, siteId, name: 'Grill' });
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

afterEach(async () => {
  app.clock.set(testNow);
  await sink.close();
});

async function reader(wish: Partial<Parameters<typeof newPerson>[1]> = {}, notifyFreqCode = 'DAILY') {
  const person = await newPerson(app, { organisationId: orgId, permissions: ['VIEW_BASE_LPO_PAGE'], ...wish });
  await manager
    .put(`/rest/v1/alert/participant/${orgId}/alert/${alertId}/emailNotifications`)
    .send([{ alertId, notifyUserId: person.userId, notifyEmail: true, notifyFreqCode }]);
  return person;
}

async function weigh(more: object = {}): Promise<number> {
  const { taken } = await app.db.transaction().execute((trx) =>
    ingestEvents(trx, { organisationId: orgId, origin: 'API', clock: app.clock, domain: app.resources.domain }, [
      {
        clientEventUuid: randomUUID(),
        locationId,
        occurredAt: new Date(app.clock.now().getTime() - 3_600_000),
        stageId: 8,
        grossGrams: 2_500,
        tareGrams: 0,
        enteredValue: 2.5,
        enteredUnit: 'kg',
        estimated: false,
        ...more,
      } as never,
    ]),
  );
  return taken[0]?.eventId ?? 0;
}

/** At an instant, everything that is due goes out. */
async function at(instant: string): Promise<void> {
  app.clock.set(instant);
  await app.runJobs();
  await Promise.all([sendDigests(app.resources), sendDigests(app.resources)]);
  await app.resources.outbox.runDue({ ...app.resources, config: { ...app.resources.config, smtpUrl: sink.url } });
}

describe('the summary', () => {
  // Seven o'clock in Kathmandu is 01:15 in UTC.
  it('is mailed once a day at seven of the organization’s clock, with what has fired since the last one, and never empty', async () => {
    const person = await reader({ locale: 'de_DE' });
    const eventId = await weigh();
    await weigh({ grossGrams: 100 });
    await at('2026-03-19T01:14:59Z');
    expect(sink.to(person.login)).toEqual([]);
    await at('2026-03-19T01:15:00Z');
    await at('2026-03-19T09:00:00Z');
    expect(sink.to(person.login)).toHaveLength(1);
    const [mail] = sink.to(person.login);
    expect(mail?.subject).toBe('Ihre täglichen Warnungen: 1 Ereignis');
    expect(mail?.text).toContain('Heavy: 1 Ereignis');
    expect(mail?.text).toContain(`/events?eventId=${eventId}&`);
    await at('2026-03-20T01:15:00Z');
    expect(sink.to(person.login)).toHaveLength(1);
    await weigh();
    await weigh();
    await at('2026-03-21T01:30:00Z');
    expect(sink.to(person.login).map(({ subject }) => subject)).toEqual([
      'Ihre täglichen Warnungen: 1 Ereignis',
      'Ihre täglichen Warnungen: 2 Ereignisse',
    ]);
  });

  it('that had to wait is not sent with what was voided meanwhile; what stands comes with the next', async () => {
    const person = await reader();
    const [kept, voided] = [await weigh(), await weigh()];
    app.clock.set('2026-03-19T01:15:00Z');
    await sendDigests(app.resources);
    manager = await signedInAs(app, { organisationId: orgId, permissions: ['EDIT_TRANSACTIONS'] });
    expect((await manager.post(`/rest/v1/waste-events/${voided}/void`).send({ reason: 'twice' })).status).toBe(204);
    await at('2026-03-19T01:16:00Z');
    expect(sink.to(person.login)).toEqual([]);
    await at('2026-03-20T01:15:00Z');
    expect(sink.to(person.login).map(({ text }) => text.match(/eventId=\d+/g))).toEqual([[`eventId=${kept}`]]);
  });

  it('names nothing from a time in which somebody was muted', async () => {
    const person = await reader();
    const {
      body: {
        subscriptions: [one],
      },
    } = await manager.get('/rest/v1/alert/subscriptions');
    const mute = (muted: boolean) =>
      manager.put(`/rest/v1/alert/subscriptions/${one.alertNotificationId as number}`).send({ muted });
    await mute(true);
    await weigh();
    app.clock.set('2026-03-18T18:00:00Z');
    manager = await signedInAs(app, {
      organisationId: orgId,
      permissions: ['EDIT_NOTIFICATIONS', 'EDIT_TRANSACTIONS'],
    });
    expect((await mute(false)).status).toBe(204);
    const after = await weigh();
    await at('2026-03-19T01:15:00Z');
    expect(sink.to(person.login).map(({ text }) => text.match(/eventId=\d+/g))).toEqual([[`eventId=${after}`]]);
  });

  it('names what came in late, and what is older than the wish for it not', async () => {
    await weigh();
    app.clock.set('2026-03-18T12:30:00Z');
    const person = await reader();
    const late = await weigh({ occurredAt: new Date('2026-03-01T10:00:00Z') });
    await at('2026-03-19T01:20:00Z');
    expect(sink.to(person.login)[0]?.text.match(/eventId=\d+/g)).toEqual([`eventId=${late}`]);
  });

  it('tells of visible events alone, and nothing that was mailed at once, withdrawn or muted', async () => {
    const other = await addLocation(app, {
      organisationId: orgId,
      siteId: await addSite(app, { organisationId: orgId }),
    });
    const [limited, switched, muted, immediate] = [
      await reader({ sites: [siteId] }),
      await reader({}, 'IMMEDIATE'),
      await reader(),
      await reader({}, 'IMMEDIATE'),
    ];
    const own = await weigh();
    const hidden = await weigh({ locationId: other });
    await app.runJobs();
    const voided = await weigh();
    await manager.post(`/rest/v1/waste-events/${voided}/void`).send({ reason: 'twice' });
    const {
      body: { subscriptions },
    } = await manager.get('/rest/v1/alert/subscriptions');
    const idOf = (userId: number) =>
      (subscriptions as { notifyUserId: number; alertNotificationId: number }[]).find(
        (one) => one.notifyUserId === userId,
      )?.alertNotificationId;
    expect((await manager.put(`/rest/v1/alert/subscriptions/${idOf(muted.userId)}`).send({ muted: true })).status).toBe(
      204,
    );
    expect(
      (await manager.put(`/rest/v1/alert/subscriptions/${idOf(switched.userId)}`).send({ notifyFreqCode: 'DAILY' }))
        .status,
    ).toBe(204);
    await at('2026-03-19T01:20:00Z');
    const digestOf = (login: string) => sink.to(login).filter(({ subject }) => subject.startsWith('Your daily alerts'));
    expect(digestOf(limited.login).map(({ text }) => text.match(/eventId=\d+/g))).toEqual([[`eventId=${own}`]]);
    expect([switched, muted, immediate].map(({ login }) => digestOf(login).length)).toEqual([0, 0, 0]);
    expect(sink.to(immediate.login).map(({ text }) => text.match(/eventId=\d+/g)?.sort())).toEqual([
      [own, hidden].map((id) => `eventId=${id}`).sort(),
    ]);
  });
});
