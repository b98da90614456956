import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite, weekOfEvents, weeksOfEvents } from '../../../tests/support/factories';
import { newOrganisation, signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';

const range = 'startDate=2025-12-15&endDate=2026-03-15&wasteStageId=8';
let app: TestApp;
let agent: Awaited<ReturnType<typeof signedInAs>>;

/**
 * Three weeks of baseline from 5 January, 2 weighings of a kilogram on each day, then two weeks. Sound weighs 800 g each time, Thin too but
 * on three days a week, Stopped 20 g. New has a single week.
 */
beforeAll(async () => {
  app = await testApp();
  const organisationId = await newOrganisation(app);
  const [mill, quay] = [
    await addSite(app, { organisationId, name: 'Mill' }),
    await addSite(app, { organisationId, name: 'Quay' }),
  ];
  const kitchen = async (siteId: number, name: string, grams: number, days = 7) => {
    const locationId = await addLocation(app, { organisationId, siteId, name, stages: [8] });
    const afterwards = weeksOfEvents({ weekStart: '2026-01-26', gramsOfWeeks: [grams, grams], days });
    await addEvents(app, {
      organisationId,
      locationId,
      events: [...weeksOfEvents({ weekStart: '2026-01-05', gramsOfWeeks: [1000, 1000, 1000] }), ...afterwards],
    });
  };
  await kitchen(mill, 'Sound', 800);
  await kitchen(quay, 'Thin', 800, 3);
  await kitchen(quay, 'Stopped', 20);
  const young = await addLocation(app, { organisationId, siteId: mill, name: 'New', stages: [8] });
  await addEvents(app, {
    organisationId,
    locationId: young,
    events: weekOfEvents({ weekStart: '2026-02-02', grams: 100 }),
  });
  await app.runJobs();
  agent = await signedInAs(app, { organisationId, permissions: ['VIEW_PERFORMANCE_DASHBOARD'] });
});

interface Judged {
  siteName: string;
  locationName?: string;
  weightVsBaseline: number | null;
  reliable: boolean | null;
  unreliableReason: string | null;
}

const judged = (rows: Judged[]) =>
  Object.fromEntries(rows.map((row) => [row.locationName ?? row.siteName, [row.reliable, row.unreliableReason]]));
const no = (reason: string) => [false, reason];

describe('the calls say of each change whether it is a result', () => {
  it('of locations', async () => {
    const { body } = await agent.get(`/rest/v1/performance/locationSummary?${range}`);
    expect(judged(body.performances)).toEqual({
      Sound: [true, null],
      Thin: no('NOT_ENOUGH_TRACKED_DAYS'),
      Stopped: no('PROBABLY_STOPPED_TRACKING'),
      New: [null, null],
    });
  });

  it('of sites, by the least of their locations', async () => {
    const { body } = await agent.get(`/rest/v1/performance/siteSummary?${range}`);
    expect(judged(body.performances)).toEqual({ Mill: [true, null], Quay: no('PROBABLY_STOPPED_TRACKING') });
  });

  it('of all together, and of all without those that stopped', async () => {
    for (const view of ['location', 'site']) {
      const { body } = await agent.get(`/rest/v1/performance/${view}Summary?${range}`);
      // 34 of 42 compared days are tracked with Stopped, 20 of 28 without it.
      expect(body).toMatchObject({ overallWeightChange: -0.612381, reliable: true, unreliableReason: null });
      expect(body.withoutStopped).toMatchObject({
        overallWeightChange: -0.428571,
        reliable: false,
        unreliableReason: 'NOT_ENOUGH_TRACKED_DAYS',
      });
    }
  });
});

it('scores no week without an open day, whatever was weighed in it', async () => {
  const organisationId = await newOrganisation(app);
  const locationId = await addLocation(app, {
    organisationId,
    siteId: await addSite(app, { organisationId }),
    stages: [8],
  });
  await app.db
    .insertInto('calendar_exception')
    .values({
      organisation_id: organisationId,
      location_id: locationId,
      from_date: '2026-01-26',
      to_date: '2026-02-01',
      open: false,
      created_at: app.clock.now(),
    })
    .execute();
  await addEvents(app, {
    organisationId,
    locationId,
    events: weeksOfEvents({ weekStart: '2026-01-05', gramsOfWeeks: [1000, 1000, 1000, 500, 800] }),
  });
  await app.runJobs();
  const person = await signedInAs(app, {
    organisationId,
    permissions: ['VIEW_PERFORMANCE_DASHBOARD', 'VIEW_ENGAGEMENT_SCORE'],
  });
  const { body } = await person.get(`/rest/v1/performance/locationSummary?${range}`);
  expect(body.performances).toMatchObject([
    { compliantWeeks: 4, weeksWithComplianceScore: 4, percentDaysTracking: 100 },
  ]);
  expect(body.overallLocationComplianceScore).toBe(100);
});
