/* eslint max-lines: off -- page, calls and CSV are held against one kitchen, whose figures stand once at the top */
import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite, weekOfEvents, weeksOfEvents } from '../../../tests/support/factories';
import { browser, newOrganisation, signedInAs, unique } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { Permission } from '../../platform/permissions';

const rights: Permission[] = [
  'VIEW_PERFORMANCE_DASHBOARD',
  'VIEW_BASE_LPO_PAGE',
  'VIEW_ENGAGEMENT_SCORE',
  'VIEW_EXCLUSION_THRESHOLD_PERFORMANCE_DASHBOARD',
];
const range = 'startDate=2025-12-15&endDate=2026-03-15&wasteStageId=8';
const monday = '2026-01-05';

interface Kitchens {
  organisationId: number;
  mill: number;
  quay: number;
  a: number;
  b: number;
  c: number;
  d: number;
  e: number;
}

/**
 * Three weeks of baseline from 5 January, two weeks of reduction up to 8 February; 2 weighings on each of 7 open days.
 * A 2,000 g and 2 USD a day, then 1,600 and 1,200 g and 1 USD. B 1,000 g a day without value, then 1,200 g, the last two days
 * untracked. C 2,000 g and 4 EUR a day, then 200 g at the same value. D one week only, E nothing.
 */
async function openKitchens(app: TestApp): Promise<Kitchens> {
  const organisationId = await newOrganisation(app);
  const mill = await addSite(app, { organisationId, name: '=Mill', region: 'North', segment: 'Schools' });
  const quay = await addSite(app, {
    organisationId,
    name: 'Quay',
    countryCode: 'DE',
    currencyCode: 'EUR',
    region: 'South',
    segment: 'Hospitals',
  });
  const location = (siteId: number, name: string) => addLocation(app, { organisationId, siteId, name, stages: [8] });
  const [a, b, c, d, e] = [
    await location(mill, 'Alder'),
    await location(mill, 'Birch'),
    await location(quay, 'Cedar'),
    await location(quay, 'Dogwood'),
    await location(quay, 'Elm'),
  ];
  const add = (locationId: number, events: Parameters<typeof addEvents>[1]['events']) =>
    addEvents(app, { organisationId, locationId, events });
  await add(a, [
    ...weeksOfEvents({ weekStart: monday, gramsOfWeeks: [1000, 1000, 1000], cost: 1 }),
    ...weeksOfEvents({ weekStart: '2026-01-26', gramsOfWeeks: [800, 600], cost: 0.5 }),
  ]);
  await add(b, [
    ...weeksOfEvents({ weekStart: monday, gramsOfWeeks: [500, 500, 500, 600] }),
    ...weekOfEvents({ weekStart: '2026-02-02', grams: 600, days: 5 }),
  ]);
  await add(c, weeksOfEvents({ weekStart: monday, gramsOfWeeks: [1000, 1000, 1000, 100, 100], cost: 2 }));
  await add(d, weekOfEvents({ weekStart: monday, grams: 100 }));
  await app.runJobs();
  return { organisationId, mill, quay, a, b, c, d, e };
}

let app: TestApp;
let kitchens: Kitchens;

beforeAll(async () => {
  app = await testApp();
  kitchens = await openKitchens(app);
});

interface Wish {
  locale?: 'de_DE';
  permissions?: Permission[];
  sites?: number[];
  locations?: number[];
  organisationId?: number;
}
const people = new Map<string, ReturnType<typeof signedInAs>>();

/** Signed in once for all tests with the same wish: a password takes its time. */
function someone(wish: Wish = {}): ReturnType<typeof signedInAs> {
  const whole = { organisationId: kitchens.organisationId, permissions: rights, ...wish };
  const key = JSON.stringify(whole);
  const known = people.get(key) ?? signedInAs(app, whole);
  people.set(key, known);
  return known;
}

interface Row {
  locationName: string;
  siteName: string;
  [field: string]: unknown;
}
const named = (body: { performances: Row[] }, name: string) =>
  body.performances.find((row) => row.locationName === name || row.siteName === name) as Row;

