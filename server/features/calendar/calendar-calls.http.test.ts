/* eslint max-lines: off -- the tables of refused input are most of it */
import { beforeAll, describe, expect, it } from 'vitest';
import { openDaysOf, openKitchen } from '../../../tests/support/calendar-kitchen';
import { addEvents, addLocation, addSite, weekOfEvents } from '../../../tests/support/factories';
import { withOwnClock } from '../../../tests/support/other-app';
import { browser, newOrganisation, signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import type { Permission } from '../../platform/permissions';

const rights: Permission[] = ['VIEW_BASE_LPO_PAGE', 'VIEW_CONFIGURATION_DROPDOWN'];
const calls = '/rest/v1/locationCalendar';
const monday = '2026-01-05';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const baselineOf = async (locationId: number) =>
  app.db
    .selectFrom('baseline')
    .select(['g_per_open_day', 'open_days'])
    .where('location_id', '=', locationId)
    .where('state', '=', 'ACTIVE')
    .executeTakeFirst();

describe('one location', () => {
  it('shows a month with every kind of day', async () => {
    const { organisationId, locationId } = await openKitchen(app);
    const me = await signedInAs(app, { organisationId, permissions: rights });
    await me.put(`${calls}/${locationId}/holidays`).send({ observed: true }).expect(200);
    await me
      .put(`${calls}/${locationId}/pattern`)
      .send({ validFrom: '2026-01-24', openDays: [true, true, true, true, true, true, false] })
      .expect(200);
    await me
      .post(`${calls}/${locationId}/exceptions`)
      .send({ fromDate: '2026-01-27', toDate: '2026-01-28', open: false, reason: '  Refit ' })
      .expect(201);
    await me
      .post(`${calls}/${locationId}/exceptions`)
      .send({ fromDate: '2026-01-28', toDate: '2026-01-28', open: true })
      .expect(201);
    const { body } = await me.get(`${calls}/${locationId}?month=2026-01`).expect(200);
    const state = (day: string) => body.days.find((one: { day: string }) => one.day === day);
    expect(body).toMatchObject({
      locationId,
      month: '2026-01',
      countryCode: 'US',
      firstEventDate: monday,
      holidaysObserved: true,
      mayEdit: true,
    });
    expect(body.days).toHaveLength(31);
    expect(state('2026-01-01')).toMatchObject({ state: 'before', open: false, transactions: 0 });
    expect(state('2026-01-06')).toMatchObject({ state: 'open', open: true, transactions: 2, flagged: false });
    expect(state('2026-01-19')).toMatchObject({
      state: 'holiday',
      holidayName: 'Martin Luther King Jr. Day',
      flagged: true,
    });
    expect(state('2026-01-18')).toMatchObject({ state: 'open' });
    expect(state('2026-01-25')).toMatchObject({ state: 'closed', open: false, transactions: 2, flagged: true });
    expect(state('2026-01-27')).toMatchObject({
      state: 'closedException',
      reason: 'Refit',
      transactions: 2,
      flagged: true,
    });
    expect(state('2026-01-28')).toMatchObject({ state: 'openException', open: true, flagged: false });
    expect(body.patterns).toEqual([{ validFrom: '2026-01-24', openDays: [true, true, true, true, true, true, false] }]);
    expect(body.exceptions.map((one: { reason: string }) => one.reason)).toEqual(['Refit', '']);
    expect(body.holidays).toContainEqual({ day: '2026-07-04', name: 'Independence Day', regional: false });
  });

  it('rebuilds exactly the weeks that a change touches, and the baseline with them', async () => {
    const { organisationId, locationId } = await openKitchen(app);
    const me = await signedInAs(app, { organisationId, permissions: rights });
    expect(await baselineOf(locationId)).toMatchObject({ g_per_open_day: 2000, open_days: 21 });
    const { body } = await me
      .post(`${calls}/${locationId}/exceptions`)
      .send({ fromDate: '2026-01-10', toDate: '2026-01-12', open: false, reason: 'Refit' });
    expect(body).toMatchObject({
      locations: 1,
      affected: { weeks: 2, firstWeek: '2026-01-05', lastWeek: '2026-01-12', baselines: 1 },
    });
    const marks = await app.db
      .selectFrom('dirty_week')
      .select('week_start')
      .where('location_id', '=', locationId)
      .orderBy('week_start')
      .execute();
    expect(marks.map((row) => row.week_start)).toEqual(['2026-01-05', '2026-01-12']);
    await app.runJobs();
    expect(await openDaysOf(app, locationId)).toEqual([5, 6, 7, 7, 7, 7]);
    expect((await baselineOf(locationId))?.open_days).toBe(18);
    expect((await baselineOf(locationId))?.g_per_open_day).toBeCloseTo(42_000 / 18, 4);

    const removed = await me.delete(`${calls}/${locationId}/exceptions/${body.exceptionId}`).expect(200);
    expect(removed.body.affected).toMatchObject({ weeks: 2, baselines: 1 });
    await app.runJobs();
    expect(await openDaysOf(app, locationId)).toEqual([7, 7, 7, 7, 7, 7]);
    expect(await baselineOf(locationId)).toMatchObject({ g_per_open_day: 2000, open_days: 21 });
  });

  it('keeps a week that is long closed changeable, and writes who changed it', async () => {
    const { organisationId, locationId } = await openKitchen(app);
    const me = await signedInAs(app, { organisationId, permissions: rights });
    const inJune = withOwnClock(app);
    inJune.clock.set('2026-06-30T12:00:00Z');
    const late = await signedInAs(inJune, { organisationId, permissions: rights });
    const { body } = await late
      .post(`${calls}/${locationId}/exceptions`)
      .send({ fromDate: '2026-01-08', toDate: '2026-01-08', open: false, reason: 'Power cut' })
      .expect(201);
    const audit = await app.db
      .selectFrom('audit_log')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('entity', '=', 'calendar')
      .execute();
    expect(audit).toEqual([
      expect.objectContaining({
        action: 'calendar.markDays',
        entity_id: String(locationId),
        user_id: late.person.userId,
        request_id: body.changeId,
        after: expect.objectContaining({
          fromDate: '2026-01-08',
          reason: 'Power cut',
          affected: expect.objectContaining({ weeks: 1 }),
        }),
      }),
    ]);
    expect(me.person.userId).not.toBe(late.person.userId);
  });

  it('sets patterns from a day on, and takes one back', async () => {
    const { organisationId, locationId } = await openKitchen(app);
    const me = await signedInAs(app, { organisationId, permissions: rights });
    const weekdays = [true, true, true, true, true, false, false];
    const set = await me
      .put(`${calls}/${locationId}/pattern`)
      .send({ validFrom: '2026-01-26', openDays: weekdays })
      .expect(200);
    expect(set.body.affected).toMatchObject({ weeks: 3, firstWeek: '2026-01-26', lastWeek: '2026-02-09' });
    await app.runJobs();
    expect(await openDaysOf(app, locationId)).toEqual([7, 7, 7, 5, 5, 5]);
    await me
      .put(`${calls}/${locationId}/pattern`)
      .send({ validFrom: '2026-01-26', openDays: [...weekdays.slice(0, 5), true, false] })
      .expect(200);
    await app.runJobs();
    expect(await openDaysOf(app, locationId)).toEqual([7, 7, 7, 6, 6, 6]);
    await me.delete(`${calls}/${locationId}/pattern/2026-01-26`).expect(200);
    await me.delete(`${calls}/${locationId}/pattern/2026-01-26`).expect(404);
    await app.runJobs();
    expect(await openDaysOf(app, locationId)).toEqual([7, 7, 7, 7, 7, 7]);
  });

  it('marks only weeks with a holiday when holidays are observed, and says when nothing changes', async () => {
    const { organisationId, locationId } = await openKitchen(app);
    const me = await signedInAs(app, { organisationId, permissions: rights });
    const on = await me.put(`${calls}/${locationId}/holidays`).send({ observed: true }).expect(200);
    expect(on.body.affected).toMatchObject({ weeks: 1, firstWeek: '2026-01-19' });
    expect((await me.put(`${calls}/${locationId}/holidays`).send({ observed: true }).expect(200)).body).toBeNull();
    await app.runJobs();
    expect(await openDaysOf(app, locationId)).toEqual([7, 7, 6, 7, 7, 7]);
  });

  it('replaces what was marked for the same days, and lets the newest decide where ranges overlap', async () => {
    const { organisationId, locationId } = await openKitchen(app);
    const me = await signedInAs(app, { organisationId, permissions: rights });
    const mark = (open: boolean, fromDate = '2026-01-12', toDate = '2026-01-14') =>
      me.post(`${calls}/${locationId}/exceptions`).send({ fromDate, toDate, open }).expect(201);
    await mark(false);
    await mark(true);
    await mark(false);
    await mark(true, '2026-01-13', '2026-01-13');
    const rows = await app.db
      .selectFrom('calendar_exception')
      .select(['from_date', 'open'])
      .where('location_id', '=', locationId)
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { from_date: '2026-01-12', open: false },
      { from_date: '2026-01-13', open: true },
    ]);
    await app.runJobs();
    expect(await openDaysOf(app, locationId)).toEqual([7, 5, 7, 7, 7, 7]);
  });

  it('is exported in the form that the import reads, with formulas defused', async () => {
    const { organisationId, locationId } = await openKitchen(app);
    const me = await signedInAs(app, { organisationId, permissions: rights });
    await me
      .post(`${calls}/${locationId}/exceptions`)
      .send({ fromDate: '2026-01-12', toDate: '2026-01-14', open: false, reason: '=HYPERLINK("http://x")' })
      .expect(201);
    await me
      .post(`${calls}/${locationId}/exceptions`)
      .send({ fromDate: '2026-01-17', toDate: '2026-01-17', open: true, reason: 'Fair, again' })
      .expect(201);
    const answer = await me.get(`${calls}/${locationId}/export`).expect(200);
    expect(answer.headers['content-disposition']).toContain('Location Calendar.csv');
    expect(answer.text.replace('\ufeff', '').split('\r\n')).toEqual([
      'start_date,end_date,kind,name',
      `2026-01-12,2026-01-14,closed,"'=HYPERLINK(""http://x"")"`,
      '2026-01-17,2026-01-17,open,"Fair, again"',
      '',
    ]);
    const again = await me
      .post(`${calls}/${locationId}/import`)
      .attach('file', Buffer.from(answer.text), 'Location Calendar.csv')
      .field('dryRun', 'true')
      .expect(200);
    expect(again.body).toMatchObject({ known: 1, refused: [], change: null });
  });
});

