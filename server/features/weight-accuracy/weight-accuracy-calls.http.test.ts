import { beforeAll, describe, expect, it } from 'vitest';
import { browser, newOrganisation, signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { weightReport } from './weight-accuracy.contract';
import { addAccuracyKitchens, addCheck, type AccuracyKitchens } from './weight-accuracy.fixtures';

const range = 'beginDate=2026-03-02&endDate=2026-03-15';
const pound = 453.59237;

let app: TestApp;
let kitchens: AccuracyKitchens;
let agent: Awaited<ReturnType<typeof signedInAs>>;

beforeAll(async () => {
  app = await testApp();
  kitchens = await addAccuracyKitchens(app);
  agent = await signedInAs(app, {
    organisationId: kitchens.organisationId,
    permissions: ['WEIGHT_ACCURACY', 'EDIT_CHECKWEIGHT'],
  });
});

const linesOf = (text: string) => text.replace('\ufeff', '').trim().split('\r\n');

describe('GET /wam', () => {
  // Spec 7: GET /wam
  it('answers every site and location with its days, in the person’s unit', async () => {
    const answer = await agent.get(`/rest/v1/wam?${range}`);
    expect(answer.status).toBe(200);
    const report = weightReport.parse(answer.body);
    expect([
      report.organizationId,
      report.unit,
      report.sites.map((one) => [one.siteName, one.siteStatus, one.timeZone]),
    ]).toEqual([
      kitchens.organisationId,
      'lb',
      [
        ['=North', 'A', 'America/New_York'],
        ['South', 'I', 'Asia/Tokyo'],
      ],
    ]);
    const north = report.sites[0]!;
    expect(north.locations.map((one) => [one.locationName, one.locationStatus, one.days.length])).toEqual([
      ['+Bar', 'I', 7],
      ['Main', 'A', 14],
      ['Unused', 'A', 0],
    ]);
    const [monday, , wednesday] = north.locations[1]!.days;
    expect(monday).toEqual({
      day: '2026-03-02',
      closed: false,
      wasteEventWeightSum: Math.round((9_000 / pound) * 100_000) / 100_000,
      checkweights: [
        {
          weight: Math.round((6_000 / pound) * 100_000) / 100_000,
          timeMillis: Date.parse('2026-03-02T20:15:00Z'),
          id: kitchens.weight.first,
        },
        {
          weight: Math.round((4_000 / pound) * 100_000) / 100_000,
          timeMillis: Date.parse('2026-03-03T03:30:00Z'),
          id: kitchens.weight.second,
        },
      ],
    });
    expect(wednesday).toMatchObject({ day: '2026-03-04', closed: true });
  });

  it('answers in kilograms where that is the unit', async () => {
    const metric = await newOrganisation(app, { unitId: 12 });
    const person = await signedInAs(app, { organisationId: metric, permissions: ['WEIGHT_ACCURACY'] });
    expect((await person.get(`/rest/v1/wam?${range}`)).body).toEqual({ organizationId: metric, unit: 'kg', sites: [] });
  });

  it('lists the days after the last week with data as the calendar has them, and none after today', async () => {
    const { body } = await agent.get('/rest/v1/wam?beginDate=2026-03-09&endDate=2026-04-30');
    const main = weightReport.parse(body).sites[0]!.locations[1]!;
    expect(main.days.at(-1)).toMatchObject({ day: '2026-03-18', closed: false, checkweights: [] });
    expect(main.days).toHaveLength(10);
  });

  it.each([
    ['beginDate=2025-09-18&endDate=2026-03-18', 200, undefined],
    ['beginDate=2025-09-17&endDate=2026-03-18', 400, 'weightAccuracy.error.overSixMonths'],
    ['beginDate=2026-03-18&endDate=2026-03-17', 400, 'errors.endDateBeforeStartDate'],
    ['beginDate=2026-02-30&endDate=2026-03-17', 400, 'badRequest'],
    ['beginDate=2026-03-01', 400, 'badRequest'],
    ['beginDate=2026-03-01&endDate=2026-03-17&x=1', 400, 'badRequest'],
    ['beginDate=0001-01-01&endDate=9999-12-31', 400, 'badRequest'],
  ])('takes or refuses the range %s: %i', async (query, status, code) => {
    for (const path of [
      '/rest/v1/wam',
      '/rest/v1/wam/note',
      '/rest/v1/wam/export/sites',
      `/rest/v1/wam/export/sites/${kitchens.site.north}/locations/${kitchens.place.main}`,
      '/rest/v1/wam/locations.csv',
    ]) {
      const answer = await agent.get(`${path}?${query}`).set('Accept', 'application/json, text/csv');
      expect([path, answer.status, answer.body.code?.replace('errors.', '')]).toEqual([
        path,
        status,
        code?.replace('errors.', ''),
      ]);
    }
  });

  it('shows the secured sites and locations only, and nothing of another organisation', async () => {
    const limited = await signedInAs(app, {
      organisationId: kitchens.organisationId,
      permissions: ['WEIGHT_ACCURACY'],
      locations: [kitchens.place.bar],
    });
    const { sites } = weightReport.parse((await limited.get(`/rest/v1/wam?${range}`)).body);
    expect(sites.map((one) => one.locations.map((each) => each.locationName))).toEqual([['+Bar']]);
    expect(
      (await limited.get(`/rest/v1/wam/export/sites/${kitchens.site.north}/locations/${kitchens.place.main}?${range}`))
        .status,
    ).toBe(404);
    const stranger = await signedInAs(app, {
      organisationId: await newOrganisation(app),
      permissions: ['WEIGHT_ACCURACY', 'EDIT_CHECKWEIGHT'],
    });
    expect((await stranger.get(`/rest/v1/wam?${range}`)).body.sites).toEqual([]);
    for (const path of [
      `export/sites/${kitchens.site.north}`,
      `export/incompleteDays/sites/${kitchens.site.north}`,
      `export/sites/${kitchens.site.north}/locations/${kitchens.place.main}`,
    ]) {
      expect([path, (await stranger.get(`/rest/v1/wam/${path}?${range}`)).status]).toEqual([path, 404]);
    }
    expect(
      (
        await stranger
          .put(`/rest/v1/wam/checkweight/${kitchens.weight.first}/netWeight`)
          .send({ checkweightId: kitchens.weight.first, netWeight: 1 })
      ).status,
    ).toBe(404);
  });

  it('is for those who may', async () => {
    expect((await browser(app).get(`/rest/v1/wam?${range}`).set('Accept', 'application/json')).status).toBe(401);
    const other = await signedInAs(app, { organisationId: kitchens.organisationId, permissions: ['EDIT_CHECKWEIGHT'] });
    expect((await other.get(`/rest/v1/wam?${range}`)).status).toBe(403);
  });
});

describe('the downloads', () => {
  const download = async (path: string, who = agent) => {
    const answer = await who.get(`/rest/v1/wam/${path}`).set('Accept', 'text/csv');
    return {
      status: answer.status,
      name: /filename="([^"]+)"/.exec(answer.headers['content-disposition'] ?? '')?.[1],
      lines: linesOf(answer.text),
    };
  };

  // Spec 2: Organisation table: CSV of all details and of incomplete days
  // Spec 7: CSV of sites with repeated statuses, default A and I; file names
  it.each([
    [
      'export/sites',
      'Sites Weight Accuracy.csv',
      ['Site,Status,Average accuracy (%),2026-03-02,2026-03-09', "'=North,Active,68,90,50", 'South,Inactive,,,'],
    ],
    [
      'export/sites?siteStatus=A',
      'Sites Weight Accuracy.csv',
      ['Site,Status,Average accuracy (%),2026-03-02,2026-03-09', "'=North,Active,68,90,50"],
    ],
    [
      'export/sites?siteStatus=A&siteStatus=I&locationStatus=A',
      'Sites Weight Accuracy.csv',
      ['Site,Status,Average accuracy (%),2026-03-02,2026-03-09', "'=North,Active,70,90,50", 'South,Inactive,,,'],
    ],
    [
      'export/incompleteDays/sites',
      'Sites Incomplete Days.csv',
      [
        'Site,Status,Incomplete days,Open days,2026-03-02,2026-03-09',
        "'=North,Active,12,15,1,11",
        'South,Inactive,14,14,7,7',
      ],
    ],
  ])('%s is the file %s', async (path, name, lines) => {
    expect(await download(`${path}${path.includes('?') ? '&' : '?'}${range}`)).toEqual({ status: 200, name, lines });
  });

  // Spec 2: Site table: CSV downloads
  // Spec 7: CSV of the locations of a site
  it('of a site have a line for each location', async () => {
    expect(await download(`export/sites/${kitchens.site.north}?${range}`)).toEqual({
      status: 200,
      name: 'Locations Weight Accuracy.csv',
      lines: [
        'Location,Status,Average accuracy (%),2026-03-02,2026-03-09',
        "'+Bar,Inactive,50,,50",
        'Main,Active,70,90,50',
        'Unused,Active,,,',
      ],
    });
    expect(await download(`export/incompleteDays/sites/${kitchens.site.north}?${range}&locationStatus=A`)).toEqual({
      status: 200,
      name: 'Locations Incomplete Days.csv',
      lines: [
        'Location,Status,Incomplete days,Open days,2026-03-02,2026-03-09',
        'Main,Active,7,9,1,6',
        'Unused,Active,,0,,',
      ],
    });
  });

  // Spec 2: Single location: CSV download
  // Spec 7: CSV of one location and locations.csv: Checkweight Accuracy.csv
  it('of a location have a line for each day, with what people noted', async () => {
    const note = await agent
      .post('/rest/v1/wam/note')
      .send({ locationId: kitchens.place.main, date: '2026-03-03', content: '=1+1', checkweightNoteReferenceId: null });
    expect(note.status).toBe(200);
    const { name, lines } = await download(
      `export/sites/${kitchens.site.north}/locations/${kitchens.place.main}?${range}`,
    );
    expect(name).toBe('Checkweight Accuracy.csv');
    expect(lines.slice(0, 5)).toEqual([
      'Site,Site status,Location,Location status,Date,Was closed,Waste weight (lb),Checkweight (lb),Accuracy (%),Reason',
      "'=North,Active,Main,Active,2026-03-02,No,19.8,22,90,",
      "'=North,Active,Main,Active,2026-03-03,No,20.8,19.8,Incomplete,'=1+1",
      "'=North,Active,Main,Active,2026-03-04,Yes,,,,",
      "'=North,Active,Main,Active,2026-03-05,Yes,,,,",
    ]);
    const all = await download(`locations.csv?${range}`);
    expect([all.name, all.lines.length]).toEqual(['Checkweight Accuracy.csv', 1 + 7 + 14 + 14]);
    expect((await download(`locations.csv?${range}&siteStatus=I`)).lines).toHaveLength(15);
    expect((await download(`locations.csv?${range}&siteStatus=X`)).status).toBe(400);
  });

  it('are in the language of the person', async () => {
    const german = await signedInAs(app, {
      organisationId: kitchens.organisationId,
      permissions: ['WEIGHT_ACCURACY'],
      locale: 'de_DE',
    });
    expect((await download(`export/sites?${range}`, german)).lines[0]).toBe(
      'Betrieb,Status,"Genauigkeit, Durchschnitt (%)",2026-03-02,2026-03-09',
    );
  });
});

