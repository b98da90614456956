import { beforeAll, describe, expect, it } from 'vitest';
import content from '../../../client/baselines/content.module.css';
import { addEvents, addLocation, addSite, weekOfEvents, weeksOfEvents } from '../../../tests/support/factories';
import { browser, newOrganisation, signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { baselineDetails, readinessAnswer } from './baselines.contract';

let app: TestApp;
let organisationId: number;
let siteId: number;
let agent: Awaited<ReturnType<typeof signedInAs>>;
const place = { young: 0, based: 0, manual: 0, waiting: 0, thin: 0 };

beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app, { unitId: 12 });
  siteId = await addSite(app, { organisationId, name: 'North School' });
  place.young = await addLocation(app, { organisationId, siteId, name: 'Young Kitchen' });
  place.based = await addLocation(app, { organisationId, siteId, name: 'Based Kitchen' });
  place.manual = await addLocation(app, { organisationId, siteId, name: 'Manual Kitchen', autoBaseline: false });
  place.waiting = await addLocation(app, { organisationId, siteId, name: 'Waiting Kitchen', stages: [8] });
  // First a week of two open days, then full weeks; the third has more than twice the weight.
  await addEvents(app, {
    organisationId,
    locationId: place.young,
    events: [
      ...weekOfEvents({ weekStart: '2026-02-14', days: 2, eventsPerDay: 5, grams: 1_000, cost: 3 }),
      ...weeksOfEvents({ weekStart: '2026-02-16', gramsOfWeeks: [2_500, 7_000], cost: 3 }),
      ...weekOfEvents({ weekStart: '2026-03-02', days: 1, grams: 1_000, cost: 3 }),
    ],
  });
  await addEvents(app, {
    organisationId,
    locationId: place.based,
    events: weeksOfEvents({
      weekStart: '2026-01-26',
      gramsOfWeeks: [1_000, 1_000, 1_000, 1_000, 800, 700, 600, 600],
      days: 7,
      cost: 2,
    }).filter((event) => event.day <= '2026-03-18'),
  });
  await addEvents(app, {
    organisationId,
    locationId: place.manual,
    events: weeksOfEvents({ weekStart: '2026-02-16', gramsOfWeeks: [1_000, 1_000] }),
  });
  // Five of seven days since the baseline: 71 % in each week.
  place.thin = await addLocation(app, { organisationId, siteId, name: 'Thin Kitchen' });
  await addEvents(app, {
    organisationId,
    locationId: place.thin,
    events: [
      ...weeksOfEvents({ weekStart: '2026-01-26', gramsOfWeeks: [1_000, 1_000, 1_000, 1_000], days: 7 }),
      ...weeksOfEvents({ weekStart: '2026-02-23', gramsOfWeeks: [500, 500], days: 5 }),
    ],
  });
  await app.runJobs();
  agent = await signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
});

const readiness = (query: string, by = agent) => by.get(`/rest/v1/baseline/readiness?${query}`);
const details = (query: string, by = agent) => by.get(`/rest/v1/baseline/details?${query}`);

