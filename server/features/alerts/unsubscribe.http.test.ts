import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { withOwnClock, type ClockedApp } from '../../../tests/support/other-app';
import { browser, newOrganisation, newPerson, signedInAs, signIn, tokenOf } from '../../../tests/support/people';
import { openSmtpSink, type SmtpSink } from '../../../tests/support/smtp-sink';
import { testApp, testNow } from '../../../tests/support/test-app';
import { ingestEvents } from '../../domain/events/ingest.service';
import { sendDigests } from './digest.service';

let app: ClockedApp;
let sink: SmtpSink;
let orgId: number;
let locationId: number;
let manager: Awaited<ReturnType<typeof signedInAs>>;

beforeAll(async () => {
  app = withOwnClock(await testApp());
});

beforeEach(async () => {
  app.clock.set(testNow);
  sink = await openSmtpSink();
  orgId = await newOrganisation(app, { timeZone: 'Europe/Berlin' });
  locationId = await addLocation(app, { organisationId: orgId, siteId: await addSite(app, { organisationId: orgId }) });
  manager = await signedInAs(app, { organisationId: orgId, permissions: ['EDIT_NOTIFICATIONS'] });
});

afterEach(async () => {
  app.clock.set(testNow);
  await sink.close();
});

async function alert(name: string): Promise<number> {
  const { body } = await manager.post(`/rest/v1/alert/participant/${orgId}/alert`).send({
    alertName: name,
    alertDesc: 'Two kilograms or more',
    siteId: 0,
    locationId: 0,
    deviceId: 0,
    alertCompType: 'netWeightAmount',
    alertOperator: 'GE',
    alertCompValue: 2,
    alertUnitId: 12,
  });
  return body.alertId as number;
}

async function reader(alertIds: readonly number[], choice: object = {}, wish: object = {}) {
  const person = await newPerson(app, { organisationId: orgId, permissions: ['VIEW_BASE_LPO_PAGE'], ...wish });
  for (const alertId of alertIds)
    await manager
      .put(`/rest/v1/alert/participant/${orgId}/alert/${alertId}/emailNotifications`)
      .send([{ alertId, notifyUserId: person.userId, notifyEmail: true, ...choice }]);
  return person;
}

