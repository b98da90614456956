import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { addValue } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { ingestEvents } from '../../domain/events/ingest.service';

let app: TestApp;
let orgId: number;
let siteId: number;
let otherSite: number;
let categoryId: number;
let manager: Awaited<ReturnType<typeof signedInAs>>;
/** Of 24 events, one a day back from 18 March, of 0.5 kg to 12 kg; every fourth is of the other site. */
const eventIds: number[] = [];

beforeAll(async () => {
  app = await testApp();
  orgId = await newOrganisation(app, { currencyCode: 'EUR' });
  siteId = await addSite(app, { organisationId: orgId });
  otherSite = await addSite(app, { organisationId: orgId });
  const [here, there] = [
    await addLocation(app, { organisationId: orgId, siteId }),
    await addLocation(app, { organisationId: orgId, siteId: otherSite }),
  ];
  categoryId = await addValue(app.db, orgId, { element: 'WASTEITEM', name: 'Vegetables' });
  const itemId = await addValue(app.db, orgId, { element: 'WASTEITEM', name: 'Carrots' });
  await app.db.updateTable('ref_value').set({ parent_id: categoryId }).where('id', '=', itemId).execute();
  const candidates = Array.from({ length: 24 }, (_, at) => ({
    clientEventUuid: randomUUID(),
    locationId: at % 4 === 3 ? there : here,
    occurredAt: new Date(Date.parse('2026-03-18T11:00:00Z') - at * 5 * 86_400_000),
    stageId: 8,
    grossGrams: (at + 1) * 500,
    tareGrams: 0,
    enteredValue: 1,
    enteredUnit: 'kg',
    estimated: false,
    itemId: at % 2 === 0 ? itemId : undefined,
    costAmount: String(at),
    costCurrency: 'EUR',
  }));
  const { taken } = await app.db
    .transaction()
    .execute((trx) =>
      ingestEvents(
        trx,
        { organisationId: orgId, origin: 'API', clock: app.clock, domain: app.resources.domain },
        candidates as never,
      ),
    );
  eventIds.push(...taken.map(({ eventId }) => eventId));
  manager = await signedInAs(app, { organisationId: orgId, permissions: ['EDIT_NOTIFICATIONS', 'VIEW_BASE_LPO_PAGE'] });
});

const ask = (more: object = {}, agent = manager) =>
  agent.post(`/rest/v1/alert/participant/${orgId}/preview`).send({
    siteId: 0,
    locationId: 0,
    deviceId: 0,
    alertCompType: 'netWeightAmount',
    alertOperator: 'GE',
    alertCompValue: 0,
    alertUnitId: 12,
    refAttribs: [],
    ...more,
  });
const countOf = async (more: object = {}, agent = manager) => (await ask(more, agent)).body.count as number;

describe('what an alert would have caught', () => {
  it('is counted over 90 days by what raises it, with the ten newest events and where they stand', async () => {
    const { body } = await ask();
    // The nineteenth event lies 90 days and an hour back.
    expect(body).toMatchObject({ days: 90, count: 18, capped: false });
    expect((body.events as { eventId: number }[]).map(({ eventId }) => eventId)).toEqual(eventIds.slice(0, 10));
    expect(body.events[0]).toMatchObject({
      netGrams: 500,
      itemName: 'Carrots',
      wasteStageId: 8,
      timeZone: 'America/New_York',
      href: `/events?eventId=${eventIds[0]}&counts=all&state=all`,
    });
  });

  it.each([
    ['a weight', { alertCompValue: 5 }, 9],
    ['more than it', { alertOperator: 'GT', alertCompValue: 5 }, 8],
    ['exactly it', { alertOperator: 'EQ', alertCompValue: 5 }, 1],
    ['a cost', { alertCompType: 'reportedCost', alertOperator: 'LT', alertCompValue: 3, currencyCode: 'EUR' }, 3],
    ['a cost in another currency', { alertCompType: 'reportedCost', alertCompValue: 0, currencyCode: 'USD' }, 0],
    ['another stage', { refAttribs: [{ elementCode: 'WASTESTAGE', values: [{ refId: 9 }] }] }, 0],
  ])('by %s', async (_by, more, count) => {
    expect(await countOf(more)).toBe(count);
  });

  it('is of a site, of a category, and of what the person sees', async () => {
    expect(await countOf({ siteId: otherSite })).toBe(4);
    expect(await countOf({ refAttribs: [{ elementCode: 'WASTEITEM', values: [{ refId: categoryId }] }] })).toBe(9);
    const limited = await signedInAs(app, { organisationId: orgId, sites: [otherSite] });
    const { body } = await ask({}, limited);
    expect([body.count, body.events.map(({ href }: { href: string | null }) => href)]).toEqual([
      4,
      [null, null, null, null],
    ]);
    expect(await countOf({}, await signedInAs(app, { organisationId: orgId, restricted: true }))).toBe(0);
  });

  it('is refused where the alert could not be kept, and of an organization that is not reached', async () => {
    expect((await ask({ alertUnitId: null })).status).toBe(422);
    expect((await ask({ refAttribs: [{ elementCode: 'WASTEITEM', values: [{ refId: 900_000_001 }] }] })).status).toBe(
      422,
    );
    expect((await ask({ alertCompValue: -1 })).status).toBe(400);
    const stranger = await signedInAs(app, {
      organisationId: await newOrganisation(app),
      permissions: ['EDIT_NOTIFICATIONS'],
    });
    expect((await ask({}, stranger)).status).toBe(404);
  });
});