describe('GET /rest/v1/performance/locationSummary', () => {
  // Spec 7: GET /performance/locationSummary
  it('compares each location with its baseline, worked out by hand', async () => {
    const { body, status } = await (await someone()).get(`/rest/v1/performance/locationSummary?${range}`);
    expect(status).toBe(200);
    expect(body.performances.map((row: Row) => row.locationName)).toEqual([
      'Alder',
      'Birch',
      'Cedar',
      'Dogwood',
      'Elm',
    ]);
    const alder = named(body, 'Alder');
    expect(alder.weightVsBaseline).toBeCloseTo(19_600 / 28_000 - 1, 6);
    expect(alder.valueVsBaseline).toBeCloseTo(-0.5, 6);
    expect(alder.transactionsVsBaseline).toBeCloseTo(0, 6);
    expect(alder).toMatchObject({
      siteName: '=Mill',
      siteStatus: 'ACTIVE',
      locationStatus: 'ACTIVE',
      locationCount: 1,
      minBaselineStartDate: monday,
      activeGoals: null,
      percentDaysTracking: 100,
      compliantWeeks: 5,
      weeksWithComplianceScore: 5,
      excluded: false,
    });
    const birch = named(body, 'Birch');
    expect(birch.weightVsBaseline).toBeCloseTo(14_400 / 14_000 - 1, 6);
    expect(birch.transactionsVsBaseline).toBeCloseTo(24 / 28 - 1, 6);
    expect(birch).toMatchObject({ valueVsBaseline: null, compliantWeeks: 4, weeksWithComplianceScore: 5 });
    expect(birch.percentDaysTracking).toBeCloseTo((33 / 35) * 100, 6);
    expect(named(body, 'Dogwood')).toMatchObject({
      weightVsBaseline: null,
      minBaselineStartDate: null,
      percentDaysTracking: 20,
    });
    expect(named(body, 'Elm')).toMatchObject({
      weightVsBaseline: null,
      percentDaysTracking: null,
      weeksWithComplianceScore: 0,
    });
  });

  it('sums up over the locations that can be compared, each currency by itself', async () => {
    const { body } = await (await someone()).get(`/rest/v1/performance/locationSummary?${range}`);
    expect(body.overallWeightChange).toBe(-0.474286);
    expect(body.overallTransactionChanges).toBeCloseTo(80 / 84 - 1, 6);
    expect(body.overallCostChange).toBeNull();
    expect(body.overallCostChanges).toEqual([
      { currency: 'EUR', change: 0, derivedShare: 0 },
      { currency: 'USD', change: -0.5, derivedShare: 0 },
    ]);
    expect(body.percentOfDaysTracking).toBeCloseTo((103 / 105) * 100, 6);
    expect(body.overallLocationComplianceScore).toBeCloseTo((14 / 15) * 100, 6);
    expect(body).toMatchObject({
      averageOfActiveGoals: null,
      reductionThreshold: 0,
      reliable: true,
      unreliableReason: null,
      withoutStopped: null,
    });
    expect(body.locations).toEqual({
      total: 5,
      counted: 3,
      excluded: 0,
      withoutBaseline: 2,
      withoutOpenDay: 0,
      probablyStopped: 0,
    });
  });

  // Spec 7: Performance: reductionExclusionThreshold
  it('leaves reductions of the threshold or more out of the sums, and keeps their rows', async () => {
    const { body } = await (
      await someone()
    ).get(`/rest/v1/performance/locationSummary?${range}&reductionExclusionThreshold=0.9`);
    expect(named(body, 'Cedar')).toMatchObject({ excluded: true });
    expect(body.overallWeightChange).toBeCloseTo(34_000 / 42_000 - 1, 6);
    expect(body).toMatchObject({
      reductionThreshold: 0.9,
      overallCostChange: -0.5,
      overallCostChanges: [{ currency: 'USD', change: -0.5, derivedShare: 0 }],
    });
  });

  // Spec 4: Performance: the reduction threshold is taken from the server if it is still 0
  it("takes the organisation's own threshold when none is asked for", async () => {
    await app.db
      .updateTable('organisation')
      .set({ exclusion_threshold: 0.8 })
      .where('id', '=', kitchens.organisationId)
      .execute();
    const { body } = await (
      await someone()
    ).get(`/rest/v1/performance/locationSummary?${range}&reductionExclusionThreshold=0`);
    await app.db
      .updateTable('organisation')
      .set({ exclusion_threshold: 0 })
      .where('id', '=', kitchens.organisationId)
      .execute();
    expect(body.reductionThreshold).toBe(0.8);
    expect(named(body, 'Cedar').excluded).toBe(true);
  });

  it('counts only the weeks of the range', async () => {
    const { body } = await (
      await someone()
    ).get('/rest/v1/performance/locationSummary?startDate=2026-01-26&endDate=2026-02-01&wasteStageId=8');
    expect(named(body, 'Alder').weightVsBaseline).toBeCloseTo(-0.2, 6);
    const before = await (
      await someone()
    ).get('/rest/v1/performance/locationSummary?startDate=2026-01-05&endDate=2026-01-25&wasteStageId=8');
    expect(named(before.body, 'Alder')).toMatchObject({
      weightVsBaseline: null,
      minBaselineStartDate: monday,
      percentDaysTracking: 100,
    });
  });

  // Spec 7: Performance: segmentName, countryCode, regionName
  it.each([
    ['countryCode=DE', ['Cedar', 'Dogwood', 'Elm']],
    ['regionName=North', ['Alder', 'Birch']],
    ['segmentName=Hospitals', ['Cedar', 'Dogwood', 'Elm']],
    ['segmentName=Hospitals&regionName=North', []],
    ['regionName=Nowhere', []],
  ])('%s', async (filter, names) => {
    const { body } = await (await someone()).get(`/rest/v1/performance/locationSummary?${range}&${filter}`);
    expect(body.performances.map((row: Row) => row.locationName)).toEqual(names);
  });

  it('keeps compliance from those who may not see it', async () => {
    const { body } = await (
      await someone({ permissions: ['VIEW_PERFORMANCE_DASHBOARD'] })
    ).get(`/rest/v1/performance/locationSummary?${range}`);
    expect(body.overallLocationComplianceScore).toBeNull();
    expect(named(body, 'Alder')).toMatchObject({ compliantWeeks: null, weeksWithComplianceScore: null });
  });

  // Spec 5: Performance: the calls refuse the same
  it.each([
    ['startDate=2026-01-06&endDate=2026-03-15&wasteStageId=8', 'startDate', 'nonMondayStartDate'],
    ['startDate=2026-01-05&endDate=2026-03-14&wasteStageId=8', 'endDate', 'nonSundayEndDate'],
    ['startDate=2026-03-09&endDate=2026-03-01&wasteStageId=8', 'endDate', 'endDateBeforeStartDate'],
    ['startDate=2026-02-30&endDate=2026-03-15&wasteStageId=8', 'startDate', 'notADate'],
    ['startDate=NaN&endDate=2026-03-15&wasteStageId=8', 'startDate', 'notADate'],
    ['startDate=99999-01-04&endDate=2026-03-15&wasteStageId=8', 'startDate', 'notADate'],
    ['startDate=2026-01-05&endDate=9999-12-26&wasteStageId=8', 'endDate', 'dateInFuture'],
    ['startDate=0001-01-01&endDate=2026-03-15&wasteStageId=8', 'startDate', 'dateTooEarly'],
    ['endDate=2026-03-15&wasteStageId=8', 'startDate', 'required'],
    ['startDate=2026-01-05&startDate=2026-01-12&endDate=2026-03-15&wasteStageId=8', 'startDate', 'wrongType'],
    ['startDate=2026-01-05&endDate=2026-03-15&wasteStageId=7', 'wasteStageId', 'notOneOf'],
    ['startDate=2026-01-05&endDate=2026-03-15', 'wasteStageId', 'notOneOf'],
    [`${range}&reductionExclusionThreshold=NaN`, 'reductionExclusionThreshold', 'wrongType'],
    [`${range}&reductionExclusionThreshold=1e999`, 'reductionExclusionThreshold', 'wrongType'],
    [`${range}&reductionExclusionThreshold=2`, 'reductionExclusionThreshold', 'tooBig'],
    [`${range}&regionName=%00`, 'regionName', 'controlCharacter'],
    [`${range}&regionName=${'x'.repeat(101)}`, 'regionName', 'tooLong'],
    [`${range}&region=North`, 'region', 'unknownField'],
  ])('refuses %s', async (query, field, code) => {
    const { body, status } = await (await someone()).get(`/rest/v1/performance/locationSummary?${query}`);
    expect(status).toBe(400);
    expect(body.fields).toContainEqual(expect.objectContaining({ field, code }));
  });
});

