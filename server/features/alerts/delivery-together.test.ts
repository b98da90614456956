import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, newPerson, signedInAs } from '../../../tests/support/people';
import { openSmtpSink, type SmtpSink } from '../../../tests/support/smtp-sink';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { ingestEvents } from '../../domain/events/ingest.service';
import { tellEverywhere } from './delivery.service';

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

async function subscriber(wish: Partial<Parameters<typeof newPerson>[1]> = {}) {
  const person = await newPerson(app, { organisationId: orgId, permissions: ['VIEW_BASE_LPO_PAGE'], ...wish });
  await manager
    .put(`/rest/v1/alert/participant/${orgId}/alert/${alertId}/emailNotifications`)
    .send([{ alertId, notifyUserId: person.userId, notifyEmail: true }]);
  return person;
}

/** Everything that has fired goes out. */
async function send(): Promise<void> {
  await app.runJobs();
  await app.resources.outbox.runDue({ ...app.resources, config: { ...app.resources.config, smtpUrl: sink.url } });
}

const deliveries = () =>
  app.db.selectFrom('alert_delivery').select('id').where('organisation_id', '=', orgId).execute();

async function batch(count: number, ingest: { moreFollow?: boolean } = {}): Promise<number[]> {
  const { taken } = await app.db.transaction().execute((trx) =>
    ingestEvents(
      trx,
      { organisationId: orgId, origin: 'IMPORT', clock: app.clock, domain: app.resources.domain, ...ingest },
      Array.from(
        { length: count },
        (_, at) =>
          ({
            clientEventUuid: randomUUID(),
            locationId,
            occurredAt: new Date(Date.parse('2026-03-17T11:00:00Z') + at * 1_000),
            stageId: 8,
            grossGrams: 2_345,
            tareGrams: 0,
            enteredValue: 2.345,
            enteredUnit: 'kg',
            estimated: false,
          }) as never,
      ),
    ),
  );
  return taken.map(({ eventId }) => eventId ?? 0);
}

const importEnds = () =>
  app.db.transaction().execute((trx) =>
    app.resources.domain.eventsTaken(trx, {
      organisationId: orgId,
      change: 'taken',
      events: { ids: [] },
      weeks: [],
      now: app.clock.now(),
    }),
  );

describe('what is raised together', () => {
  it('is one mail to each person, with the newest events, how many more there are, and a link to all', async () => {
    const [person, other] = [await subscriber({ locale: 'de_DE' }), await subscriber({ permissions: [] })];
    const ids = await batch(120);
    await send();
    await send();
    const mails = sink.to(person.login);
    expect(mails.map(({ subject }) => subject)).toEqual(['Heavy <bins>: 120 Ereignisse']);
    expect(mails[0]?.text.match(/eventId=\d+/g)).toEqual(
      ids
        .slice(-5)
        .reverse()
        .map((id) => `eventId=${id}`),
    );
    expect(mails[0]?.text).toContain('und 115 weitere');
    expect(mails[0]?.text).toContain(
      `http://tare.test/events?startDate=2026-03-17&endDate=2026-03-17&locationId=${locationId}&counts=all&state=all`,
    );
    expect(sink.to(other.login).map(({ text }) => text.includes('View your alerts:'))).toEqual([true]);
    expect(await deliveries()).toHaveLength(240);
  });

  it('by the batches of one import waits for its end, and not for longer than half an hour', async () => {
    const person = await subscriber();
    await batch(60, { moreFollow: true });
    await send();
    await batch(60, { moreFollow: true });
    await send();
    expect(sink.to(person.login)).toEqual([]);
    await importEnds();
    await send();
    expect(sink.to(person.login).map(({ subject }) => subject)).toEqual(['Heavy <bins>: 120 events']);
    await batch(2, { moreFollow: true });
    const later = (minutes: number) => ({
      ...app.resources,
      clock: { now: () => new Date(app.clock.now().getTime() + minutes * 60_000) },
    });
    await tellEverywhere(later(29));
    expect(await deliveries()).toHaveLength(120);
    await tellEverywhere(later(31));
    expect(await deliveries()).toHaveLength(122);
  });

  it('is told without what was voided before it was sent, and once where that is restored', async () => {
    const person = await subscriber();
    const [first = 0, second = 0, third = 0] = await batch(3);
    await app.runJobs();
    await manager.post(`/rest/v1/waste-events/${second}/void`).send({ reason: 'twice' });
    await send();
    expect(sink.to(person.login)).toEqual([]);
    await send();
    expect(sink.to(person.login).map(({ text }) => text.match(/eventId=\d+/g))).toEqual([
      [third, first].map((id) => `eventId=${id}`),
    ]);
    await manager.delete(`/rest/v1/waste-events/${second}/void`).send({ reason: 'not twice' });
    await send();
    expect(
      sink
        .to(person.login)
        .map(({ text }) => text.match(/eventId=\d+/g))
        .at(1),
    ).toEqual([`eventId=${second}`]);
    await manager.post(`/rest/v1/waste-events/${third}/void`).send({ reason: 'twice' });
    await manager.delete(`/rest/v1/waste-events/${third}/void`).send({ reason: 'not twice' });
    await send();
    expect(sink.to(person.login)).toHaveLength(2);
  });

  it('goes without one of it that was voided when what was given up is sent again', async () => {
    const person = await subscriber();
    const [first = 0, second = 0] = await batch(2);
    await app.runJobs();
    await app.db
      .updateTable('outbox')
      .set({ state: 'parked', parked_at: app.clock.now(), attempts: 15 })
      .where('organisation_id', '=', orgId)
      .execute();
    await manager.post(`/rest/v1/waste-events/${second}/void`).send({ reason: 'twice' });
    const {
      body: { deliveries: failed },
    } = await manager.get('/rest/v1/alert/deliveries').query({ state: 'FAILED' });
    expect(failed).toMatchObject([{ eventId: first }]);
    expect(
      (await manager.post(`/rest/v1/alert/deliveries/${failed[0].deliveryId as number}/resend`).send({})).status,
    ).toBe(204);
    await send();
    expect(sink.to(person.login).map(({ text }) => text.match(/eventId=\d+/g))).toEqual([[`eventId=${first}`]]);
  });
});