describe('entering a check weight', () => {
  const enter = (body: object, who = agent) =>
    who
      .post('/rest/v1/wam/checkweight')
      .send({ locationId: kitchens.place.main, date: '2026-03-10', time: '15:15', netWeight: 5.5, ...body });
  const weightsOf = (locationId: number, day: string) =>
    app.db
      .selectFrom('check_weight')
      .select(['net_g', 'weighed_at', 'device_id'])
      .where('location_id', '=', locationId)
      .where('local_date', '=', day)
      .execute();

  it('stores grams at the clock of the location, is audited and reaches what is rolled up', async () => {
    const answer = await enter({});
    expect([answer.status, answer.body]).toEqual([
      200,
      { id: expect.any(Number), timeMillis: Date.parse('2026-03-10T19:15:00Z'), weight: 5.5 },
    ]);
    expect(await weightsOf(kitchens.place.main, '2026-03-10')).toEqual([
      { net_g: 2_494.76, weighed_at: new Date('2026-03-10T19:15:00Z'), device_id: null },
    ]);
    const audit = await app.db
      .selectFrom('audit_log')
      .select(['action', 'user_id', 'after'])
      .where('entity', '=', 'checkWeight')
      .where('entity_id', '=', String(answer.body.id))
      .executeTakeFirstOrThrow();
    expect(audit).toEqual({
      action: 'checkWeight.add',
      user_id: agent.person.userId,
      after: { locationId: kitchens.place.main, weighedAt: '2026-03-10T19:15:00.000Z', grams: 2_494.76 },
    });
    await app.runJobs();
    const day = await app.db
      .selectFrom('location_day')
      .select('check_g')
      .where('location_id', '=', kitchens.place.main)
      .where('local_date', '=', '2026-03-10')
      .executeTakeFirstOrThrow();
    expect(day.check_g).toBe(2_494.76);
  });

  it('takes several a day, and one of each instant', async () => {
    const statuses = [];
    for (const time of ['09:00', '09:01', '09:00']) statuses.push((await enter({ date: '2026-03-11', time })).status);
    expect(statuses).toEqual([200, 200, 409]);
    expect(await weightsOf(kitchens.place.main, '2026-03-11')).toHaveLength(2);
  });

  // Spec 2: only for open days; Spec 5: a number, min 0
  it.each([
    ['a weight below 0', { netWeight: -0.001 }, 422, 'weightAccuracy.weightBelowZero'],
    ['more than a scale can weigh', { netWeight: 6_614 }, 422, 'weightAccuracy.weightTooHeavy'],
    ['no time of a day', { time: '24:00' }, 400, 'badRequest'],
    ['a closed day', { date: '2026-03-04' }, 422, 'weightAccuracy.dayClosed'],
    ['a day before the first event', { date: '2026-03-01' }, 422, 'weightAccuracy.dayNotListed'],
    ['a day to come', { date: '2026-03-19' }, 422, 'weightAccuracy.dayNotListed'],
    ['a time to come', { date: '2026-03-18', time: '23:59' }, 422, 'weightAccuracy.timeAhead'],
    ['no location', { locationId: 999_999_999 }, 404, 'weightAccuracy.unknownLocation'],
  ])('refuses %s: %j', async (_, body, status, code) => {
    const answer = await enter({ date: '2026-03-12', ...body });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await weightsOf(kitchens.place.main, '2026-03-12')).toEqual([]);
  });

  it('needs EDIT_CHECKWEIGHT, and the location in sight', async () => {
    const { organisationId } = kitchens;
    const viewer = await signedInAs(app, { organisationId, permissions: ['WEIGHT_ACCURACY'] });
    const elsewhere = await signedInAs(app, {
      organisationId,
      permissions: ['WEIGHT_ACCURACY', 'EDIT_CHECKWEIGHT'],
      locations: [kitchens.place.bar],
    });
    expect([(await enter({}, viewer)).status, (await enter({}, elsewhere)).status]).toEqual([403, 404]);
  });
});

