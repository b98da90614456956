import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { newOrganisation, tokenOf } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { importerOf, type Importer } from './importer.fixtures';

interface Truth {
  file: string;
  home: { country: string; currency: string; timeZone: string };
  weighings: number;
  sites: Record<string, number>;
  months: Record<string, number>;
  stages?: Record<string, number>;
  mustRefuse?: number;
  questions: { id: string; answer: string | number }[];
}

const folder = new URL('../../../tests/kitchen-sheets/', import.meta.url);
const truths = JSON.parse(readFileSync(new URL('truth.json', folder), 'utf8')) as Truth[];

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

async function sumsBy(organisationId: number, what: 'site' | 'month' | 'stage') {
  const by = {
    site: sql`s.name`,
    month: sql`to_char(e.local_date, 'YYYY-MM')`,
    stage: sql`e.stage_id::text`,
  }[what];
  const { rows } = await sql<{ key: string; grams: number; n: number }>`
    select ${by} as key, sum(e.net_g)::float as grams, count(*)::int as n from waste_event e
    join location l on l.id = e.location_id join site s on s.id = l.site_id
    where e.organisation_id = ${organisationId} and e.voided_at is null group by 1`.execute(app.db);
  return {
    grams: Object.fromEntries(rows.map(({ key, grams }) => [key, grams])),
    events: rows.reduce((sum, { n }) => sum + n, 0),
  };
}

async function upload(agent: Importer, file: string): Promise<string> {
  const form = await agent.get('/imports/new');
  const sent = await agent
    .post('/imports')
    .field('_csrf', tokenOf(form.text))
    .field('mappingName', 'own')
    .field('mapping', '')
    .attach('file', readFileSync(new URL(file, folder)), file);
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
    expect(await sumsBy(organisationId, 'site')).toEqual({ grams: truth.sites, events: truth.weighings });
    expect((await sumsBy(organisationId, 'month')).grams).toEqual(truth.months);
    if (truth.stages) expect((await sumsBy(organisationId, 'stage')).grams).toEqual(truth.stages);
  });
});

it('refused lines are told by reason, with the cell of the line that is named', async () => {
  const agent = await importerOf(app);
  const address = await upload(agent, 'ward kitchens raw.csv');
  await app.runJobs();
  const { text } = await agent.get(address);
  expect(text).toContain('“-2.22” in line 32');
  expect(text).toContain('“forgot” in line 45');
});
