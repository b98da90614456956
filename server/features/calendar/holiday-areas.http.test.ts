import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDaysOf } from '../../../tests/support/calendar-kitchen';
import { addEvents, addLocation, addSite, weeksOfEvents } from '../../../tests/support/factories';
import { newOrganisation, signedInAs, unique } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { settleHolidayAreas } from '../../domain/calendar/holiday-areas.service';
import type { Permission } from '../../platform/permissions';

const rights: Permission[] = ['VIEW_BASE_LPO_PAGE', 'VIEW_CONFIGURATION_DROPDOWN', 'EDIT_SITES'];
/** 1 August 2025 is a Friday: the first Monday has Scotland's holiday, the last one England's. */
const august = '2025-07-28';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const fields = (more: object = {}) => ({
  siteName: unique('School'),
  countryCode: 'GB',
  timeZone: 'Europe/London',
  currencyCode: 'GBP',
  ...more,
});

async function opened() {
  const organisationId = await newOrganisation(app, {
    countryCode: 'GB',
    currencyCode: 'GBP',
    timeZone: 'Europe/London',
  });
  const me = await signedInAs(app, { organisationId, permissions: rights });
  const make = async (more: object = {}) =>
    (await me.post('/rest/v1/sites').send(fields(more)).expect(200)).body.siteId as number;
  const change = (siteId: number, more: object) =>
    me.put(`/rest/v1/sites/${siteId}`).send(fields({ siteStatus: 'A', ...more }));
  const areaOf = async (siteId: number) =>
    (await me.get(`/rest/v1/sites/${siteId}`).expect(200)).body.site as {
      subdivisionCode: string | null;
      subdivisionName: string | null;
    };
  const kitchen = async (siteId: number) => {
    const locationId = await addLocation(app, { organisationId, siteId, stages: [8], holidaysObserved: true });
    await addEvents(app, {
      organisationId,
      locationId,
      events: weeksOfEvents({ weekStart: august, gramsOfWeeks: [500, 500, 500, 500, 500] }),
    });
    await app.runJobs();
    return locationId;
  };
  return { organisationId, me, make, change, areaOf, kitchen };
}

describe('the part of the country of a site', () => {
  it.each([
    ['guessed from the region', { regionName: 'Scotland' }, 'GB-SCT', 'Scotland'],
    ['chosen', { regionName: 'Scotland', subdivisionCode: 'GB-WLS' }, 'GB-WLS', 'Wales'],
    ['none, on purpose', { regionName: 'Scotland', subdivisionCode: null }, null, null],
    ['none where the region names none', { regionName: 'North of England' }, null, null],
    [
      'a part of a part',
      { countryCode: 'DE', regionName: 'Bayern', subdivisionCode: 'DE-BY-KATH' },
      'DE-BY-KATH',
      'Bayern: Predominantly catholic communities',
    ],
  ])('is %s', async (_name, more, subdivisionCode, subdivisionName) => {
    const { make, areaOf } = await opened();
    expect(await areaOf(await make(more))).toMatchObject({ subdivisionCode, subdivisionName });
  });

  it.each([
    ['unknown', 'GB-XYZ', 422],
    ['of another country', 'DE-BY', 422],
    ['a country', 'GB', 422],
    ['empty', '', 422],
    ['too long', `GB-${'X'.repeat(30)}`, 400],
    ['no text', 7, 400],
  ])('is refused where it is %s, and nothing is made or changed', async (_name, subdivisionCode, status) => {
    const { me, make, change, areaOf, organisationId } = await opened();
    const siteId = await make({ regionName: 'Wales' });
    const sites = () => app.db.selectFrom('site').select('id').where('organisation_id', '=', organisationId).execute();
    const refused = await me.post('/rest/v1/sites').send(fields({ subdivisionCode })).expect(status);
    expect(refused.body.fields).toMatchObject([{ field: 'subdivisionCode' }]);
    await change(siteId, { subdivisionCode }).expect(status);
    expect((await areaOf(siteId)).subdivisionCode).toBe('GB-WLS');
    expect(await sites()).toHaveLength(1);
  });

  it.each([
    [
      'as it is where nothing is said',
      { regionName: 'Wales', subdivisionCode: 'GB-SCT' },
      { regionName: 'Wales' },
      'GB-SCT',
    ],
    ['guessed where the region changes', { regionName: 'Wales' }, { regionName: 'England' }, 'GB-ENG'],
    ['kept where the new region names none', { regionName: 'Wales' }, { regionName: 'West' }, 'GB-WLS'],
    [
      'the whole country’s where that is chosen',
      { regionName: 'Wales' },
      { regionName: 'Wales', subdivisionCode: null },
      null,
    ],
    ['none of the country before', { regionName: 'Wales' }, { countryCode: 'DE', regionName: 'Wales' }, null],
    ['guessed in the new country', { regionName: 'Wales' }, { countryCode: 'DE', regionName: 'Hessen' }, 'DE-HE'],
  ])('is, when the site changes, %s', async (_name, before, after, subdivisionCode) => {
    const { make, change, areaOf } = await opened();
    const siteId = await make(before);
    await change(siteId, after).expect(204);
    expect((await areaOf(siteId)).subdivisionCode).toBe(subdivisionCode);
  });
});