describe('what is refused', () => {
  const good = { fromDate: '2026-01-12', toDate: '2026-01-14', open: false };
  it.each([
    ['an end before the start', { ...good, toDate: '2026-01-11' }, 'toDate', 'calendar.errors.endBeforeStart'],
    ['a day that does not exist', { ...good, fromDate: '2026-02-30' }, 'fromDate', 'notADate'],
    ['another form of date', { ...good, toDate: '14.01.2026' }, 'toDate', 'notADate'],
    ['more than five years', { ...good, toDate: '2031-01-13' }, 'toDate', 'calendar.errors.rangeTooLong'],
    ['a year long gone', { ...good, fromDate: '0026-01-12' }, 'fromDate', 'calendar.errors.yearOutOfRange'],
    ['a control character', { ...good, reason: 'a\u0000b' }, 'reason', 'controlCharacter'],
    ['a line break', { ...good, reason: 'a\nb' }, 'reason', 'controlCharacter'],
    ['a long reason', { ...good, reason: 'x'.repeat(201) }, 'reason', 'tooLong'],
    ['text for open', { ...good, open: 'yes' }, 'open', 'wrongType'],
    ['a missing day', { toDate: '2026-01-14', open: false }, 'fromDate', 'required'],
    ['an unknown field', { ...good, id: 7 }, 'id', 'unknownField'],
  ])('%s', async (_name, exception, field, code) => {
    const { organisationId, locationId } = await openKitchen(app);
    const me = await signedInAs(app, { organisationId, permissions: rights });
    const { body } = await me.post(`${calls}/${locationId}/exceptions`).send(exception).expect(400);
    expect(body.fields).toContainEqual(expect.objectContaining({ field, code }));
    expect(
      await app.db.selectFrom('calendar_exception').select('id').where('location_id', '=', locationId).execute(),
    ).toEqual([]);
    expect(
      await app.db.selectFrom('dirty_week').select('week_start').where('location_id', '=', locationId).execute(),
    ).toEqual([]);
  });

  it.each([
    ['six days', { validFrom: '2026-01-12', openDays: [true, true, true, true, true, true] }],
    ['eight days', { validFrom: '2026-01-12', openDays: Array.from({ length: 8 }, () => true) }],
    ['no date', { openDays: Array.from({ length: 7 }, () => true) }],
    ['NaN', { validFrom: NaN, openDays: Array.from({ length: 7 }, () => true) }],
  ])('a pattern with %s', async (_name, pattern) => {
    const { organisationId, locationId } = await openKitchen(app);
    const me = await signedInAs(app, { organisationId, permissions: rights });
    await me.put(`${calls}/${locationId}/pattern`).send(pattern).expect(400);
  });

  it('a month that does not exist, an id that is none, malformed JSON', async () => {
    const { organisationId, locationId } = await openKitchen(app);
    const me = await signedInAs(app, { organisationId, permissions: rights });
    expect((await me.get(`${calls}/${locationId}?month=2026-13`).expect(400)).body.fields[0]).toMatchObject({
      field: 'month',
      code: 'calendar.errors.notAMonth',
    });
    await me.get(`${calls}/0`).expect(404);
    await me.get(`${calls}/nothing`).expect(404);
    await me.get(`${calls}/999999999`).expect(404);
    await me.delete(`${calls}/${locationId}/exceptions/999999999`).expect(404);
    await me.put(`${calls}/${locationId}/pattern`).type('json').send('{"validFrom":').expect(400);
  });
});