describe('GET /rest/v1/performance/siteSummary', () => {
  // Spec 7: GET /performance/siteSummary
  it('adds up the locations of each site', async () => {
    const { body } = await (await someone()).get(`/rest/v1/performance/siteSummary?${range}`);
    expect(body.performances.map((row: Row) => row.siteName)).toEqual(['=Mill', 'Quay']);
    const mill = named(body, '=Mill');
    expect(mill.weightVsBaseline).toBeCloseTo(34_000 / 42_000 - 1, 6);
    expect(mill).toMatchObject({ locationCount: 2, minBaselineStartDate: monday, complianceScore: 90 });
    expect(named(body, 'Quay')).toMatchObject({ locationCount: 3, valueVsBaseline: 0 });
    expect(body.overallWeightChange).toBe(-0.474286);
  });

  // Spec 9: Default overall compliance 50
  it('starts from a compliance of 50 where there is no week to judge', async () => {
    const organisationId = await newOrganisation(app);
    const { body } = await (await someone({ organisationId })).get(`/rest/v1/performance/siteSummary?${range}`);
    expect(body).toMatchObject({
      overallLocationComplianceScore: 50,
      overallWeightChange: null,
      overallCostChange: null,
      percentOfDaysTracking: null,
      performances: [],
    });
  });
});

