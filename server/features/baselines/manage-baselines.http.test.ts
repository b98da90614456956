import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite, weeksOfEvents } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { BaselineStage } from './manage-baselines.contract';

const needed = ['EDIT_BASELINES'] as const;
const weekStart = '2026-01-05';
const mondays = ['2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26', '2026-02-02', '2026-02-09'] as const;

let app: TestApp;
let organisationId: number;
let locationId: number;
let agent: Awaited<ReturnType<typeof signedInAs>>;
let stranger: Awaited<ReturnType<typeof signedInAs>>;

beforeAll(async () => {
  app = await testApp();
  stranger = await signedInAs(app, { organisationId: await newOrganisation(app), permissions: needed });
});

beforeEach(async () => {
  organisationId = await newOrganisation(app);
  locationId = await addLocation(app, {
    organisationId,
    siteId: await addSite(app, { organisationId, name: 'Harbour School' }),
    name: 'Kitchen',
  });
  await addEvents(app, {
    organisationId,
    locationId,
    events: weeksOfEvents({ weekStart, gramsOfWeeks: [100, 110, 120, 100, 90, 80], cost: 1 }),
  });
  await app.runJobs();
  agent = await signedInAs(app, { organisationId, permissions: needed });
});

const path = (rest = '', at = locationId, stage = 8) => `/rest/v1/baselines/${at}/${stage}${rest}`;
const stage = async () => (await agent.get(path())).body as BaselineStage;
const weeksOfActive = async () => (await stage()).baselines.find((one) => one.state === 'ACTIVE')?.weeks;

describe('the list', () => {
  it('says where each location and stage stands', async () => {
    const listed = (await agent.get('/rest/v1/baselines')).body;
    expect(listed).toMatchObject({
      total: 1,
      stages: [
        {
          siteName: 'Harbour School',
          locationName: 'Kitchen',
          wasteStageId: 8,
          period: 'REDUCTION',
          autoBaselineEnabled: true,
          method: 'AUTO',
          weeksJudged: 6,
          weeksPassing: 6,
          firstWeek: mondays[0],
          lastWeek: mondays[2],
          gPerOpenDay: 220,
          costPerOpenDay: 2,
          txnPerOpenDay: 2,
          currencyCode: 'USD',
          proposals: 0,
        },
      ],
    });
  });

  it.each([
    [{ period: 'REDUCTION' }, 1],
    [{ period: 'BASELINE' }, 0],
    [{ wasteStageId: 9 }, 0],
    [{ text: 'HARBOUR' }, 1],
    [{ text: 'hill' }, 0],
    [{ proposed: 'true' }, 0],
    [{ sort: '-gPerOpenDay', page: 2 }, 1],
  ])('%o', async (query, total) => expect((await agent.get('/rest/v1/baselines').query(query)).body.total).toBe(total));

  it.each([
    [{ period: 'LATER' }],
    [{ wasteStageId: '99999999999' }],
    [{ limit: 0 }],
    [{ colour: 'red' }],
    [{ text: 'a\u0000' }],
  ])('refuses %o', async (query) => {
    expect((await agent.get('/rest/v1/baselines').query(query)).status).toBe(400);
  });
});