describe('who may', () => {
  const changes = (locationId: number): [string, string, object][] => [
    [
      'put',
      `${calls}/${locationId}/pattern`,
      { validFrom: '2026-01-12', openDays: [true, true, true, true, true, true, true] },
    ],
    ['delete', `${calls}/${locationId}/pattern/2026-01-12`, {}],
    ['post', `${calls}/${locationId}/exceptions`, { fromDate: '2026-01-12', toDate: '2026-01-12', open: false }],
    ['delete', `${calls}/${locationId}/exceptions/1`, {}],
    ['put', `${calls}/${locationId}/holidays`, { observed: true }],
    ['post', `${calls}/${locationId}/import`, { text: 'start_date\n2026-01-12\n' }],
    [
      'post',
      `${calls}/bulk`,
      {
        target: { kind: 'locations', locationIds: [locationId] },
        expectedLocations: 1,
        exception: { fromDate: '2026-01-12', toDate: '2026-01-12', open: false },
      },
    ],
  ];
  const readings = (locationId: number) => [`${calls}/${locationId}`, `${calls}/${locationId}/export`];
  const send = (agent: ReturnType<typeof browser>, [method, path, body]: [string, string, object]) =>
    agent[method as 'put'](path).send(body);

  it('reads with VIEW_BASE_LPO_PAGE, changes with VIEW_CONFIGURATION_DROPDOWN as well, and nothing without', async () => {
    const { organisationId, locationId } = await openKitchen(app);
    const reader = await signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
    const configurator = await signedInAs(app, { organisationId, permissions: ['VIEW_CONFIGURATION_DROPDOWN'] });
    const nobody = await signedInAs(app, { organisationId, permissions: [] });
    for (const path of [...readings(locationId), `${calls}/locations`]) {
      expect((await reader.get(path)).status, path).toBe(200);
      expect((await configurator.get(path)).status, path).toBe(403);
      expect((await nobody.get(path)).status, path).toBe(403);
      expect((await browser(app).get(path)).status, path).toBe(401);
    }
    for (const change of changes(locationId)) {
      expect((await send(reader, change)).status, change[1]).toBe(403);
      expect((await send(configurator, change)).status, change[1]).toBe(403);
      expect((await send(nobody, change)).status, change[1]).toBe(403);
      expect((await send(browser(app), change)).status, change[1]).toBe(401);
    }
    expect(
      await app.db.selectFrom('calendar_exception').select('id').where('location_id', '=', locationId).execute(),
    ).toEqual([]);
  });

  it.each([
    [
      'another organization',
      async () => ({ ...(await openKitchen(app)), asked: (await openKitchen(app)).locationId, limited: {} }),
    ],
    [
      'a site that is not the person’s',
      async () => {
        const mine = await openKitchen(app);
        const other = await openKitchen(app, mine.organisationId);
        return { ...mine, asked: other.locationId, limited: { sites: [mine.siteId] } };
      },
    ],
    [
      'a location that is not the person’s',
      async () => {
        const mine = await openKitchen(app);
        const asked = await addLocation(app, { organisationId: mine.organisationId, siteId: mine.siteId });
        return { ...mine, asked, limited: { locations: [mine.locationId] } };
      },
    ],
  ])('answers 404 for %s', async (_name, setUp) => {
    const { organisationId, locationId, asked, limited } = await setUp();
    const me = await signedInAs(app, { organisationId, permissions: rights, ...limited });
    await me.get(`${calls}/${locationId}`).expect(200);
    for (const path of readings(asked)) expect((await me.get(path)).status, path).toBe(404);
    for (const change of changes(asked)) expect((await send(me, change)).status, change[1]).toBe(404);
    const { body } = await me.get(`${calls}/locations`).expect(200);
    expect(body.locations.map((one: { locationId: number }) => one.locationId)).not.toContain(asked);
  });
});