describe('GET /baseline/readiness', () => {
  // Spec 2: Readiness: the columns of a week
  // Spec 4: Baseline readiness weeks in period = floor(days / 7)
  // Spec 7: Baseline readiness by location and stage
  it('judges each week, the newest first, per open day', async () => {
    const answer = await readiness(`locationId=${place.young}&wasteStageId=8`);
    expect(answer.status).toBe(200);
    const data = readinessAnswer.parse(answer.body);
    expect(data).toMatchObject({
      siteName: 'North School',
      locationName: 'Young Kitchen',
      wasteStageName: 'Pre-consumer',
      dayCount: 32,
      weeksInPeriod: 4,
      autoBaselineEnabled: true,
      hasBaseline: false,
      noDataReason: null,
      passingWeeks: 0,
      criteria: { minTransactions: 10, maxIncrease: 1, maxDecrease: 0.5, consecutiveWeeks: 3, weeksSinceFirst: 3 },
    });
    expect(
      data.weeks.map((week) => [
        week.weekBeginDate,
        week.openDays,
        week.priorOpenDays,
        week.weightSum,
        week.weightUnit,
        week.weightDeltaPct,
        week.costDeltaPct,
        week.issues,
        week.latest,
      ]),
    ).toEqual([
      [
        '2026-03-02',
        7,
        7,
        2,
        'kg',
        -97.959184,
        -85.714286,
        ['NOT_ENOUGH_TRANSACTIONS', 'TOO_MUCH_WEIGHT_FLUCTUATION', 'TOO_MUCH_COST_FLUCTUATION'],
        true,
      ],
      ['2026-02-23', 7, 7, 98, 'kg', 180, 0, ['TOO_MUCH_WEIGHT_FLUCTUATION'], false],
      ['2026-02-16', 7, 2, 35, 'kg', 0, -60, ['TOO_MUCH_COST_FLUCTUATION'], false],
      ['2026-02-09', 2, null, 10, 'kg', null, null, [], false],
    ]);
    expect(data.weeks[1]).toMatchObject({ transactionCount: 14, costSum: 42, currency: 'USD' });
  });

  // Spec 2: Readiness: rows only when auto-baseline applies
  it.each([
    ['manual', 8, 'AUTO_BASELINE_OFF'],
    ['waiting', 8, 'NO_EVENTS'],
    ['young', 9, 'NOT_SET_UP'],
    ['young', undefined, 'NO_STAGE'],
  ] as const)('has no weeks for the %s kitchen in stage %s, and says why', async (name, stage, reason) => {
    const answer = await readiness(`locationId=${place[name]}${stage ? `&wasteStageId=${stage}` : ''}`);
    expect(readinessAnswer.parse(answer.body)).toMatchObject({
      noDataReason: reason,
      weeks: [],
      ...(stage ? {} : { wasteStageId: null, wasteStageName: null, weeksInPeriod: null }),
    });
  });
});