describe('another part of the country', () => {
  it('is other open days, of the locations that observe holidays alone', async () => {
    const { me, organisationId, make, change, kitchen } = await opened();
    const siteId = await make({ subdivisionCode: 'GB-ENG' });
    const observing = await kitchen(siteId);
    const other = await kitchen(siteId);
    await me.put(`/rest/v1/locationCalendar/${other}/holidays`).send({ observed: false }).expect(200);
    await app.runJobs();
    expect(await openDaysOf(app, observing)).toEqual([7, 7, 7, 7, 6]);
    await change(siteId, { subdivisionCode: 'GB-SCT' }).expect(204);
    const stale = await sql<{
      week: string;
      location: number;
    }>`select week_start as week, location_id as location from dirty_week where organisation_id = ${organisationId} order by 1`.execute(
      app.db,
    );
    expect(stale.rows).toEqual([
      { week: '2025-08-04', location: observing },
      { week: '2025-08-25', location: observing },
    ]);
    await app.runJobs();
    expect([await openDaysOf(app, observing), await openDaysOf(app, other)]).toEqual([
      [7, 6, 7, 7, 7],
      [7, 7, 7, 7, 7],
    ]);
    const { rows } = await sql<{
      before: object;
      after: object;
    }>`select before, after from audit_log where organisation_id = ${organisationId} and action = 'site.change'`.execute(
      app.db,
    );
    expect(rows).toMatchObject([{ before: { holidayArea: 'GB-ENG' }, after: { holidayArea: 'GB-SCT' } }]);
  });

  it('leaves days as they are that somebody marked', async () => {
    const { me, make, change, kitchen } = await opened();
    const siteId = await make({ subdivisionCode: 'GB-ENG' });
    const locationId = await kitchen(siteId);
    await me
      .post(`/rest/v1/locationCalendar/${locationId}/exceptions`)
      .send({ fromDate: '2025-08-04', toDate: '2025-08-04', open: true, reason: 'Open' })
      .expect(201);
    await me
      .post(`/rest/v1/locationCalendar/${locationId}/exceptions`)
      .send({ fromDate: '2025-08-25', toDate: '2025-08-25', open: false, reason: 'Fair' })
      .expect(201);
    await change(siteId, { subdivisionCode: 'GB-SCT' }).expect(204);
    await app.runJobs();
    expect(await openDaysOf(app, locationId)).toEqual([7, 7, 7, 7, 6]);
  });

  it('is what the calendar says, with the reason', async () => {
    const { me, make, kitchen } = await opened();
    const locationId = await kitchen(await make({ subdivisionCode: 'GB-ENG' }));
    const { body } = await me.get(`/rest/v1/locationCalendar/${locationId}?month=2025-08`).expect(200);
    expect(body.subdivisionCode).toBe('GB-ENG');
    expect(body.holidays.filter((one: { regional: boolean }) => one.regional)).toEqual([
      { day: '2025-08-25', name: 'Summer bank holiday', regional: true },
    ]);
    expect(body.days[24]).toMatchObject({ day: '2025-08-25', state: 'holiday', open: false });
    const { text } = await me.get(`/locationCalendar?location=${locationId}&month=2025-08`).expect(200);
    expect(text).toContain('This location is closed on public holidays in England (United Kingdom).');
    expect(text).toContain('Nationwide holidays and those in England');
  });
});

describe('sites of the build before', () => {
  it('get the part that their region names, and its open days, once', async () => {
    const { organisationId, kitchen, areaOf, change } = await opened();
    const scottish = await addSite(app, { organisationId, region: 'Scotland' });
    const northern = await addSite(app, { organisationId, region: 'North' });
    const locationId = await kitchen(scottish);
    expect(await openDaysOf(app, locationId)).toEqual([7, 7, 7, 7, 7]);
    await settleHolidayAreas(app.resources);
    await app.runJobs();
    expect([(await areaOf(scottish)).subdivisionCode, (await areaOf(northern)).subdivisionCode]).toEqual([
      'GB-SCT',
      null,
    ]);
    expect(await openDaysOf(app, locationId)).toEqual([7, 6, 7, 7, 7]);
    const { rows } = await sql<{
      actor: string;
      after: unknown;
    }>`select actor, after from audit_log where organisation_id = ${organisationId} and action = 'calendar.settleHolidays'`.execute(
      app.db,
    );
    expect(rows).toEqual([
      { actor: 'calendar', after: { sites: [{ siteId: scottish, before: 'GB', after: 'GB-SCT' }] } },
    ]);

    await change(scottish, { regionName: 'Scotland', subdivisionCode: null }).expect(204);
    await settleHolidayAreas(app.resources);
    expect((await areaOf(scottish)).subdivisionCode).toBeNull();
  });

  it('that it moves to another country are settled again', async () => {
    const { make, areaOf } = await opened();
    const siteId = await make({ subdivisionCode: 'GB-SCT' });
    await app.db.updateTable('site').set({ country_code: 'DE' }).where('id', '=', siteId).execute();
    expect(
      (await app.db.selectFrom('site').select('holiday_area').where('id', '=', siteId).executeTakeFirstOrThrow())
        .holiday_area,
    ).toBeNull();
    expect((await areaOf(siteId)).subdivisionCode).toBeNull();
  });
});

describe('the parts of a country', () => {
  it('are listed in the reader’s language, with the one that a region is taken for', async () => {
    const { organisationId } = await opened();
    const me = await signedInAs(app, { organisationId, locale: 'fr_FR' });
    const { body } = await me.get('/rest/v1/refdata/subdivisions?countryCode=CH&regionName=Genf').expect(200);
    expect(body.guess).toBe('CH-GE');
    expect(body.subdivisions).toContainEqual({ subdivisionCode: 'CH-GE', subdivisionName: 'Canton de Genève' });
    expect((await me.get('/rest/v1/refdata/subdivisions?countryCode=SE').expect(200)).body).toEqual({
      subdivisions: [],
      guess: null,
    });
    await me.get('/rest/v1/refdata/subdivisions').expect(400);
    await me.get('/rest/v1/refdata/subdivisions?countryCode=switzerland').expect(400);
  });
});