describe('many locations', () => {
  const exception = { fromDate: '2026-01-12', toDate: '2026-01-12', open: false, reason: 'Storm' };

  it('are counted first and changed only when the number holds', async () => {
    const { organisationId, siteId, locationId } = await openKitchen(app);
    const beside = await addLocation(app, { organisationId, siteId });
    const closed = await addLocation(app, { organisationId, siteId, status: 'I' });
    const elsewhere = await openKitchen(app, organisationId);
    const me = await signedInAs(app, { organisationId, permissions: rights });
    const target = { kind: 'site', siteId };
    expect((await me.post(`${calls}/bulk`).send({ target, exception }).expect(200)).body).toEqual({
      applied: false,
      locations: 2,
      change: null,
    });
    expect(
      (await me.post(`${calls}/bulk`).send({ target, exception, expectedLocations: 3 }).expect(409)).body.code,
    ).toBe('calendar.errors.countChanged');
    const { body } = await me.post(`${calls}/bulk`).send({ target, exception, expectedLocations: 2 }).expect(200);
    expect(body).toMatchObject({ applied: true, locations: 2, change: { affected: { weeks: 1, baselines: 1 } } });
    const rows = await app.db
      .selectFrom('calendar_exception')
      .select(['location_id', 'reason'])
      .where('organisation_id', '=', organisationId)
      .orderBy('location_id')
      .execute();
    expect(rows).toEqual([
      { location_id: locationId, reason: 'Storm' },
      { location_id: beside, reason: 'Storm' },
    ]);
    await app.runJobs();
    expect(await openDaysOf(app, locationId)).toEqual([7, 6, 7, 7, 7, 7]);
    expect(await openDaysOf(app, elsewhere.locationId)).toEqual([7, 7, 7, 7, 7, 7]);
    expect(rows.map((row) => row.location_id)).not.toContain(closed);
  });

  it('take a pattern all at once, with one audit row', async () => {
    const first = await openKitchen(app);
    const second = await openKitchen(app, first.organisationId);
    const me = await signedInAs(app, { organisationId: first.organisationId, permissions: rights });
    const pattern = { validFrom: '2026-02-02', openDays: [true, true, true, true, true, false, false] };
    const { body } = await me
      .post(`${calls}/bulk`)
      .send({ target: { kind: 'all' }, pattern, expectedLocations: 2 })
      .expect(200);
    expect(body.change.affected).toMatchObject({ weeks: 4, firstWeek: '2026-02-02', lastWeek: '2026-02-09' });
    await app.runJobs();
    for (const { locationId } of [first, second]) expect(await openDaysOf(app, locationId)).toEqual([7, 7, 7, 7, 5, 5]);
    const audit = await app.db
      .selectFrom('audit_log')
      .select(['action', 'entity_id'])
      .where('organisation_id', '=', first.organisationId)
      .where('entity', '=', 'calendar')
      .execute();
    expect(audit).toEqual([{ action: 'calendar.setPattern', entity_id: 'many' }]);
  });

  it('are only those that the person sees', async () => {
    const mine = await openKitchen(app);
    const other = await openKitchen(app, mine.organisationId);
    const me = await signedInAs(app, {
      organisationId: mine.organisationId,
      permissions: rights,
      sites: [mine.siteId],
    });
    expect((await me.post(`${calls}/bulk`).send({ target: { kind: 'all' }, exception })).body.locations).toBe(1);
    await me
      .post(`${calls}/bulk`)
      .send({ target: { kind: 'site', siteId: other.siteId }, exception })
      .expect(404);
    await me
      .post(`${calls}/bulk`)
      .send({
        target: { kind: 'locations', locationIds: [mine.locationId, other.locationId] },
        exception,
        expectedLocations: 2,
      })
      .expect(404);
    expect(
      await app.db
        .selectFrom('calendar_exception')
        .select('id')
        .where('organisation_id', '=', mine.organisationId)
        .execute(),
    ).toEqual([]);
  });

  it.each([
    [
      'both a pattern and an exception',
      {
        target: { kind: 'all' },
        exception,
        pattern: { validFrom: '2026-01-12', openDays: [true, true, true, true, true, true, true] },
      },
    ],
    ['neither', { target: { kind: 'all' } }],
    ['an unknown target', { target: { kind: 'world' }, exception }],
    ['no location named', { target: { kind: 'locations', locationIds: [] }, exception }],
  ])('refuse %s', async (_name, body) => {
    const { organisationId } = await openKitchen(app);
    const me = await signedInAs(app, { organisationId, permissions: rights });
    await me.post(`${calls}/bulk`).send(body).expect(400);
  });
});