describe('GET /baseline/details', () => {
  // Spec 7: Baseline details by site, location, stage and stage name
  it('compares the weeks since the baseline with it, and leaves the running one out', async () => {
    const answer = await details(
      `siteId=${siteId}&locationId=${place.based}&wasteStageId=8&wasteStageName=Pre-consumer`,
    );
    expect(answer.status).toBe(200);
    const data = baselineDetails.parse(answer.body);
    expect(data.baselineData).toMatchObject({
      baselineStartDate: '2026-01-26',
      baselineEndDate: '2026-02-15',
      weekCount: 3,
      comparedFrom: '2026-02-16',
      method: 'AUTO',
      reason: '',
      baseline: { openDays: 21, weightPerOpenDay: 2, costPerOpenDay: 4, transactionsPerOpenDay: 2 },
      since: { openDays: 28, trackedDays: 28, weightPerOpenDay: 1.55, costPerOpenDay: 4, transactionsPerOpenDay: 2 },
      valueVsBaseline: 0,
      transactionsVsBaseline: 0,
    });
    expect(data.baselineData?.weightVsBaseline).toBeCloseTo(-0.225, 10);
    expect(
      data.weeklySummaries.map((week) => [
        week.weekBeginDate,
        week.weightSum,
        week.weightVsBaseline?.toFixed(4) ?? null,
        week.running,
      ]),
    ).toEqual([
      ['2026-03-16', 3.6, null, true],
      ['2026-03-09', 8.4, '-0.4000', false],
      ['2026-03-02', 9.8, '-0.3000', false],
      ['2026-02-23', 11.2, '-0.2000', false],
      ['2026-02-16', 14, '0.0000', false],
    ]);
  });

  it('says which changes are no result, of each week and of all together', async () => {
    const sound = baselineDetails.parse((await details(`locationId=${place.based}&wasteStageId=8`)).body);
    expect(sound.baselineData).toMatchObject({ reliable: true, unreliableReason: null });
    const thin = baselineDetails.parse((await details(`locationId=${place.thin}&wasteStageId=8`)).body);
    expect(thin.baselineData).toMatchObject({ reliable: false, unreliableReason: 'NOT_ENOUGH_TRACKED_DAYS' });
    expect(
      thin.weeklySummaries.filter((week) => !week.running).map((week) => [week.weekBeginDate, week.reliable]),
    ).toEqual([
      ['2026-03-09', false],
      ['2026-03-02', false],
      ['2026-02-23', false],
      ['2026-02-16', true],
    ]);
    const { text } = await agent.get(`/baselines/detail?locationId=${place.thin}&wasteStageId=8`);
    const figures = text.slice(text.indexOf('Change in weight'), text.indexOf('baseline-weeks'));
    expect(figures.replace(/<[^>]*>/g, '')).toContain(
      'Not enough tracked days. It would be less than the baseline, since Feb 16, 2026',
    );
    expect(figures).not.toMatch(new RegExp(`class="[^"]*\\b${content.less}\\b`));
    expect(text).toContain('Weeks below the baseline: 0 of 1');
  });

  it.each([
    ['young', 8, 'NOT_READY'],
    ['manual', 8, 'NOT_CHOSEN'],
    ['waiting', 8, 'NO_EVENTS'],
    ['young', 9, 'NOT_SET_UP'],
  ] as const)('has no baseline for the %s kitchen in stage %s, and says why', async (name, stage, reason) => {
    const answer = await details(`locationId=${place[name]}&wasteStageId=${stage}`);
    expect(baselineDetails.parse(answer.body)).toMatchObject({
      baselineData: null,
      weeklySummaries: [],
      noDataReason: reason,
    });
  });
});

describe('both calls and pages', () => {
  const all = [
    ['call', '/rest/v1/baseline/readiness'],
    ['call', '/rest/v1/baseline/details'],
    ['page', '/baselines/readiness'],
    ['page', '/baselines/detail'],
  ] as const;

  it.each(all)('%s %s: 404 for what is not there or not visible', async (_kind, path) => {
    const own = `?locationId=${place.based}&wasteStageId=8`;
    const elsewhere = await addSite(app, { organisationId });
    const limited = await signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'], sites: [elsewhere] });
    const stranger = await signedInAs(app, {
      organisationId: await newOrganisation(app),
      permissions: ['VIEW_BASE_LPO_PAGE'],
    });
    expect((await agent.get(`${path}${own}`)).status).toBe(200);
    expect((await limited.get(`${path}${own}`)).status).toBe(404);
    expect((await stranger.get(`${path}${own}`)).status).toBe(404);
    expect((await agent.get(`${path}?locationId=999999999&wasteStageId=8`)).status).toBe(404);
    expect((await agent.get(`${path}?locationId=${place.based}&wasteStageId=777`)).status).toBe(404);
  });

  it.each(all)('%s %s: 400 for what is no id', async (_kind, path) => {
    for (const query of [
      '',
      '?locationId=NaN&wasteStageId=8',
      `?locationId=${place.based}&wasteStageId=8.5`,
      '?locationId=1e400&wasteStageId=8',
      '?locationId=-1&wasteStageId=8',
    ]) {
      expect([query, (await agent.get(`${path}${query}`)).status]).toEqual([query, 400]);
    }
  });

  it.each(all)('%s %s: for those who may', async (kind, path) => {
    const url = `${path}?locationId=${place.based}&wasteStageId=8`;
    const other = await signedInAs(app, { organisationId, permissions: ['VIEW_PERFORMANCE_DASHBOARD'] });
    const anonymous = await browser(app).get(url);
    const away = await other.get(url);
    expect([anonymous.status, away.status]).toEqual(kind === 'call' ? [401, 403] : [302, 302]);
    if (kind === 'page') expect([anonymous.headers.location, away.headers.location]).toEqual(['/login', '/home']);
  });

  it('refuse a site that is not the location’s', async () => {
    expect((await details(`siteId=${siteId + 1}&locationId=${place.based}&wasteStageId=8`)).status).toBe(404);
  });

  it('know their words', async () => {
    expect((await readiness(`locationId=${place.based}&wasteStageId=8&colour=red`)).body).toMatchObject({
      code: 'badRequest',
      fields: [{ field: 'colour' }],
    });
  });
});