describe('who may see what', () => {
  it.each([
    'siteSummary',
    'locationSummary',
    'siteSummary/export',
    'locationSummary/export',
    'selectableWasteStages',
    'countryCodeAndSegment',
  ])('%s: signed in and with the right', async (call) => {
    const url = `/rest/v1/performance/${call}?${range}`;
    expect((await browser(app).get(url)).status).toBe(401);
    expect((await (await someone({ permissions: ['VIEW_BASE_LPO_PAGE'] })).get(url)).status).toBe(403);
  });

  it('page: to the sign-in, to home, or there', async () => {
    expect((await browser(app).get('/performanceDashboard')).headers.location).toBe('/login');
    expect(
      (await (await someone({ permissions: ['VIEW_BASE_LPO_PAGE'] })).get('/performanceDashboard')).headers.location,
    ).toBe('/home');
    expect((await (await someone()).get('/performanceDashboard')).status).toBe(200);
  });

  it('shows the menu entry to those who may see the reporting menu', async () => {
    expect((await (await someone()).get('/performanceDashboard')).text).toContain('href="/performanceDashboard"');
    const without = (await (await someone({ permissions: ['VIEW_PERFORMANCE_DASHBOARD'] })).get('/home')).text;
    expect(without).not.toContain('href="/performanceDashboard"');
  });

  // Spec 7: GET /performance/selectableWasteStages and /performance/countryCodeAndSegment
  it('limits rows and sums to secured sites and locations', async () => {
    const site = await (await someone({ sites: [kitchens.mill] })).get(`/rest/v1/performance/locationSummary?${range}`);
    expect(site.body.performances.map((row: Row) => row.locationName)).toEqual(['Alder', 'Birch']);
    expect(site.body.overallWeightChange).toBeCloseTo(34_000 / 42_000 - 1, 6);
    const places = await (await someone({ sites: [kitchens.mill] })).get('/rest/v1/performance/countryCodeAndSegment');
    expect(places.body).toEqual({
      country: [{ countryCode: 'US', countryName: expect.any(String) }],
      region: [{ regionName: 'North' }],
      segment: [{ segmentName: 'Schools' }],
    });
    const location = await (
      await someone({ locations: [kitchens.c] })
    ).get(`/rest/v1/performance/siteSummary?${range}`);
    expect(location.body.performances).toMatchObject([{ siteName: 'Quay', locationCount: 1 }]);
  });

  it('shows nothing of another organisation', async () => {
    const other = await newOrganisation(app);
    const agent = await someone({ organisationId: other });
    expect((await agent.get(`/rest/v1/performance/locationSummary?${range}`)).body.performances).toEqual([]);
    expect((await agent.get('/rest/v1/performance/selectableWasteStages')).body).toEqual([]);
    expect((await agent.get('/performanceDashboard')).text).not.toContain('Alder');
  });
});

describe('what was not measured', () => {
  it('keeps its mark from the event to the call, the file and every place of the page', async () => {
    const organisationId = await newOrganisation(app);
    const siteId = await addSite(app, { organisationId, name: 'Shore' });
    const [served, weighed] = [
      await addLocation(app, { organisationId, siteId, name: 'Served', stages: [8] }),
      await addLocation(app, { organisationId, siteId, name: 'Weighed', stages: [8] }),
    ];
    const weeks = { weekStart: monday, gramsOfWeeks: [1000, 1000, 1000, 900, 900], cost: 1 };
    await addEvents(app, { organisationId, locationId: served, events: weeksOfEvents({ ...weeks, estimated: true }) });
    await addEvents(app, { organisationId, locationId: weighed, events: weeksOfEvents(weeks) });
    await app.db
      .insertInto('cost_rule')
      .values({ organisation_id: organisationId, amount_per_kg: 1, currency_code: 'USD', valid_from: '2020-01-01' })
      .execute();
    const rule = await app.db
      .selectFrom('cost_rule')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .executeTakeFirstOrThrow();
    await app.db
      .updateTable('waste_event')
      .set({ cost_rule_id: rule.id })
      .where('organisation_id', '=', organisationId)
      .where('location_id', '=', served)
      .execute();
    await app.runJobs();
    const agent = await someone({ organisationId });
    const { body } = await agent.get(`/rest/v1/performance/locationSummary?${range}`);
    expect(named(body, 'Served')).toMatchObject({ estimatedShare: 1, derivedCostShare: 1, reliable: true });
    expect(named(body, 'Weighed')).toMatchObject({ estimatedShare: 0, derivedCostShare: 0 });
    expect(body).toMatchObject({ estimatedShare: 0.5, overallCostChanges: [{ currency: 'USD', derivedShare: 0.5 }] });
    const { text } = await agent.get('/performanceDashboard');
    const words = text.replace(/<[^>]*>/g, ' ');
    expect(words.match(/50% estimated from servings/g)?.length).toBeGreaterThanOrEqual(3);
    expect(words).toContain('50% estimated from prices');
    expect(words.match(/100% estimated from servings/g)?.length).toBeGreaterThanOrEqual(2);
    expect(text).toContain('url(#trend-weight-estimated)');
    expect(words).toContain('Striped: estimated from servings');
    expect((await agent.get(`/rest/v1/performance/locationSummary/export?${range}`)).text).toMatch(
      /Served.*,Yes,,100,100,Yes\r\n/,
    );
    const plain = (await (await someone()).get('/performanceDashboard')).text;
    expect(plain).not.toContain('estimated from servings</');
    expect(plain).not.toContain('trend-weight-estimated');
  });
});

