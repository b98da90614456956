import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { newOrganisation, tokenOf } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { bookOf, day } from '../../platform/sheet/workbook/workbook.fixtures';
import { importerOf, type Importer } from './importer.fixtures';

interface Truth {
  file: string;
  home: { country: string; currency: string; timeZone: string };
  weighings: number;
  sites: Record<string, number>;
  months: Record<string, number>;
  stages?: Record<string, number>;
  /** In the currency of the organization. */
  cost?: number | object;
  mustRefuse?: number;
  questions: { id: string; answer: string | number }[];
}

const folder = new URL('../../../tests/kitchen-sheets/', import.meta.url);
const truths = JSON.parse(readFileSync(new URL('truth.json', folder), 'utf8')) as Truth[];

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  // After the last day of the newest sheet.
  vi.spyOn(app.clock, 'now').mockImplementation(() => new Date('2026-11-28T12:00:00Z'));
});

async function sumsBy(organisationId: number, what: 'site' | 'month' | 'stage') {
  const by = {
    site: sql`s.name`,
    month: sql`to_char(e.local_date, 'YYYY-MM')`,
    stage: sql`e.stage_id::text`,
  }[what];
  const { rows } = await sql<{ key: string; grams: number; cost: number | null; n: number }>`
    select ${by} as key, round(sum(e.net_g))::float as grams, sum(e.cost_amount)::float as cost, count(*)::int as n from waste_event e
    join location l on l.id = e.location_id join site s on s.id = l.site_id
    where e.organisation_id = ${organisationId} and e.voided_at is null group by 1`.execute(app.db);
  return {
    grams: Object.fromEntries(rows.map(({ key, grams }) => [key, grams])),
    cost: rows.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    events: rows.reduce((sum, { n }) => sum + n, 0),
  };
}

/** In whole grams: events keep hundredths, and pounds have more. */
const whole = (grams: Record<string, number>) =>
  Object.fromEntries(Object.entries(grams).map(([key, sum]) => [key, Math.round(sum)]));

async function upload(agent: Importer, file: string, content?: Buffer): Promise<string> {
  const form = await agent.get('/imports/new');
  const sent = await agent
    .post('/imports')
    .field('_csrf', tokenOf(form.text))
    .field('mappingName', 'own')
    .field('mapping', '')
    .attach('file', content ?? readFileSync(new URL(file, folder)), file);
  expect(sent.status, sent.text.slice(0, 2_000)).toBe(303);
  return sent.headers.location!;
}

describe('sheets as kitchens keep them, in an organization that is new: only what is asked is answered', () => {
  it.each(truths)('$file', async (truth) => {
    const organisationId = await newOrganisation(app, {
      currencyCode: truth.home.currency,
      countryCode: truth.home.country,
      timeZone: truth.home.timeZone,
      unitId: 12,
    });
    const agent = await importerOf(app, { organisationId });
    const address = await upload(agent, truth.file);
    const id = Number(address.split('/').at(-1));
    for (;;) {
      await app.runJobs();
      const page = await agent.get(address);
      const ask = /name="ask" value="(\w+)"/.exec(page.text)?.[1];
      if ((await agent.view(id)).state !== 'UPLOADED') break;
      const said = truth.questions.find((one) => one.id === ask);
      expect(said, `asked for ${ask}`).toBeDefined();
      const taken = await agent
        .post(`${address}/answers`)
        .type('form')
        .send({ _csrf: tokenOf(page.text), ask, value: String(said!.answer) });
      expect(taken.status, taken.text.slice(0, 2_000)).toBe(303);
    }
    expect(await agent.view(id)).toMatchObject({ state: 'CHECKED', eventsTaken: truth.weighings, failure: null });
    const done = await agent.step(id, 'run');
    expect(done).toMatchObject({ state: 'DONE', eventsTaken: truth.weighings });
    if (truth.mustRefuse !== undefined) expect(done.linesRefused).toBe(truth.mustRefuse);
    const sites = await sumsBy(organisationId, 'site');
    expect([sites.grams, sites.events]).toEqual([whole(truth.sites), truth.weighings]);
    if (typeof truth.cost === 'number') expect(sites.cost).toBeCloseTo(truth.cost, 2);
    expect((await sumsBy(organisationId, 'month')).grams).toEqual(whole(truth.months));
    if (truth.stages) expect((await sumsBy(organisationId, 'stage')).grams).toEqual(whole(truth.stages));
  });
});

it('a workbook with a sheet for each school is imported without a question, each sheet as a site', async () => {
  const agent = await importerOf(app);
  const rows = (grams: number) => [
    ['Date', 'Item', 'Weight (g)'],
    [day('2026-03-02'), 'Rice', grams],
    [day('2026-03-13'), 'Soup', grams * 2],
  ];
  const book = await bookOf({ 'Oak School': rows(100), 'Elm School': rows(1_000) });
  const address = await upload(agent, 'schools.xlsx', book);
  await app.runJobs();
  const id = Number(address.split('/').at(-1));
  expect(await agent.view(id)).toMatchObject({ state: 'CHECKED', linesRead: 4, eventsTaken: 4, linesRefused: 0 });
  expect((await agent.get(address)).text).toContain('Each worksheet is a site, named after the worksheet.');
  await agent.step(id, 'run');
  const sites = await sumsBy(agent.organisationId, 'site');
  expect(sites.grams).toEqual({ 'Oak School': 300, 'Elm School': 3_000 });
});

it('a sheet whose costs are in another currency than the organization’s creates its sites in that currency', async () => {
  const organisationId = await newOrganisation(app, { currencyCode: 'USD', countryCode: 'US', unitId: 12 });
  const agent = await importerOf(app, { organisationId });
  const sheet = 'Date,Site,Item,Weight (kg),Cost (CHF)\n2026-03-02,Nord,Rice,1.5,4.20\n2026-03-14,Nord,Soup,2,3.10\n';
  const address = await upload(agent, 'kosten.csv', Buffer.from(sheet));
  await app.runJobs();
  const id = Number(address.split('/').at(-1));
  expect(await agent.view(id)).toMatchObject({ state: 'CHECKED', eventsTaken: 2, linesRefused: 0 });
  await agent.step(id, 'run');
  const { rows } = await sql<{ currency_code: string; cost: string }>`
    select s.currency_code, sum(e.cost_amount)::text as cost from waste_event e join location l on l.id = e.location_id
    join site s on s.id = l.site_id where e.organisation_id = ${organisationId} group by 1`.execute(app.db);
  expect(rows).toEqual([{ currency_code: 'CHF', cost: expect.stringMatching(/^7\.30*$/) }]);
});

it('refused lines are told by reason, with the cell of the line that is named', async () => {
  const agent = await importerOf(app);
  const address = await upload(agent, 'ward kitchens raw.csv');
  await app.runJobs();
  const { text } = await agent.get(address);
  expect(text).toContain('“-2.22” in row 32');
  expect(text).toContain('“forgot” in row 45');
});