async function weigh(): Promise<void> {
  await app.db.transaction().execute((trx) =>
    ingestEvents(trx, { organisationId: orgId, origin: 'API', clock: app.clock, domain: app.resources.domain }, [
      {
        clientEventUuid: randomUUID(),
        locationId,
        occurredAt: app.clock.now(),
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
  await send();
}

const send = () =>
  app.resources.outbox.runDue({ ...app.resources, config: { ...app.resources.config, smtpUrl: sink.url } });

/** Where the newest mail to somebody says that it is ended: by its header, and at its foot. */
function linkOf(login: string): string {
  const mail = sink.to(login).at(-1);
  const [, url = ''] = /^<(http:\/\/tare\.test\/[^>]+)>$/.exec(mail?.header('List-Unsubscribe') ?? '') ?? [];
  expect(mail?.header('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
  expect(mail?.text).toContain(`:\n${url}`);
  expect(mail?.html).toContain(`<a href="${url}">`);
  return new URL(url).pathname;
}

/** As the program of a mail provider: from elsewhere, without any cookie. */
const oneClick = (path: string) =>
  supertest(app.app)
    .post(path)
    .set('Origin', 'https://mail.example')
    .set('Sec-Fetch-Site', 'cross-site')
    .field('List-Unsubscribe', 'One-Click');

const choices = async (userId: number) =>
  (
    await app.db
      .selectFrom('alert_notification')
      .select(['alert_id', 'notify_email', 'notify_push'])
      .where('user_id', '=', userId)
      .orderBy('alert_id')
      .execute()
  ).map((row) => [row.alert_id, row.notify_email, row.notify_push]);
const audited = async () =>
  await app.db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('organisation_id', '=', orgId)
    .where('action', 'like', 'alertMail.%')
    .orderBy('id')
    .execute();

describe('the link of an alert mail', () => {
  it('ends the mails about its alerts by one post of a mail program, once, and nothing else of anybody', async () => {
    const [first, second] = [await alert('Heavy'), await alert('Heavier')];
    const [person, other] = [await reader([first], { notifyPush: true }), await reader([first])];
    await weigh();
    await reader([second]).then(({ userId }) =>
      app.db.updateTable('alert_notification').set({ user_id: person.userId }).where('user_id', '=', userId).execute(),
    );
    const link = linkOf(person.login);
    const answer = await oneClick(link);
    expect([answer.status, answer.headers['set-cookie'], answer.text]).toEqual([
      200,
      undefined,
      'You are unsubscribed',
    ]);
    expect((await oneClick(link)).status).toBe(200);
    expect(await choices(person.userId)).toEqual([
      [first, false, true],
      [second, true, false],
    ]);
    expect(await choices(other.userId)).toEqual([[first, true, false]]);
    expect(await audited()).toEqual([
      {
        action: 'alertMail.unsubscribe',
        after: { notifyUserId: person.userId, alertIds: [first], by: 'the link in a mail' },
      },
    ]);
    await weigh();
    expect(sink.to(other.login)).toHaveLength(2);
    expect(sink.to(person.login).map(({ subject }) => subject.split(':')[0])).toEqual(['Heavy', 'Heavier']);
  });

  it('changes nothing when it is opened, shows what it would end in the reader’s language, and is taken back in the page alone', async () => {
    const ids = [await alert('Heavy <bins>'), await alert('Heavier')];
    const person = await reader(ids);
    await weigh();
    const link = linkOf(person.login);
    await oneClick(link).unset('Origin');
    expect((await choices(person.userId)).map(([, mailed]) => mailed)).toEqual([false, false]);
    // Switched on and off by hand since: the link does not know better.
    const own = await signIn(app, person.login);
    for (const notifyEmail of [true, false])
      await own.put('/rest/v1/alert/notification').send([{ alertId: ids[1], notifyEmail }]);
    const agent = browser(app);
    const page = await agent.get(link).set('Accept-Language', 'de-DE');
    expect([page.status, page.text.includes('Diese E-Mails wieder erhalten')]).toEqual([200, true]);
    expect(
      (await supertest(app.app).post(`${link}/undo`).set('Origin', 'https://mail.example').type('form').send({}))
        .status,
    ).toBe(403);
    expect((await agent.post(`${link}/undo`).type('form').send({ _csrf: 'none' })).status).toBe(403);
    expect(
      (
        await agent
          .post(`${link}/undo`)
          .type('form')
          .send({ _csrf: tokenOf(page.text) })
      ).status,
    ).toBe(200);
    expect((await choices(person.userId)).map(([, mailed]) => mailed)).toEqual([true, false]);
    expect((await audited()).map(({ action }) => action)).toEqual(['alertMail.unsubscribe', 'alertMail.resume']);
    const again = await agent.get(link).set('Accept-Language', 'de-DE');
    expect([
      again.text.includes('Diese E-Mails abbestellen'),
      again.text.includes('Heavy &lt;bins&gt;'),
      again.text.includes('Heavier'),
    ]).toEqual([true, true, false]);
    expect((await choices(person.userId)).map(([, mailed]) => mailed)).toEqual([true, false]);
    expect(again.text).toContain(`action="${link}?page=1"`);
    const pressed = await agent.post(`${link}?page=1`).type('form').send({});
    expect([pressed.status, pressed.headers.location]).toEqual([303, link]);
    expect((await choices(person.userId)).map(([, mailed]) => mailed)).toEqual([false, false]);
  });

  it('of a summary ends the summaries', async () => {
    const ids = [await alert('Heavy'), await alert('Heavier')];
    const [person, immediate] = [await reader(ids, { notifyFreqCode: 'DAILY' }), await alert('Heaviest')];
    await app.db
      .updateTable('alert_notification')
      .set({ alert_id: immediate })
      .where('user_id', '=', (await reader([ids[0] ?? 0])).userId)
      .set({ user_id: person.userId })
      .execute();
    await weigh();
    app.clock.set('2026-03-19T06:00:00Z');
    await sendDigests(app.resources);
    await send();
    await oneClick(linkOf(person.login));
    expect(await choices(person.userId)).toEqual([
      [ids[0], false, false],
      [ids[1], false, false],
      [immediate, true, false],
    ]);
  });

  it('that was changed ends nothing', async () => {
    const alertId = await alert('Heavy');
    const [person, other] = [await reader([alertId]), await reader([alertId])];
    await weigh();
    const forged = linkOf(person.login).replace(`.${person.userId}.`, `.${other.userId}.`);
    expect([(await oneClick(forged)).status, (await browser(app).get(forged)).status]).toEqual([404, 404]);
    expect(await choices(other.userId)).toEqual([[alertId, true, false]]);
    expect(await audited()).toEqual([]);
  });
});