describe('correcting a check weight', () => {
  const correct = (id: number, body: object, who = agent) =>
    who.put(`/rest/v1/wam/checkweight/${id}/netWeight`).send(body);
  const versionOf = async () =>
    (
      await app.db
        .selectFrom('organisation')
        .select('data_version')
        .where('id', '=', kitchens.organisationId)
        .executeTakeFirstOrThrow()
    ).data_version;

  // Spec 7: PUT /wam/checkweight/{id}/netWeight
  it('stores grams, keeps what it was, is audited and reaches what is rolled up', async () => {
    const id = await addCheck(app, kitchens.organisationId, {
      locationId: kitchens.place.old,
      day: '2026-03-02',
      grams: 4_000,
    });
    const version = await versionOf();
    const answer = await correct(id, { checkweightId: id, netWeight: 5.5 });
    expect([answer.status, answer.body]).toEqual([
      200,
      { id, timeMillis: Date.parse('2026-03-02T21:00:00Z'), weight: 5.5 },
    ]);
    const row = await app.db.selectFrom('check_weight').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      net_g: Math.round(5.5 * pound * 100) / 100,
      edited_by: agent.person.userId,
      edited_at: expect.any(Date),
    });
    const revisions = await app.db
      .selectFrom('check_weight_revision')
      .select(['before_g', 'by_user_id'])
      .where('check_weight_id', '=', id)
      .execute();
    expect(revisions).toEqual([{ before_g: 4_000, by_user_id: agent.person.userId }]);
    const audit = await app.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('entity', '=', 'checkWeight')
      .where('entity_id', '=', String(id))
      .executeTakeFirstOrThrow();
    expect(audit).toEqual({ action: 'checkWeight.correct', before: { grams: 4_000 }, after: { grams: 2_494.76 } });
    expect(await versionOf()).toBeGreaterThan(version);
    await app.runJobs();
    const day = await app.db
      .selectFrom('location_day')
      .select('check_g')
      .where('location_id', '=', kitchens.place.old)
      .where('local_date', '=', '2026-03-02')
      .executeTakeFirstOrThrow();
    expect(day.check_g).toBe(2_494.76);
  });

  // Spec 5: Check weight input is a number, min 0
  it.each([
    ['below 0', { netWeight: -0.001 }, 422, 'weightAccuracy.weightBelowZero'],
    ['what a scale can just weigh', { netWeight: 6_613 }, 200, undefined],
    ['more than a scale can weigh', { netWeight: 6_614 }, 422, 'weightAccuracy.weightTooHeavy'],
    ['no number', { netWeight: '5' }, 400, 'badRequest'],
    ['nothing', {}, 400, 'badRequest'],
    ['another weight than the address', { netWeight: 5, checkweightId: 1 }, 400, 'weightAccuracy.otherCheckweight'],
  ])('takes or refuses %s: %j', async (_, body, status, code) => {
    const id = await addCheck(app, kitchens.organisationId, {
      locationId: kitchens.place.old,
      day: '2026-03-05',
      grams: 4_000,
    });
    const answer = await correct(id, { checkweightId: id, ...body });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    if (code === 'weightAccuracy.weightTooHeavy')
      expect(answer.body.message).toBe('Floor scales can weigh up to 6613 lb. Split heavier loads.');
    const row = await app.db.selectFrom('check_weight').select('net_g').where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.net_g === 4_000).toBe(status !== 200);
  });

  it('needs EDIT_CHECKWEIGHT, and the location in sight', async () => {
    const viewer = await signedInAs(app, { organisationId: kitchens.organisationId, permissions: ['WEIGHT_ACCURACY'] });
    expect(
      (await correct(kitchens.weight.first, { checkweightId: kitchens.weight.first, netWeight: 5 }, viewer)).status,
    ).toBe(403);
    const limited = await signedInAs(app, {
      organisationId: kitchens.organisationId,
      permissions: ['WEIGHT_ACCURACY', 'EDIT_CHECKWEIGHT'],
      locations: [kitchens.place.bar],
    });
    expect(
      (await correct(kitchens.weight.first, { checkweightId: kitchens.weight.first, netWeight: 5 }, limited)).status,
    ).toBe(404);
    expect((await correct(999_999_999, { checkweightId: 999_999_999, netWeight: 5 })).status).toBe(404);
  });
});
