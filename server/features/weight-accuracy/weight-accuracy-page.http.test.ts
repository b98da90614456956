import { beforeAll, describe, expect, it } from 'vitest';
import { addLocation, addSite } from '../../../tests/support/factories';
import { browser, newOrganisation, signedInAs } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { addAccuracyKitchens, type AccuracyKitchens } from './weight-accuracy.fixtures';

let app: TestApp;
let kitchens: AccuracyKitchens;
let agent: Awaited<ReturnType<typeof signedInAs>>;

beforeAll(async () => {
  app = await testApp();
  kitchens = await addAccuracyKitchens(app);
  agent = await signedInAs(app, {
    organisationId: kitchens.organisationId,
    permissions: ['WEIGHT_ACCURACY', 'EDIT_CHECKWEIGHT', 'VIEW_BASE_LPO_PAGE'],
  });
});

const open = async (query: string, who = agent) => {
  const { status, text } = await who.get(`/weight-accuracy${query}`);
  return { status, text };
};
/** The words of the cells of a table, row by row. */
function cellsOf(html: string, id: string): string[][] {
  const section = html.slice(html.indexOf(`<section id="${id}"`)).split('</section>')[0] ?? '';
  const body = section.slice(section.indexOf('<tbody'));
  return [...body.matchAll(/<tr[^>]*>([\s\S]*?)<\/tr>/g)].map((row) =>
    [...(row[1] ?? '').matchAll(/<td[^>]*data-label[^>]*>([\s\S]*?)<\/td>/g)].map((cell) =>
      (cell[1] ?? '')
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    ),
  );
}
const headsOf = (html: string, id: string) =>
  [
    ...(html.slice(html.indexOf(`<section id="${id}"`)).split('</thead>')[0] ?? '').matchAll(
      /<th[^>]*>([\s\S]*?)<\/th>/g,
    ),
  ].map((head) => (head[1] ?? '').replace(/<[^>]*>/g, '').trim());
const tables = (html: string) =>
  ['accuracy-weeks', 'incomplete-weeks', 'days'].filter((id) => html.includes(`<section id="${id}"`));
const selected = (html: string, name: string) =>
  /<option value="([^"]*)" selected/.exec(html.slice(html.indexOf(`id="${name}"`)))?.[1];
const noDay = '– There are no days in this range.';