describe('exports', () => {
  // Spec 2: Performance: download CSV
  // Spec 7: GET /performance/…/export, text/csv
  it('gives every location with formulas defused', async () => {
    const answer = await (await someone()).get(`/rest/v1/performance/locationSummary/export?${range}`);
    expect(answer.headers['content-disposition']).toContain('Locations Performance.csv');
    expect(answer.headers['content-type']).toContain('text/csv');
    const [head, ...lines] = answer.text.replace('\uFEFF', '').trim().split('\r\n');
    expect(head).toBe(
      'Site,Site status,Location,Location status,Value vs. baseline (%),Weight vs. baseline (%),Transactions vs. baseline (%),Active goals,Days tracked (%),Weight accuracy (%),"Weight vs. baseline, corrected using check weights (%)",Compliant weeks,Weeks with a compliance score,Baseline start,Locations not counted,Reliable,Reason if not reliable,Weight estimated from servings (%),Cost estimated from prices (%),Has recorded days',
    );
    expect(lines).toHaveLength(5);
    expect(lines[0]).toBe("'=Mill,Active,Alder,Active,-50,-30,0,,100,,,5,5,2026-01-05,0,Yes,,0,0,Yes");
    expect(lines[1]).toBe("'=Mill,Active,Birch,Active,,2.86,-14.29,,94,,,4,5,2026-01-05,0,Yes,,0,,Yes");
    expect(lines[4]).toMatch(/,0,,,,,No$/);
  });

  it('gives sites, without compliance to those who may not see it', async () => {
    const address = `/rest/v1/performance/siteSummary/export?${range}&reductionExclusionThreshold=0.8`;
    const mayChoose = await someone({
      permissions: ['VIEW_PERFORMANCE_DASHBOARD', 'VIEW_EXCLUSION_THRESHOLD_PERFORMANCE_DASHBOARD'],
    });
    const answer = await mayChoose.get(address);
    expect(answer.headers['content-disposition']).toContain('Sites Performance.csv');
    const lines = answer.text.replace('\uFEFF', '').trim().split('\r\n');
    expect(lines[0]).not.toContain('ompliance');
    expect(lines[2]).toBe('Quay,Active,3,0,-90,0,,60,,,2026-01-05,1,No,Not enough tracked days,0,0,Yes');
    const without = await (await someone({ permissions: ['VIEW_PERFORMANCE_DASHBOARD'] })).get(address);
    expect(without.text).toContain('Quay,Active,3,0,-90,0,,60,,,2026-01-05,0');
  });

  it('say in each row and in the call where no day of the range was recorded, as the page does', async () => {
    const empty = 'startDate=2026-03-02&endDate=2026-03-15&wasteStageId=8';
    const agent = await someone();
    for (const viewType of ['site', 'location']) {
      const { body } = await agent.get(`/rest/v1/performance/${viewType}Summary?${empty}`);
      expect([body.recorded, body.performances.filter((row: { recorded: boolean }) => row.recorded)]).toEqual([
        false,
        [],
      ]);
      const [, ...lines] = (await agent.get(`/rest/v1/performance/${viewType}Summary/export?${empty}`)).text
        .trim()
        .split('\r\n');
      expect(lines.filter((line) => !line.endsWith(',No'))).toEqual([]);
      expect(lines.length).toBeGreaterThan(1);
      expect((await agent.get(`/rest/v1/performance/${viewType}Summary?${range}`)).body.recorded).toBe(true);
    }
    expect((await agent.get(`/performanceDashboard?range=custom&${empty}`)).text).toContain(
      'No data for these filters.',
    );
    const { body } = await agent.get('/rest/v1/events?startDate=2026-03-02&endDate=2026-03-15&wasteStageId=8');
    expect([body.recorded, body.sums.events]).toEqual([false, 0]);
  });

  it('refuses the same dates as the summary', async () => {
    expect(
      (
        await (
          await someone()
        ).get('/rest/v1/performance/siteSummary/export?startDate=2026-01-06&endDate=2026-03-15&wasteStageId=8')
      ).status,
    ).toBe(400);
  });
});

const tableOrder = (html: string) =>
  [...html.matchAll(/wasteStageId=8[^>]*>(Alder|Birch|Cedar)|<td[^>]*>(Dogwood|Elm)</g)]
    .map((match) => match[1] ?? match[2])
    .filter(Boolean);
const table = (html: string) => html.slice(html.indexOf('id="performance"'));