describe('a baseline', () => {
  it('is proposed and accepted; the one before is kept', async () => {
    const weeks = [mondays[3], mondays[1]];
    const { baselineId } = (await agent.post(path('/proposal')).send({ weeks, reason: 'Menu change' })).body;
    expect(await weeksOfActive()).toEqual(mondays.slice(0, 3));
    expect((await agent.get('/rest/v1/baselines').query({ proposed: 'true' })).body.stages).toMatchObject([
      { proposals: 1 },
    ]);
    expect((await agent.post(path('/acceptance')).send({ baselineId, reason: 'Agreed' })).status).toBe(204);
    const { baselines, stage: row } = await stage();
    expect(row).toMatchObject({ method: 'MANUAL', firstWeek: mondays[1], lastWeek: mondays[3] });
    expect(baselines.map((one) => [one.state, one.method, one.reason])).toEqual([
      ['ACTIVE', 'MANUAL', 'Menu change'],
      ['RETIRED', 'AUTO', ''],
    ]);
    expect(baselines[0]?.createdByName).toContain('Person');
    expect((await agent.post(path('/acceptance')).send({ baselineId, reason: 'Again' })).status).toBe(409);
  });

  it('is proposed and rejected', async () => {
    const { baselineId } = (await agent.post(path('/proposal')).send({ weeks: [mondays[0]], reason: 'Try' })).body;
    expect((await agent.post(path('/rejection')).send({ baselineId, reason: 'No' })).status).toBe(204);
    expect((await stage()).baselines.map((one) => one.state)).toEqual(['REJECTED', 'ACTIVE']);
  });

  it('is set by hand, started over, and left to the rule again', async () => {
    expect((await agent.post(path('/manual')).send({ weeks: [mondays[2]], reason: 'Only good week' })).status).toBe(
      200,
    );
    expect(await weeksOfActive()).toEqual([mondays[2]]);
    expect((await agent.post(path('/rebase')).send({ fromWeek: mondays[1], reason: 'New kitchen' })).status).toBe(200);
    expect(await weeksOfActive()).toEqual(mondays.slice(1, 4));
    expect((await agent.post(path('/rebase')).send({ fromWeek: mondays[5], reason: 'Too late' })).status).toBe(409);
    const tuesday = await agent.post(path('/rebase')).send({ fromWeek: '2026-01-13', reason: 'New kitchen' });
    expect(tuesday.status).toBe(422);
    expect(tuesday.body).toMatchObject({
      code: 'baselines.weekNotMonday',
      fields: [{ field: 'fromWeek', code: 'baselines.chooseMonday' }],
    });
    expect((await agent.put(path('/auto')).send({ enabled: false, reason: 'By hand from now on' })).status).toBe(204);
    expect(await stage()).toMatchObject({ stage: { autoBaselineEnabled: false, weeksJudged: 0 } });
    expect((await stage()).weeks).toHaveLength(6);
    expect((await agent.put(path('/auto')).send({ enabled: true, reason: 'Back' })).status).toBe(204);
    expect(await weeksOfActive()).toEqual(mondays.slice(0, 3));
  });

  it.each([
    ['no week', { weeks: [], reason: 'x' }, 400],
    ['a Tuesday', { weeks: ['2026-01-06'], reason: 'x' }, 422],
    ['a day that does not exist', { weeks: ['2026-02-30'], reason: 'x' }, 400],
    ['a week without data', { weeks: ['2020-01-06'], reason: 'x' }, 422],
    ['the week that is not over', { weeks: [mondays[5]], reason: 'x' }, 422],
    ['no reason', { weeks: [mondays[0]], reason: ' ' }, 422],
    ['a number as week', { weeks: [1], reason: 'x' }, 400],
    ['a control character', { weeks: [mondays[0]], reason: 'a\u0000' }, 400],
  ])('of %s is refused', async (_, body, status) => {
    for (const way of ['/proposal', '/manual']) expect((await agent.post(path(way)).send(body)).status).toBe(status);
    expect((await stage()).baselines).toHaveLength(1);
  });

  it('says which weeks may be chosen and what speaks against each', async () => {
    const { weeks } = await stage();
    expect(weeks.map((week) => week.weekStart)).toEqual([...mondays].reverse());
    expect(weeks[0]).toMatchObject({ running: true });
    expect(weeks.at(-1)).toMatchObject({
      running: false,
      openDays: 7,
      transactions: 14,
      grams: 1400,
      cost: 14,
      gramsChange: null,
      issues: [],
    });
    expect(weeks.at(-2)?.gramsChange).toBeCloseTo(0.1);
  });

  it('of another organisation, location or stage is not there', async () => {
    const { baselineId } = (await agent.post(path('/proposal')).send({ weeks: [mondays[0]], reason: 'Try' })).body;
    const other = await addLocation(app, {
      organisationId,
      siteId: await addSite(app, { organisationId }),
      stages: [8],
    });
    expect((await agent.post(path('/acceptance', other)).send({ baselineId, reason: 'x' })).status).toBe(404);
    expect((await agent.post(path('/acceptance', locationId, 9)).send({ baselineId, reason: 'x' })).status).toBe(404);
    expect((await agent.get(path('', locationId, 9))).status).toBe(404);
    expect((await stranger.get(path())).status).toBe(404);
    expect((await stranger.get(path()).query({ organisationId })).status).toBe(404);
    expect((await stranger.post(path('/manual')).send({ weeks: [mondays[0]], reason: 'x' })).status).toBe(404);
    expect((await stranger.post(path('/acceptance')).send({ baselineId, reason: 'x' })).status).toBe(404);
    expect((await stranger.post(path('/rejection')).send({ baselineId, reason: 'x' })).status).toBe(404);
    expect((await stranger.post(path('/rebase')).send({ fromWeek: mondays[0], reason: 'x' })).status).toBe(404);
    expect((await stranger.put(path('/auto')).send({ enabled: false, reason: 'x' })).status).toBe(404);
    const limited = await signedInAs(app, { organisationId, permissions: needed, locations: [other] });
    expect((await limited.get(path())).status).toBe(404);
    expect((await limited.put(path('/auto')).send({ enabled: false, reason: 'x' })).status).toBe(404);
    expect((await limited.get('/rest/v1/baselines')).body.stages).toMatchObject([
      { locationId: other, period: 'ACTIVATION' },
    ]);
    expect((await stage()).baselines.map((one) => one.state)).toEqual(['PROPOSED', 'ACTIVE']);
  });

  it('is for staff to set elsewhere, and for nobody without the right', async () => {
    const staff = await signedInAs(app, { organisationId: 1, permissions: needed });
    expect(
      (await staff.post(path('/manual')).send({ organisationId, weeks: [mondays[1]], reason: 'On request' })).status,
    ).toBe(200);
    const audit = await app.db
      .selectFrom('audit_log')
      .select('actor')
      .where('organisation_id', '=', organisationId)
      .where('action', '=', 'baseline.setManual')
      .execute();
    expect(audit).toEqual([{ actor: staff.person.login }]);
    const viewer = await signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
    expect((await viewer.get('/rest/v1/baselines')).status).toBe(403);
  });
});