describe('the three tables', () => {
  // Spec 2: Start and end date pickers
  // Spec 2: Organisation table: per site and week, average and incomplete days
  it('begin with the active sites, by week, from a month before today to yesterday', async () => {
    const { status, text } = await open('');
    expect(status).toBe(200);
    expect(tables(text)).toEqual(['accuracy-weeks', 'incomplete-weeks']);
    expect(headsOf(text, 'accuracy-weeks')).toEqual([
      'Site',
      'Average',
      'Feb 16',
      'Feb 23',
      'Mar 2',
      'Mar 9',
      'Mar 16',
    ]);
    expect(cellsOf(text, 'accuracy-weeks')).toEqual([
      [
        '=North',
        '68%',
        noDay,
        noDay,
        '90%',
        '50%',
        '– No complete days: the bins were not weighed, or their weight was too low.',
      ],
    ]);
    expect(cellsOf(text, 'incomplete-weeks')).toEqual([['=North', '16', noDay, noDay, '1', '11', '4']]);
    expect(selected(text, 'accuracy-site')).toBe('A');
    expect(text).not.toContain('id="accuracy-location"');
    expect(text).toMatch(/name="beginDate"[^>]*max="2026-03-17"|max="2026-03-17"[^>]*name="beginDate"/);
    expect(text).toMatch(
      /<input[^>]*id="accuracy-end"[^>]*min="2026-02-18"[^>]*max="2026-02-18"|<input[^>]*id="accuracy-end"[^>]*max="2026-02-18"[^>]*min="2026-02-18"/,
    );
    expect(text).toContain('href="/weight-accuracy?siteId=' + kitchens.site.north);
  });

  // Spec 2: A header and a site/location selector: all sites and locations, inactive ones included, no device
  it.each([
    ['?siteId=all', ['=North', 'South Inactive'], 'all'],
    ['?siteId=A', ['=North'], 'A'],
    ['?siteId=I', ['South Inactive'], 'I'],
    ['?siteId=nonsense', ['=North'], 'A'],
  ])('%s chooses %j', async (query, sites, choice) => {
    const { text } = await open(query);
    expect(cellsOf(text, 'accuracy-weeks').map(([name]) => name)).toEqual(sites);
    expect(selected(text, 'accuracy-site')).toBe(choice);
  });

  // Spec 2: Site table: per location and week, with the same two tables
  it.each([
    ['', ['+Bar Inactive', 'Main', 'Unused'], 'all'],
    ['&locationId=A', ['Main', 'Unused'], 'A'],
    ['&locationId=I', ['+Bar Inactive'], 'I'],
  ])('of a site with%s are of its locations %j', async (query, locations, choice) => {
    const { text } = await open(`?siteId=${kitchens.site.north}${query}`);
    expect(tables(text)).toEqual(['accuracy-weeks', 'incomplete-weeks']);
    expect(headsOf(text, 'accuracy-weeks')[0]).toBe('Location');
    expect(cellsOf(text, 'accuracy-weeks').map(([name]) => name)).toEqual(locations);
    expect(selected(text, 'accuracy-location')).toBe(choice);
  });

  // Spec 2: Three mutually exclusive tables
  // Spec 2: Single location: hero metrics, per-day table with its six columns
  // Spec 9: Weights 1 decimal plus unit, percentages 0 decimals
  it('of a location is of its days, with two large figures', async () => {
    const { status, text } = await open(
      `?siteId=${kitchens.site.north}&locationId=${kitchens.place.main}&beginDate=2026-03-02`,
    );
    expect([status, tables(text)]).toEqual([200, ['days']]);
    expect(headsOf(text, 'days')).toEqual([
      'Date',
      'Was closed',
      'Waste weight\u00a0(lb)',
      'Checkweight\u00a0(lb)',
      'Accuracy',
      'Reason',
    ]);
    const days = cellsOf(text, 'days').map((cells) => cells.slice(0, 5).map((cell) => cell.split(' Check weights')[0]));
    expect(days).toHaveLength(16);
    expect(days.slice(0, 3)).toEqual([
      ['Mon, Mar 2, 2026', 'No', '19.8', '22.0', '90%'],
      ['Tue, Mar 3, 2026', 'No', '20.8', '19.8', 'Incomplete 0%'],
      ['Wed, Mar 4, 2026', 'Yes', '---', '---', '---'],
    ]);
    expect(text).toMatch(/Location accuracy<\/h2><p[^>]*>70%/);
    expect(text).toMatch(/Incomplete days<\/h2><p[^>]*>9/);
    expect(text).toContain('of 11 open days');
    expect(text).toContain('13.2\u202flb</span> <span>15:15');
    expect(text).toContain('8.8\u202flb</span> <span>22:30');
    expect(text.match(/Edit check weights for Mar/g)).toHaveLength(3);
    expect(text.match(/Add check weight: Mar/g)).toHaveLength(8);
    expect(text).toContain(
      `/rest/v1/wam/export/sites/${kitchens.site.north}/locations/${kitchens.place.main}?beginDate=2026-03-02&amp;endDate=2026-03-17`,
    );
  });

  // Spec 2: Single location: no data message when there are no days
  it('says that there are no data where nothing was ever recorded', async () => {
    const { status, text } = await open(`?siteId=${kitchens.site.north}&locationId=${kitchens.place.unused}`);
    expect([status, tables(text)]).toEqual([200, []]);
    expect(text).toContain('No data');
    expect(text).toContain('Nothing was recorded at Unused');
  });

  // Spec 2: Edit icon only for open days and only with EDIT_CHECKWEIGHT
  it('offers no correction to somebody without the right to it', async () => {
    const viewer = await signedInAs(app, { organisationId: kitchens.organisationId, permissions: ['WEIGHT_ACCURACY'] });
    const { text } = await open(`?siteId=${kitchens.site.north}&locationId=${kitchens.place.main}`, viewer);
    expect(tables(text)).toEqual(['days']);
    expect(text).not.toMatch(/(Edit check weights for|Add check weight:|Edit reason for) [A-Z]/);
  });
});

