import { beforeAll, describe, expect, it } from 'vitest';
import { addEvents, addLocation, addSite, weeksOfEvents } from '../../../tests/support/factories';
import { withOwnClock } from '../../../tests/support/other-app';
import { browser, newOrganisation, signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { periodLocations } from './location-status.contract';

let app: TestApp;
let organisationId: number;
let agent: Awaited<ReturnType<typeof signedInAs>>;
const site = { north: 0, south: 0 };
const place = { waiting: 0, young: 0, based: 0 };

/** One location waiting, one on its way, one with a baseline in stage 8 that has just begun stage 9; one that is closed for good. */
beforeAll(async () => {
  app = await testApp();
  organisationId = await newOrganisation(app);
  site.north = await addSite(app, { organisationId, name: 'North School', region: 'North', segment: 'Schools' });
  site.south = await addSite(app, {
    organisationId,
    name: '=South School',
    region: 'South',
    segment: 'Schools',
    countryCode: 'GB',
    currencyCode: 'USD',
  });
  const closedSite = await addSite(app, { organisationId, name: 'Closed School', status: 'I' });
  place.waiting = await addLocation(app, {
    organisationId,
    siteId: site.north,
    name: 'Waiting Kitchen',
    stages: [8],
    setUpOn: '2026-03-01',
  });
  place.young = await addLocation(app, { organisationId, siteId: site.north, name: 'Young Kitchen' });
  place.based = await addLocation(app, { organisationId, siteId: site.south, name: 'Based Kitchen' });
  await addLocation(app, { organisationId, siteId: site.north, name: 'Inactive Kitchen', status: 'I', stages: [8] });
  await addLocation(app, { organisationId, siteId: closedSite, name: 'Orphan Kitchen', stages: [8] });
  await addEvents(app, {
    organisationId,
    locationId: place.young,
    events: weeksOfEvents({ weekStart: '2026-03-09', gramsOfWeeks: [1_000] }),
  });
  await addEvents(app, {
    organisationId,
    locationId: place.based,
    events: [
      ...weeksOfEvents({ weekStart: '2026-01-26', gramsOfWeeks: [1_000, 1_000, 1_000, 1_000, 800, 800], cost: 2 }),
      ...weeksOfEvents({ weekStart: '2026-03-02', gramsOfWeeks: [500], stageId: 9 }),
    ],
  });
  await app.runJobs();
  agent = await signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
});

const idsOf = (body: { locationId: number }[]) => body.map((row) => row.locationId);

describe('GET /locationStatus/{period}', () => {
  // Spec 7: GET /locationStatus/{period}: the fields of a row
  it('has exactly the fields of the specification', async () => {
    const answer = await agent.get('/rest/v1/locationStatus/baselinePeriod?wasteStageId=8');
    expect(answer.status).toBe(200);
    expect(periodLocations.parse(answer.body)).toEqual([
      {
        locationId: place.young,
        siteName: 'North School',
        locationName: 'Young Kitchen',
        siteId: site.north,
        wasteStageId: 8,
        wasteStageName: 'Pre-consumer',
        initialWasteEventDateTime: '2026-03-09T16:00:00.000Z',
        dayCount: 9,
        autoBaselineEnabled: true,
      },
    ]);
  });

  // Spec 7: GET /locationStatus/{period} with wasteStageId, region, countryCode, segment
  it.each([
    ['preBaselinePeriod', '', ['waiting']],
    ['baselinePeriod', '', ['based', 'young']],
    ['baselinePeriod', '?wasteStageId=9', ['based']],
    ['postBaselinePeriod', '', ['based']],
    ['postBaselinePeriod', '?wasteStageId=23', []],
    ['baselinePeriod', '?region=North', ['young']],
    ['baselinePeriod', '?countryCode=GB', ['based']],
    ['baselinePeriod', '?segment=Schools&region=South', ['based']],
    ['baselinePeriod', '?segment=Hospitals', []],
    ['baselinePeriod', '?region=%27%20or%201%3D1', []],
  ] as const)('%s%s', async (period, query, expected) => {
    const answer = await agent.get(`/rest/v1/locationStatus/${period}${query}`);
    expect(idsOf(answer.body)).toEqual(expected.map((name) => place[name]));
  });

  it('leaves out what is not active', async () => {
    const answer = await agent.get('/rest/v1/locationStatus/preBaselinePeriod');
    expect(answer.body).toHaveLength(1);
    expect(answer.body[0]).toMatchObject({
      locationName: 'Waiting Kitchen',
      initialWasteEventDateTime: null,
      dayCount: 17,
    });
  });

  it.each([
    ['?wasteStageId=abc', 'wasteStageId'],
    ['?wasteStageId=8&wasteStageId=9', 'wasteStageId'],
    ['?wasteStageId=99999999999', 'wasteStageId'],
    ['?countryCode=Utopia', 'countryCode'],
    [`?region=${'x'.repeat(101)}`, 'region'],
    ['?segment=a%00b', 'segment'],
    ['?colour=red', 'colour'],
  ])('refuses %s', async (query, field) => {
    const answer = await agent.get(`/rest/v1/locationStatus/baselinePeriod${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'badRequest', requestId: expect.any(String), fields: [{ field }] });
  });

  it('knows three periods only', async () => {
    expect((await agent.get('/rest/v1/locationStatus/somePeriod')).status).toBe(404);
  });

  it('shows the secured sites and locations only', async () => {
    const limited = await signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'], sites: [site.south] });
    expect(idsOf((await limited.get('/rest/v1/locationStatus/baselinePeriod')).body)).toEqual([place.based]);
    expect((await limited.get('/rest/v1/locationStatus/preBaselinePeriod')).body).toEqual([]);
    const one = await signedInAs(app, {
      organisationId,
      permissions: ['VIEW_BASE_LPO_PAGE'],
      locations: [place.young],
    });
    expect(idsOf((await one.get('/rest/v1/locationStatus/baselinePeriod')).body)).toEqual([place.young]);
  });

  it('shows nothing of another organisation', async () => {
    const stranger = await signedInAs(app, {
      organisationId: await newOrganisation(app),
      permissions: ['VIEW_BASE_LPO_PAGE'],
    });
    for (const period of ['preBaselinePeriod', 'baselinePeriod', 'postBaselinePeriod'])
      expect((await stranger.get(`/rest/v1/locationStatus/${period}`)).body).toEqual([]);
  });

  it('is for those who may', async () => {
    const anonymous = await browser(app)
      .get('/rest/v1/locationStatus/baselinePeriod')
      .set('Accept', 'application/json');
    expect([anonymous.status, anonymous.body.code]).toEqual([401, 'signedOut']);
    const other = await signedInAs(app, { organisationId, permissions: [] });
    expect((await other.get('/rest/v1/locationStatus/baselinePeriod')).status).toBe(403);
  });

  it('answers 304 until the data or the day changes', async () => {
    const first = await agent.get('/rest/v1/locationStatus/baselinePeriod');
    const again = await agent
      .get('/rest/v1/locationStatus/baselinePeriod')
      .set('If-None-Match', String(first.headers.etag));
    expect(again.status).toBe(304);
    const other = await agent
      .get('/rest/v1/locationStatus/baselinePeriod?region=North')
      .set('If-None-Match', String(first.headers.etag));
    expect(other.status).toBe(200);
  });
});

describe('LocationStatus.csv', () => {
  // Spec 2: Deployment status: LocationStatus.csv
  it('holds all periods in order, and no formula', async () => {
    const answer = await agent
      .get('/rest/v1/locationStatus/export')
      .set('Accept', 'text/csv')
      .buffer(true)
      .parse((response, done) => {
        const parts: Buffer[] = [];
        response
          .on('data', (part: Buffer) => parts.push(part))
          .on('end', () => done(null, Buffer.concat(parts).toString('utf8')));
      });
    expect(answer.headers['content-type']).toMatch(/^text\/csv/);
    expect(answer.headers['content-disposition']).toContain('filename="LocationStatus.csv"');
    expect((answer.body as string).replace('\ufeff', '').trim().split('\r\n')).toEqual([
      'Period,Site,Location,Stage of processing,Date of first transaction,Days in stage',
      'Activation,North School,Waiting Kitchen,Pre-consumer,,17',
      "Baseline,'=South School,Based Kitchen,Post-consumer,2026-03-02,16",
      'Baseline,North School,Young Kitchen,Pre-consumer,2026-03-09,9',
      "Reduction,'=South School,Based Kitchen,Pre-consumer,2026-01-26,30",
    ]);
  });

  it('names the stages in the language of the person', async () => {
    const german = await signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'], locale: 'de_DE' });
    const answer = await german.get('/rest/v1/locationStatus/export');
    expect(
      answer.text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[3]),
    ).toEqual(['Vor dem Gast', 'Nach dem Gast', 'Vor dem Gast', 'Vor dem Gast']);
  });

  // Spec 7: GET /locationStatus/export with the same query, text/csv
  it('takes the filters of the page', async () => {
    const answer = await agent.get('/rest/v1/locationStatus/export?wasteStageId=9');
    expect(answer.text.trim().split('\r\n')).toHaveLength(2);
    expect((await agent.get('/rest/v1/locationStatus/export?wasteStageId=x')).status).toBe(400);
  });

  // Spec 8: Failed downloads
  it('that fails is told in a page to whoever follows its link in a browser, and in JSON to a program', async () => {
    const failed = () =>
      agent
        .get('/rest/v1/locationStatus/export?wasteStageId=x')
        .set('Accept', 'text/html,application/xhtml+xml,*/*;q=0.8');
    const person = await failed().set('Sec-Fetch-Dest', 'document');
    expect([person.status, person.type]).toEqual([400, 'text/html']);
    expect(person.text).toMatch(/<main[\s\S]*<h1/);
    const program = await failed();
    expect([program.status, program.body.code]).toEqual([400, 'badRequest']);
  });
});

describe('the page', () => {
  const cardOf = (html: string, name: string) =>
    html.slice(html.indexOf(`id="period-${name}"`), html.indexOf('</details>', html.indexOf(`id="locations-${name}"`)));
  const linesOf = (html: string, name: string) =>
    [
      ...html
        .slice(html.indexOf(`id="locations-${name}"`))
        .split('</section>')[0]!
        .matchAll(/data-label="Location"[^>]*><span[^>]*>([^<]+)</g),
    ].map((found) => found[1]);

  // Spec 2: Deployment status: three cards, their columns, the reduction card collapsed, details links
  // Spec 9: Default waste stage filter 8
  it('shows stage 8 in three cards, the last one closed, with links to the windows', async () => {
    const { status, text } = await agent.get('/deployment-status');
    expect(status).toBe(200);
    expect(text).toMatch(/<details id="period-activation"[^>]* open/);
    expect(text).toMatch(/<details id="period-baseline"[^>]* open/);
    expect(text).not.toMatch(/<details id="period-reduction"[^>]* open/);
    expect(linesOf(text, 'activation')).toEqual(['Waiting Kitchen']);
    expect(linesOf(text, 'baseline')).toEqual(['Young Kitchen']);
    expect(linesOf(text, 'reduction')).toEqual(['Based Kitchen']);
    expect(text).toContain(`/baselines/readiness?locationId=${place.young}&amp;wasteStageId=8`);
    expect(text).toContain(`/baselines/detail?locationId=${place.based}&amp;wasteStageId=8`);
    expect(cardOf(text, 'activation')).not.toContain('Date of first transaction');
    expect(cardOf(text, 'baseline')).toContain('Date of first transaction');
    expect(text).toContain('href="/rest/v1/locationStatus/export?wasteStageId=8"');
    expect(text).toContain('>Deployment status</a>');
  });

  // Spec 2: Deployment status: filters stage of processing, country, region, segment; a help link
  it('offers stage, country, region and segment as filters, and leads to help', async () => {
    const { text } = await agent.get('/deployment-status');
    for (const name of ['wasteStageId', 'countryCode', 'region', 'segment']) expect(text).toContain(`name="${name}"`);
    expect(text).toMatch(
      new RegExp(
        `<a (?=[^>]*href="${app.resources.config.helpUrl}")(?=[^>]*target="_blank")[^>]*>(?:<svg.*?</svg>)?Help<span class="visually-hidden"> \\(opens an external site\\)`,
      ),
    );
  });

  // Spec 2: Deployment status: location count of distinct locations, total active locations
  it('counts each location once', async () => {
    const { text } = await agent.get('/deployment-status?wasteStageId=all');
    expect(text).toMatch(/Total active locations<\/h2><p[^>]*>3<\/p>/);
    expect(linesOf(text, 'baseline')).toEqual(['Based Kitchen', 'Young Kitchen']);
  });

  // Spec 2: Deployment status: column sort toggles ascending and descending
  it('sorts each card by itself and opens a card that is named in the address', async () => {
    const { text } = await agent.get('/deployment-status?wasteStageId=all&sortBaseline=days&sortReduction=-days');
    expect(linesOf(text, 'baseline')).toEqual(['Young Kitchen', 'Based Kitchen']);
    expect(text).toMatch(/<details id="period-reduction"[^>]* open/);
    expect(text).toContain('href="/deployment-status?wasteStageId=all&amp;sortBaseline=-days&amp;sortReduction=-days"');
    expect((await agent.get('/deployment-status?sortBaseline=nonsense&pageBaseline=-3')).status).toBe(200);
  });

  // Spec 2: Deployment status: a 'no locations' text when empty
  it('says why there is nothing', async () => {
    const { text } = await agent.get('/deployment-status?region=Nowhere');
    expect(text).toContain('No locations are working toward a baseline. Try different filters.');
    expect(text).toContain('Region: Nowhere');
    expect((await agent.get('/deployment-status?wasteStageId=x')).status).toBe(400);
  });

  it('turns pages of 50', async () => {
    const id = await newOrganisation(app);
    const siteId = await addSite(app, { organisationId: id });
    for (let at = 1; at <= 51; at += 1)
      await addLocation(app, { organisationId: id, siteId, name: `Kitchen ${at}`, stages: [8] });
    const many = await signedInAs(app, { organisationId: id, permissions: ['VIEW_BASE_LPO_PAGE'] });
    const first = await many.get('/deployment-status');
    expect(linesOf(first.text, 'activation')).toHaveLength(50);
    expect(first.text).toContain('href="/deployment-status?pageActivation=2"');
    expect(linesOf((await many.get('/deployment-status?pageActivation=2')).text, 'activation')).toEqual(['Kitchen 51']);
    expect(linesOf((await many.get('/deployment-status?pageActivation=999')).text, 'activation')).toEqual([
      'Kitchen 51',
    ]);
  });

  it('sends those who may not home, and those unknown to the sign-in', async () => {
    const anonymous = await browser(app).get('/deployment-status').set('Accept', 'text/html');
    expect([anonymous.status, anonymous.headers.location]).toEqual([302, '/login']);
    const other = await signedInAs(app, { organisationId, permissions: [] });
    const away = await other.get('/deployment-status');
    expect([away.status, away.headers.location]).toEqual([302, '/home']);
  });

  it('speaks German', async () => {
    const german = await signedInAs(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'], locale: 'de_DE' });
    const { text } = await german.get('/deployment-status');
    expect(text).toContain('Einführungsstand');
    expect(text).toContain('9. März 2026');
  });
});

describe('days in stage', () => {
  const midnightInTokyo = '2026-03-18T15:00:00Z';

  it('count on the date of the site, from its midnight on, and are never cut', async () => {
    const clocked = withOwnClock(app);
    const own = await newOrganisation(app);
    const tokyo = await addSite(app, { organisationId: own, name: 'Tokyo', timeZone: 'Asia/Tokyo' });
    const nome = await addSite(app, { organisationId: own, name: 'Nome', timeZone: 'America/Nome' });
    for (const siteId of [tokyo, nome])
      await addLocation(app, { organisationId: own, siteId, stages: [8], setUpOn: '2026-03-18' });
    const days = async (instant: string | number) => {
      clocked.clock.set(new Date(instant));
      const person = await signedInAs(clocked, { organisationId: own, permissions: ['VIEW_BASE_LPO_PAGE'] });
      const { body } = await person.get('/rest/v1/locationStatus/preBaselinePeriod');
      return Object.fromEntries(
        (body as { siteName: string; dayCount: number }[]).map((one) => [one.siteName, one.dayCount]),
      );
    };
    expect(await days(Date.parse(midnightInTokyo) - 1)).toEqual({ Tokyo: 0, Nome: 0 });
    expect(await days(midnightInTokyo)).toEqual({ Tokyo: 1, Nome: 0 });
    expect(await days('2026-03-18T07:59:00Z')).toEqual({ Tokyo: 0, Nome: -1 });
  });

  it('stand on a page that is kept no longer than a date at one of its sites', async () => {
    const clocked = withOwnClock(app);
    const own = await newOrganisation(app);
    const tokyo = await addSite(app, { organisationId: own, timeZone: 'Asia/Tokyo' });
    await addLocation(app, { organisationId: own, siteId: tokyo, stages: [8], setUpOn: '2026-03-18' });
    const midnight = Date.parse(midnightInTokyo);
    clocked.clock.set(new Date(midnight - 600_000));
    const person = await signedInAs(clocked, { organisationId: own, permissions: ['VIEW_BASE_LPO_PAGE'] });
    const tag = async (instant: number) => {
      clocked.clock.set(new Date(instant));
      return (await person.get('/deployment-status')).headers.etag;
    };
    const before = await tag(midnight - 60_000);
    expect(before).toBeDefined();
    expect(await tag(midnight - 1)).toBe(before);
    expect(await tag(midnight)).not.toBe(before);
  });
});