describe('finding a location', () => {
  it('takes any words of site and name, literally, and tells how many fit', async () => {
    const organisationId = await newOrganisation(app);
    const school = await addSite(app, { organisationId, name: '100% Oak School' });
    const hall = await addSite(app, { organisationId, name: 'Ash Hall' });
    for (const name of ['Main kitchen', 'Bakery']) await addLocation(app, { organisationId, siteId: school, name });
    await addLocation(app, { organisationId, siteId: hall, name: 'Main kitchen' });
    await addLocation(app, { organisationId, siteId: hall, name: 'Old kitchen', status: 'I' });
    const me = await signedInAs(app, { organisationId, permissions: rights });
    const find = async (q: string, limit = 20) => {
      const { body } = await me.get(`${calls}/locations`).query({ q, limit }).expect(200);
      return [
        body.total,
        body.locations.map((one: { siteName: string; locationName: string }) => `${one.siteName} ${one.locationName}`),
      ];
    };
    expect(await find('')).toEqual([
      4,
      ['100% Oak School Bakery', '100% Oak School Main kitchen', 'Ash Hall Main kitchen', 'Ash Hall Old kitchen'],
    ]);
    expect(await find('KITCHEN ash')).toEqual([2, ['Ash Hall Main kitchen', 'Ash Hall Old kitchen']]);
    expect(await find('0%')).toEqual([2, ['100% Oak School Bakery', '100% Oak School Main kitchen']]);
    expect(await find('kitchen', 1)).toEqual([3, ['100% Oak School Main kitchen']]);
    expect(await find('elm')).toEqual([0, []]);
    await me.get(`${calls}/locations?q=${'x'.repeat(101)}`).expect(400);
  });
});

describe('a location without events', () => {
  it('has no open day, and changes nothing that is derived', async () => {
    const organisationId = await newOrganisation(app);
    const siteId = await addSite(app, { organisationId });
    const locationId = await addLocation(app, { organisationId, siteId });
    const me = await signedInAs(app, { organisationId, permissions: rights });
    const { body } = await me
      .post(`${calls}/${locationId}/exceptions`)
      .send({ fromDate: '2026-03-02', toDate: '2026-03-03', open: false })
      .expect(201);
    expect(body.affected).toEqual({ weeks: 0, firstWeek: null, lastWeek: null, baselines: 0 });
    const month = await me.get(`${calls}/${locationId}`).expect(200);
    expect(month.body.month).toBe('2026-03');
    const states = month.body.days.map((one: { state: string; open: boolean }) => `${one.state} ${one.open}`);
    expect(states.filter((state: string) => state === 'closedException false')).toHaveLength(2);
    expect(states.filter((state: string) => state === 'before false')).toHaveLength(29);
    await addEvents(app, { organisationId, locationId, events: weekOfEvents({ weekStart: '2026-03-02', grams: 100 }) });
    await app.runJobs();
    expect(await openDaysOf(app, locationId)).toEqual([5]);
  });
});