describe('dates', () => {
  // Spec 5: At most 6 months: no data, all tables hidden, weightAccuracy.error.overSixMonths
  it.each([
    ['beginDate=2025-09-17', 200, null],
    ['beginDate=2025-09-16', 422, 'Choose a range of no more than six months.'],
    ['beginDate=2026-01-10&endDate=2026-02-18', 200, null],
    [
      'beginDate=2026-01-10&endDate=2026-02-19',
      422,
      'Choose an end date no later than Feb 18, 2026. Later weeks may still change.',
    ],
    ['beginDate=2026-01-10&endDate=2026-01-09', 422, 'The end date cannot be before the start date.'],
    ['beginDate=nonsense', 422, 'Enter a date such as 2026-11-21.'],
    ['beginDate=2026-02-30', 422, 'Enter a date such as 2026-11-21.'],
  ])('that are shown or refused: %s, %i', async (query, status, sentence) => {
    const page = await open(`?siteId=${kitchens.site.north}&${query}`);
    expect([page.status, tables(page.text).length > 0]).toEqual([status, status === 200]);
    if (sentence) expect(page.text).toContain(sentence);
    // What was chosen stays.
    expect(selected(page.text, 'accuracy-site')).toBe(String(kitchens.site.north));
  });

  it('say it in the language of the person', async () => {
    const german = await signedInAs(app, {
      organisationId: kitchens.organisationId,
      permissions: ['WEIGHT_ACCURACY'],
      locale: 'de_DE',
    });
    expect((await open('?beginDate=2024-01-01', german)).text).toContain('Wählen Sie höchstens sechs Monate.');
  });

  it('go with the selection, the usual ones silently', async () => {
    const { text } = await open(`?siteId=${kitchens.site.north}&beginDate=2026-03-02&endDate=2026-03-17`);
    expect(text).toContain(
      `href="/weight-accuracy?beginDate=2026-03-02&amp;siteId=${kitchens.site.north}&amp;locationId=${kitchens.place.main}"`,
    );
    const dates = text.slice(text.indexOf('id="accuracy-begin"') - 2_000, text.indexOf('id="accuracy-begin"'));
    expect(dates).toContain(`name="siteId" value="${kitchens.site.north}"`);
  });
});