describe('the pages without scripts', () => {
  // Spec 2: Readiness: weeks in period, criteria key, weekly table with icons, show/hide criteria, beta badge
  it('show the readiness with the failed criteria in words and the open days that differ', async () => {
    const { text } = await agent.get(`/baselines/readiness?locationId=${place.young}&wasteStageId=8`);
    for (const words of [
      'Weeks in period',
      'Show baseline criteria',
      'less than 100%',
      'Fewer than 10 transactions.',
      'per open day (7 vs. 2 open days)',
      'Not met',
      'Beta',
    ])
      expect(text).toContain(words);
    expect(text).toContain('+180.00%');
  });

  it('keep a week that has events and no open day, and say that it is skipped', async () => {
    const { organisation_id: organisationId, site_id: siteId } = await app.db
      .selectFrom('location')
      .select(['organisation_id', 'site_id'])
      .where('id', '=', place.young)
      .executeTakeFirstOrThrow();
    const locationId = await addLocation(app, { organisationId, siteId, name: 'Stray Kitchen' });
    await app.db
      .insertInto('calendar_exception')
      .values({
        organisation_id: organisationId,
        location_id: locationId,
        from_date: '2026-02-23',
        to_date: '2026-03-01',
        open: false,
        created_at: app.clock.now(),
      })
      .execute();
    await addEvents(app, {
      organisationId,
      locationId,
      events: weeksOfEvents({ weekStart: '2026-02-16', gramsOfWeeks: [1_000, 1_000] }),
    });
    await app.runJobs();
    const { text } = await agent.get(`/baselines/readiness?locationId=${locationId}&wasteStageId=8`);
    expect(text.match(/Skipped: no open days/g)).toHaveLength(1);
    expect(text).toContain('Feb 23');
  });

  // Spec 2: Readiness: site, location, stage (falls back to unspecified); a no baseline data text
  it('show the stage as unspecified and the reason where there are no weeks', async () => {
    const { text } = await agent.get(`/baselines/readiness?locationId=${place.young}`);
    expect(text).toContain('Unspecified');
    expect(text).toContain('No baseline data');
  });

  it('lead whoever may edit baselines to where they do, and nobody else', async () => {
    const query = `locationId=${place.based}&wasteStageId=8`;
    const editor = await signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE', 'EDIT_BASELINES'] });
    const link = `href="/manage-baselines?location=${place.based}&amp;stage=8"`;
    for (const page of ['readiness', 'detail']) {
      const address = `/baselines/${page}?${query}`;
      expect(
        [
          (await editor.get(address)).text.includes(link),
          (await agent.get(address)).text.includes('/manage-baselines'),
        ],
        page,
      ).toEqual([true, false]);
    }
    expect((await editor.get(`/baselines/readiness?locationId=${place.based}`)).text).not.toContain(
      '/manage-baselines?',
    );
  });

  it('show the change since the baseline', async () => {
    const { text } = await agent.get(`/baselines/detail?locationId=${place.based}&wasteStageId=8`);
    for (const words of [
      '−22.50%',
      '28 of 28 open days tracked',
      'Jan 26 – Feb 15, 2026',
      'Weeks below the baseline: 3 of 4',
      'in progress',
    ])
      expect(text).toContain(words);
  });
});
