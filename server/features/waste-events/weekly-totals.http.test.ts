import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { scratchValues } from '../../../tests/support/scratch-organisation';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { ingestEvents } from '../../domain/events/ingest.service';

let app: TestApp;
let organisationId: number;
let agent: Awaited<ReturnType<typeof signedInAs>>;
let dollars: number;

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
  const values = await scratchValues(app.db, organisationId);
  dollars = await addLocation(app, { organisationId, siteId: await addSite(app, { organisationId }) });
  const pounds = await addLocation(app, {
    organisationId,
    siteId: await addSite(app, { organisationId, currencyCode: 'GBP' }),
  });
  const weighing = (locationId: number, localDate: string, more: object) => ({
    clientEventUuid: randomUUID(),
    locationId,
    occurredAt: undefined,
    localDate,
    stageId: 8,
    grossGrams: 100,
    enteredValue: 100,
    enteredUnit: 'g',
    ...more,
  });
  await app.db
    .transaction()
    .execute((trx) =>
      ingestEvents(trx, { organisationId, origin: 'API', clock: app.clock, domain: app.resources.domain }, [
        weighing(dollars, '2026-03-02', { sinkId: values.sink, costAmount: '1.25' }),
        weighing(dollars, '2026-03-08', { sinkId: values.sink, costAmount: '2' }),
        weighing(pounds, '2026-03-04', { sinkId: values.sink, costAmount: '5' }),
        weighing(dollars, '2026-03-04', { sinkId: values.stock, costAmount: '9' }),
        weighing(dollars, '2026-03-05', { stageId: 9, grossGrams: 30 }),
        weighing(dollars, '2026-03-09', { sinkId: values.sink, costAmount: '7' }),
      ]),
    );
  await app.runJobs();
  agent = await signedInAs(app, { organisationId, permissions: ['VIEW_NEW_FOOD_WASTE_DASHBOARD'] });
});

const week = { element: 'WASTESINK', startDate: '2026-03-02', endDate: '2026-03-08' };
const ask = (query: object) => agent.get('/rest/v1/waste-events/weekly-totals').query({ ...week, ...query });

it('adds up whole weeks by the value, with a sum for each currency and what names none', async () => {
  const answer = await ask({});
  expect(answer.body).toEqual([
    {
      refId: expect.any(Number),
      refName: 'Compost',
      transactions: 3,
      grams: 300,
      costs: [
        { currencyCode: 'GBP', amount: 5 },
        { currencyCode: 'USD', amount: 3.25 },
      ],
    },
    { refId: null, refName: null, transactions: 1, grams: 30, costs: [{ currencyCode: 'USD', amount: 0 }] },
  ]);
});

it.each([
  [{ wasteStageId: 9 }, [30]],
  [{ endDate: '2026-03-15' }, [400, 30]],
  [{ element: 'WASTEITEM' }, [330]],
  [{ startDate: '2020-01-06', endDate: '2020-01-12' }, []],
])('%o', async (query, grams) => {
  expect((await ask(query)).body.map((row: { grams: number }) => row.grams)).toEqual(grams);
});

it.each([
  [{ startDate: '2026-03-03' }, 'startDate', 'nonMondayStartDate'],
  [{ endDate: '2026-03-07' }, 'endDate', 'nonSundayEndDate'],
  [{ endDate: '2026-03-01' }, 'endDate', 'endDateBeforeStartDate'],
  [{ startDate: '2026-02-30' }, 'startDate', 'notADate'],
  [{ element: 'COLOUR' }, 'element', 'notOneOf'],
])('refuses %o', async (query, field, code) => {
  const answer = await ask(query);
  expect(answer.status).toBe(400);
  expect(answer.body.fields).toMatchObject([{ field, code }]);
});

it('counts only what the person may see, and only in their organisation', async () => {
  const limited = await signedInAs(app, {
    organisationId,
    permissions: ['VIEW_NEW_FOOD_WASTE_DASHBOARD'],
    locations: [dollars],
  });
  expect((await limited.get('/rest/v1/waste-events/weekly-totals').query(week)).body[0]).toMatchObject({
    transactions: 2,
    costs: [{ currencyCode: 'USD' }],
  });
  const stranger = await signedInAs(app, {
    organisationId: await newOrganisation(app),
    permissions: ['VIEW_NEW_FOOD_WASTE_DASHBOARD'],
  });
  expect((await stranger.get('/rest/v1/waste-events/weekly-totals').query(week)).body).toEqual([]);
  expect((await stranger.get('/rest/v1/waste-events/weekly-totals').query({ ...week, organisationId })).status).toBe(
    404,
  );
});