describe('who sees what', () => {
  // Spec 2: weight-accuracy needs WEIGHT_ACCURACY
  it('leads those who may not home, and those unknown to the sign-in', async () => {
    const anonymous = await browser(app).get('/weight-accuracy').set('Accept', 'text/html');
    expect([anonymous.status, anonymous.headers.location]).toEqual([302, '/login']);
    const away = await (
      await signedInAs(app, { organisationId: kitchens.organisationId, permissions: [] })
    ).get('/weight-accuracy');
    expect([away.status, away.headers.location]).toEqual([302, '/home']);
  });

  it('knows no site or location that is out of sight, nor a location at another site', async () => {
    const limited = await signedInAs(app, {
      organisationId: kitchens.organisationId,
      permissions: ['WEIGHT_ACCURACY'],
      locations: [kitchens.place.bar],
    });
    expect(
      cellsOf((await open(`?siteId=${kitchens.site.north}`, limited)).text, 'accuracy-weeks').map(([name]) => name),
    ).toEqual(['+Bar Inactive']);
    const stranger = await signedInAs(app, {
      organisationId: await newOrganisation(app),
      permissions: ['WEIGHT_ACCURACY'],
    });
    const main = `?siteId=${kitchens.site.north}&locationId=${kitchens.place.main}`;
    for (const [query, who] of [
      [main, limited],
      [`?siteId=${kitchens.site.south}`, limited],
      [main, stranger],
      [`?siteId=${kitchens.site.south}&locationId=${kitchens.place.main}`, agent],
    ] as const) {
      expect([query, (await open(query, who)).status]).toEqual([query, 404]);
    }
    expect((await open('', stranger)).text).toContain('No data');
  });

  // Spec 4: On first load active if any exists, otherwise inactive
  it('starts with what is inactive where nothing active has days', async () => {
    const organisationId = await newOrganisation(app);
    const siteId = await addSite(app, { organisationId, name: 'Fresh' });
    await addLocation(app, { organisationId, siteId });
    const closedSite = await addSite(app, { organisationId, name: 'Closed', status: 'I' });
    const old = await addLocation(app, { organisationId, siteId: closedSite, status: 'I' });
    await app.db
      .insertInto('location_day')
      .values({
        organisation_id: organisationId,
        location_id: old,
        local_date: '2026-03-02',
        week_start: '2026-03-02',
        is_open: true,
      })
      .execute();
    const person = await signedInAs(app, { organisationId, permissions: ['WEIGHT_ACCURACY'] });
    const { text } = await open('', person);
    expect([selected(text, 'accuracy-site'), cellsOf(text, 'accuracy-weeks').map(([name]) => name)]).toEqual([
      'I',
      ['Closed Inactive'],
    ]);
  });

  it('turns pages of 200 sites', async () => {
    const organisationId = await newOrganisation(app);
    await app.db
      .insertInto('site')
      .values(
        Array.from({ length: 201 }, (_, at) => ({
          organisation_id: organisationId,
          name: `Site ${String(at).padStart(3, '0')}`,
          country_code: 'US',
          currency_code: 'USD',
          time_zone: 'UTC',
        })),
      )
      .execute();
    const sites = await app.db
      .selectFrom('site')
      .select(['id'])
      .where('organisation_id', '=', organisationId)
      .execute();
    await app.db
      .insertInto('location')
      .values(sites.map(({ id }) => ({ organisation_id: organisationId, site_id: id, name: 'Kitchen' })))
      .execute();
    const person = await signedInAs(app, { organisationId, permissions: ['WEIGHT_ACCURACY'] });
    const first = (await open('', person)).text;
    expect(cellsOf(first, 'accuracy-weeks')).toHaveLength(200);
    expect(first).toContain('href="/weight-accuracy?siteId=A&amp;page=2"');
    expect(cellsOf((await open('?page=2', person)).text, 'accuracy-weeks').map(([name]) => name)).toEqual(['Site 200']);
    expect(cellsOf((await open('?page=999', person)).text, 'incomplete-weeks').map(([name]) => name)).toEqual([
      'Site 200',
    ]);
  });
});

it('a corrected weight shows at once, on a page that was kept before', async () => {
  const own = await addAccuracyKitchens(app);
  const person = await signedInAs(app, {
    organisationId: own.organisationId,
    permissions: ['WEIGHT_ACCURACY', 'EDIT_CHECKWEIGHT'],
  });
  const address = `/weight-accuracy?siteId=${own.site.north}&locationId=${own.place.main}`;
  const before = await person.get(address);
  expect(before.text).toMatch(/Location accuracy<\/h2><p[^>]*>70%/);
  expect((await person.get(address).set('If-None-Match', String(before.headers.etag))).status).toBe(304);
  await person
    .put(`/rest/v1/wam/checkweight/${own.weight.first}/netWeight`)
    .send({ checkweightId: own.weight.first, netWeight: 13.228 * 2 });
  const after = await person.get(address).set('If-None-Match', String(before.headers.etag));
  expect([after.status, /Location accuracy<\/h2><p[^>]*>(\d+%)/.exec(after.text)?.[1]]).toEqual([200, '54%']);
});
