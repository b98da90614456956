import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite, weeksOfEvents } from '../../../tests/support/factories';
import { newOrganisation, signedInAs, unique } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const site = (more: object = {}) => ({
  siteName: unique('School'),
  countryCode: 'US',
  timeZone: 'America/New_York',
  currencyCode: 'USD',
  ...more,
});

describe('a location that is closed', () => {
  // Three weeks make a baseline, the fourth is compared with it; another kitchen goes on until 15 March.
  async function closedKitchen() {
    const own = await newOrganisation(app);
    const person = await signedInAs(app, {
      organisationId: own,
      permissions: ['EDIT_SITES', 'VIEW_PERFORMANCE_DASHBOARD'],
    });
    const siteId = await addSite(app, { organisationId: own, timeZone: 'America/New_York' });
    const locationId = await addLocation(app, { organisationId: own, siteId, name: 'Kitchen' });
    await addEvents(app, {
      organisationId: own,
      locationId,
      events: weeksOfEvents({ weekStart: '2026-02-02', gramsOfWeeks: [1000, 1000, 1000, 800] }),
    });
    const other = await addLocation(app, { organisationId: own, siteId, name: 'Other' });
    await addEvents(app, {
      organisationId: own,
      locationId: other,
      events: weeksOfEvents({ weekStart: '2026-02-02', gramsOfWeeks: [1000, 1000, 1000, 800, 800, 800] }),
    });
    await app.runJobs();
    const change = (more: object) =>
      person
        .put(`/rest/v1/locations/${locationId}`)
        .send({ locationName: 'Kitchen', holidaysObserved: false, locationStatus: 'I', ...more });
    const openDays = async () => {
      await app.runJobs();
      const rows = await app.db
        .selectFrom('location_week')
        .select('open_days')
        .where('location_id', '=', locationId)
        .orderBy('week_start')
        .execute();
      return rows.map((row) => row.open_days);
    };
    const changeIn = async (startDate: string, endDate: string) => {
      const { body } = await person
        .get('/rest/v1/performance/locationSummary')
        .query({ wasteStageId: 8, startDate, endDate });
      return (body.performances as { locationId: number; weightVsBaseline: number | null }[]).find(
        (one) => one.locationId === locationId,
      )?.weightVsBaseline;
    };
    return { siteId, locationId, person, change, openDays, changeIn };
  }

  it('has no open day after its last one, and keeps its results before', async () => {
    const { change, openDays, changeIn } = await closedKitchen();
    expect(await openDays()).toEqual([7, 7, 7, 7, 7, 7]);
    expect((await change({ closedOn: '2026-03-04' })).status).toBe(204);
    expect(await openDays()).toEqual([7, 7, 7, 7, 3, 0]);
    expect((await change({ closedOn: '2026-03-01' })).status).toBe(204);
    expect(await openDays()).toEqual([7, 7, 7, 7, 0, 0]);
    expect(await changeIn('2026-02-23', '2026-03-15')).toBeCloseTo(-0.2, 9);
    expect(await changeIn('2026-03-02', '2026-03-15')).toBeNull();
  });

  it('has today, where it stands, as its last day, and none in the future', async () => {
    const { siteId, change, person } = await closedKitchen();
    expect((await change({ closedOn: '2026-03-19' })).body.fields).toMatchObject([
      { field: 'closedOn', code: 'sites.lastDayAhead' },
    ]);
    expect((await change({ closedOn: '2026-02-30' })).status).toBe(400);
    expect((await change({})).status).toBe(204);
    expect((await person.get(`/rest/v1/sites/${siteId}`)).body.locations).toMatchObject([
      { closedOn: null },
      { locationStatus: 'I', closedOn: '2026-03-18' },
    ]);
  });

  it('stays closed for the days between when it is opened again', async () => {
    const { locationId, change, openDays } = await closedKitchen();
    await change({ closedOn: '2026-03-01' });
    await change({ locationStatus: 'A' });
    expect(await openDays()).toEqual([7, 7, 7, 7, 0, 0]);
    const between = await app.db
      .selectFrom('calendar_exception')
      .select(['from_date', 'to_date', 'open'])
      .where('location_id', '=', locationId)
      .execute();
    expect(between).toEqual([{ from_date: '2026-03-02', to_date: '2026-03-17', open: false }]);
    await change({});
    await change({ locationStatus: 'A' });
    expect(
      await app.db.selectFrom('calendar_exception').select('id').where('location_id', '=', locationId).execute(),
    ).toHaveLength(1);
  });

  it('has a last day too when an older build closes it', async () => {
    const { locationId } = await closedKitchen();
    const set = (status: string) =>
      app.db
        .updateTable('location')
        .set({ status })
        .where('id', '=', locationId)
        .returning('closed_on')
        .executeTakeFirstOrThrow();
    expect((await set('I')).closed_on).toMatch(/^20/);
    expect((await set('A')).closed_on).toBeNull();
  });

  it('closes with its site, today or on the day that is given', async () => {
    const past = await closedKitchen();
    const close = (closedOn: string) =>
      past.person.put(`/rest/v1/sites/${past.siteId}`).send(site({ siteStatus: 'I', closedOn }));
    expect((await close('2026-03-19')).body.fields).toMatchObject([{ field: 'closedOn', code: 'sites.lastDayAhead' }]);
    expect((await past.person.get(`/rest/v1/sites/${past.siteId}`)).body).toMatchObject({
      site: { siteStatus: 'A' },
      locations: [{ closedOn: null }, { closedOn: null }],
    });
    expect((await close('2026-03-04')).status).toBe(204);
    expect(await past.openDays()).toEqual([7, 7, 7, 7, 3, 0]);
    const { siteId, locationId, person } = await closedKitchen();
    await person.put(`/rest/v1/sites/${siteId}`).send(site({ siteStatus: 'I' }));
    expect(
      await app.db
        .selectFrom('location')
        .select(['status', 'closed_on'])
        .where('id', '=', locationId)
        .executeTakeFirst(),
    ).toEqual({ status: 'I', closed_on: '2026-03-18' });
  });
});