describe('the page', () => {
  const pageOf = async (query = '', wish = {}) => (await someone(wish)).get(`/performanceDashboard${query}`);

  // Spec 2: Performance: filter bar with date range, stage, places, toggle; two hero cards
  // Spec 9: Percent of days tracked with 0 decimals, change percentages with 2
  it('says first what changed and how far it can be trusted', async () => {
    const { text } = await pageOf();
    expect(text).toContain('−47.43%');
    expect(text).toContain('98% of open days tracked, 3 of 5 locations counted');
    for (const currency of ['EUR', 'USD']) expect(text).toContain(`aria-label="Change in value in ${currency}"`);
    expect(text).toContain('value below the baseline in 2 of 2 weeks');
  });

  // Spec 4: Performance: a click on a column toggles its direction, null values always sort last
  it.each([
    ['weight', ['Cedar', 'Alder', 'Birch', 'Dogwood', 'Elm']],
    ['-weight', ['Birch', 'Alder', 'Cedar', 'Dogwood', 'Elm']],
    ['tracking', ['Dogwood', 'Birch', 'Alder', 'Cedar', 'Elm']],
    ['-tracking', ['Alder', 'Cedar', 'Birch', 'Dogwood', 'Elm']],
    ['-baseline', ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm']],
    ['goals', ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm']],
    ['-look', ['Birch', 'Dogwood', 'Alder', 'Cedar', 'Elm']],
    ['nonsense', ['Birch', 'Dogwood', 'Alder', 'Cedar', 'Elm']],
  ])('sorted by %s, what is not known last', async (sort, names) => {
    const { text } = await pageOf(`?sort=${sort}`);
    expect(tableOrder(table(text))).toEqual(names);
  });

  // Spec 2: Performance: a sortable table
  it('turns the direction of the sorted column', async () => {
    expect((await pageOf('?sort=weight')).text).toContain('href="/performanceDashboard?sort=-weight"');
    expect((await pageOf('?sort=-weight')).text).toContain('href="/performanceDashboard?sort=weight"');
  });

  // Spec 2: Performance: a click on a location row opens the baseline detail modal
  it('opens a location that has a baseline, and nothing else', async () => {
    const { text } = await pageOf();
    expect(text).toContain(`/baselines/detail?locationId=${kitchens.a}&amp;wasteStageId=8`);
    expect(text).not.toContain(`locationId=${kitchens.d}&`);
    expect((await pageOf('?viewType=sites')).text).not.toContain('/baselines/detail');
  });

  const rowOf = (html: string, name: string) =>
    table(html)
      .split('<tr')
      .find((row) => row.includes(name)) ?? '';

  // Spec 4: Performance: rows without baseline and figures are greyed and not clickable
  it('greys what has neither a baseline nor a figure, which then opens nothing', async () => {
    const { text } = await pageOf();
    for (const [name, greyed] of [
      ['Alder', false],
      ['Birch', false],
      ['Dogwood', true],
      ['Elm', true],
    ] as const) {
      const row = rowOf(text, name);
      expect([name, /class="[^"]*greyed/.test(row), row.includes('/baselines/detail')]).toEqual([
        name,
        greyed,
        !greyed,
      ]);
    }
  });

  // Spec 4: Performance: compliance shows a check when full and, for locations, a cross when zero
  it('shows a check where every week was compliant, for locations a cross where none was, and how many in between', async () => {
    const organisationId = await newOrganisation(app);
    const siteId = await addSite(app, { organisationId, name: 'Hill' });
    for (const [name, eventsPerDay] of [
      ['Full', 2],
      ['Never', 1],
    ] as const) {
      const locationId = await addLocation(app, { organisationId, siteId, name, stages: [8] });
      await addEvents(app, {
        organisationId,
        locationId,
        events: weekOfEvents({ weekStart: '2026-03-02', grams: 100, eventsPerDay }),
      });
    }
    await app.runJobs();
    const { text } = await (await someone({ organisationId })).get('/performanceDashboard?range=last4Weeks');
    const verdict = (row: string) => /(All weeks compliant|No weeks compliant)/.exec(row)?.[1];
    expect([verdict(rowOf(text, 'Full')), verdict(rowOf(text, 'Never'))]).toEqual([
      'All weeks compliant',
      'No weeks compliant',
    ]);
    expect(rowOf((await pageOf()).text, 'Birch').replace(/<[^>]*>/g, '')).toContain('4 / 5');
    const { text: sites } = await (
      await someone({ organisationId })
    ).get('/performanceDashboard?range=last4Weeks&viewType=sites');
    expect(rowOf(sites, 'Hill').replace(/<[^>]*>/g, '')).toContain('50%');
  });

  // Spec 2: Performance: a sites/locations toggle, date-range dropdown
  // Spec 4: Performance: viewType is sites or locations, default locations
  // Spec 9: Performance default stage 8; locations is the default view
  it('begins with locations in stage 8 over the last 13 weeks, and offers its presets in their order', async () => {
    const { text } = await pageOf();
    expect(text).toMatch(/<input (?=[^>]*name="viewType")(?=[^>]*value="locations")[^>]*\schecked/);
    const options = [
      ...(/<select[^>]*name="range"[^>]*>(.*?)<\/select>/.exec(text)?.[1] ?? '').matchAll(
        /<option value="([^"]*)"([^>]*)>/g,
      ),
    ];
    expect(options.map(([, value]) => value)).toEqual(['lastWeek', 'last4Weeks', 'last13Weeks', 'allTime', 'custom']);
    expect(options.filter(([, , rest]) => rest?.includes('selected')).map(([, value]) => value)).toEqual([
      'last13Weeks',
    ]);
    expect(text).toContain(`/baselines/detail?locationId=${kitchens.a}&amp;wasteStageId=8`);
  });

  it('marks with a word what the threshold leaves out', async () => {
    const { text } = await pageOf('?reductionExclusionThreshold=0.8');
    expect(table(text)).toContain('Not counted');
    expect(text).toContain('1 location is excluded because its weight fell by 80% or more.');
    expect((await pageOf()).text).not.toContain('Not counted');
  });

  // Spec 2: Performance: stage dropdown with 2 or more stages; country, region and segment with 3 or more options
  it('offers threshold and compliance by right, places from three options on', async () => {
    const { text } = await pageOf();
    expect(text).toContain('name="reductionExclusionThreshold"');
    expect(text).toContain('sort=compliance');
    expect(text).toContain('name="countryCode"');
    expect(text).not.toContain('name="wasteStageId"');
    const plain = (await pageOf('', { permissions: ['VIEW_PERFORMANCE_DASHBOARD'], sites: [kitchens.mill] })).text;
    for (const missing of [
      'name="reductionExclusionThreshold"',
      'sort=compliance',
      'name="countryCode"',
      'name="regionName"',
      'name="segmentName"',
    ])
      expect(plain).not.toContain(missing);
  });

  it('offers the regions of the chosen country, and lets go of one that is elsewhere', async () => {
    const regions = (text: string) => {
      const list = /<select[^>]*name="regionName".*?<\/select>/s.exec(text)?.[0] ?? '';
      return [...list.matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value);
    };
    expect(regions((await pageOf()).text)).toEqual(['', 'North', 'South']);
    expect(regions((await pageOf('?countryCode=DE&regionName=South')).text)).toEqual(['', 'South']);
    const agent = await someone({});
    for (const [page, address] of [
      ['/performanceDashboard', '?countryCode=DE&regionName=North&viewType=sites'],
      ['/deployment-status', '?countryCode=DE&region=North&wasteStageId=all'],
      ['/events', '?countryCode=DE&regionName=North&counts=all'],
    ]) {
      const answer = await agent.get(`${page}${address}`);
      const kept = new URL(String(answer.headers.location), 'http://tare.invalid');
      expect([answer.status, kept.pathname, kept.searchParams.get('countryCode'), kept.searchParams.size]).toEqual([
        303,
        page,
        'DE',
        2,
      ]);
      expect(kept.search).not.toContain('North');
      expect((await agent.get(`${page}${kept.search}`)).status).toBe(200);
    }
  });

  it('sorts by compliance for those who may see it, and as usual for everybody else', async () => {
    const usual = ['Birch', 'Dogwood', 'Alder', 'Cedar', 'Elm'];
    const blind = rights.filter((right) => right !== 'VIEW_ENGAGEMENT_SCORE');
    const inOrder = async (query: string, permissions: Permission[]) =>
      tableOrder(table((await pageOf(query, { permissions })).text));
    expect(await inOrder('?sort=compliance', rights)).toEqual(['Dogwood', 'Birch', 'Alder', 'Cedar', 'Elm']);
    expect(await inOrder('?sort=-compliance', rights)).toEqual(['Alder', 'Cedar', 'Birch', 'Dogwood', 'Elm']);
    for (const sort of ['compliance', '-compliance']) {
      expect(await inOrder(`?sort=${sort}`, blind)).toEqual(usual);
      for (const path of ['siteSummary', 'locationSummary', 'siteSummary/export', 'locationSummary/export']) {
        expect(
          (await (await someone({ permissions: blind })).get(`/rest/v1/performance/${path}?${range}&sort=${sort}`))
            .status,
        ).toBe(400);
      }
    }
    const { text } = await pageOf('?sort=-compliance', { permissions: blind });
    const sorted = /<th[^>]*aria-sort="(ascending|descending)".*?<\/th>/.exec(table(text));
    expect([sorted?.[1], sorted?.[0].replace(/<[^>]*>/g, '')]).toEqual(['descending', 'Needs attention']);
  });

  // Spec 9: Reduction threshold options: 0, 0.5, 0.6, 0.7, 0.8, 0.9, 1 as a percent
  it("offers the organisation's own threshold once, as the one that stands when nothing is asked for", async () => {
    const own = (value: number) =>
      app.db
        .updateTable('organisation')
        .set({ exclusion_threshold: value })
        .where('id', '=', kitchens.organisationId)
        .execute();
    const offered = async (query = '') => {
      const { text } = await pageOf(query);
      const select = /<select[^>]*name="reductionExclusionThreshold"[^>]*>(.*?)<\/select>/.exec(text)?.[1] ?? '';
      const options = [...select.matchAll(/<option value="([^"]*)"([^>]*)>([^<]*)</g)];
      return {
        labels: options.map((option) => option[3]),
        chosen: options.find((option) => option[2]?.includes('selected'))?.[1],
      };
    };
    const plain = ['0%', '50%', '60%', '70%', '80%', '90%', '100%'];
    expect(await offered()).toEqual({ labels: plain, chosen: '0' });
    expect(await offered('?reductionExclusionThreshold=0.9')).toEqual({ labels: plain, chosen: '0.9' });
    try {
      await own(0.9);
      const labels = ['Default (90%)', '50%', '60%', '70%', '80%', '100%'];
      for (const query of ['', '?reductionExclusionThreshold=0', '?reductionExclusionThreshold=0.9'])
        expect([query, await offered(query)]).toEqual([query, { labels, chosen: '0' }]);
      expect(await offered('?reductionExclusionThreshold=0.5')).toEqual({ labels, chosen: '0.5' });
      await own(0.75);
      expect(await offered()).toEqual({ labels: ['Default (75%)', ...plain.slice(1)], chosen: '0' });
    } finally {
      await own(0);
    }
  });

  it('speaks German, with German figures', async () => {
    const { text } = await pageOf('', { locale: 'de_DE' });
    expect(text).toContain('−47,43\u202f%');
    expect(text).toContain('98\u202f% der offenen Tage erfasst, 3 von 5 Standorten gezählt');
    expect(text).not.toMatch(/performance\.[a-z]/);
  });

  it('answers wrong dates with the form, the dates as typed and 422', async () => {
    const answer = await pageOf('?range=custom&startDate=2026-01-06&endDate=2026-02-07');
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('The start date must be a Monday.');
    expect(answer.text).toContain('The end date must be a Sunday.');
    expect(answer.text).toContain('value="2026-01-06"');
    expect(answer.text).not.toContain('id="performance"');
    expect(answer.headers['cache-control']).toContain('no-store');
  });

  // Spec 8: Performance with an empty result: global.noData, content is reset
  it('offers the latest range that holds data', async () => {
    const answer = await pageOf('?range=lastWeek');
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('No data for these filters.');
    expect(answer.text).toContain('/performanceDashboard?range=custom&amp;startDate=2026-01-05&amp;endDate=2026-02-08');
    expect(answer.text).not.toContain('id="performance"');
  });

  // Spec 8: Performance with no stage selected: global.noBaselineNoData
  it('says that no stage is chosen where the address names none that is offered', async () => {
    const { text } = await pageOf('?wasteStageId=9');
    expect(text).toContain('No stage of processing is selected, so there is nothing to compare');
    expect(text).toContain('name="wasteStageId"');
  });

  it('pages through long lists and keeps all of them in the figures', async () => {
    const organisationId = await newOrganisation(app);
    const siteId = await addSite(app, { organisationId, name: unique('Long') });
    for (let at = 1; at <= 61; at += 1)
      await addLocation(app, { organisationId, siteId, name: `Room ${String(at).padStart(3, '0')}`, stages: [8] });
    const first = await addLocation(app, { organisationId, siteId, name: 'Zed', stages: [8] });
    await addEvents(app, {
      organisationId,
      locationId: first,
      events: weekOfEvents({ weekStart: '2026-03-02', grams: 10 }),
    });
    await app.runJobs();
    const agent = await someone({ organisationId });
    const { text } = await agent.get('/performanceDashboard?size=50&page=2');
    expect(text).toContain('51–62 of 62');
    expect(text).toContain('Zed');
    expect(text).not.toContain('Room 001');
    expect((await agent.get('/performanceDashboard?size=50&page=99')).text).toContain('51–62 of 62');
  });

  it('is answered 304 while nothing changed, and anew after an event', async () => {
    const organisationId = await newOrganisation(app);
    const siteId = await addSite(app, { organisationId });
    const locationId = await addLocation(app, { organisationId, siteId, stages: [8] });
    const agent = await someone({ organisationId });
    const { headers } = await agent.get('/performanceDashboard');
    expect((await agent.get('/performanceDashboard').set('If-None-Match', headers.etag ?? '')).status).toBe(304);
    await addEvents(app, { organisationId, locationId, events: weekOfEvents({ weekStart: '2026-03-02', grams: 10 }) });
    await app.runJobs();
    expect((await agent.get('/performanceDashboard').set('If-None-Match', headers.etag ?? '')).status).toBe(200);
  });
});
