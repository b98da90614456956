import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { parseMappingText, runImportFromStream } from '../../../server/features/imports';
import { importerOf, type Importer } from '../../../server/features/imports/importer.fixtures';
import { readMapping, writeMapping, type MappingJson } from '../../../server/features/imports/mapping-editor.rules';
import { tokenOf } from '../../support/people';
import { testApp, type TestApp } from '../../support/test-app';
import { kitchenSheets } from './kitchen-sheets';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const plain = (html: string) =>
  html
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');

/** What was weighed, whoever brought it in. */
async function eventsOf(organisationId: number): Promise<unknown[]> {
  const { rows } = await sql`
    select e.local_date, e.net_g::text, e.stage_id, e.entered_unit, e.cost_amount::text, e.cost_currency, i.name as item, s.name as site, l.name as location
    from waste_event e join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id left join ref_value i on i.organisation_id = e.organisation_id and i.id = e.item_id
    where e.organisation_id = ${organisationId} order by e.local_date, e.net_g, i.name, s.name`.execute(app.db);
  return rows;
}

/** Assigns a sheet on its page. @returns the mapping as the page writes it to a file, and the events that it gave */
async function byPage(
  agent: Importer,
  { content, name, choices }: { content: Buffer; name: string; choices: ((mapping: MappingJson) => MappingJson)[] },
) {
  const form = await agent.get('/imports/new');
  const sent = await agent
    .post('/imports')
    .field('_csrf', tokenOf(form.text))
    .field('mappingName', 'own')
    .field('mapping', '')
    .attach('file', content, name);
  const address = `${sent.headers.location}/mapping`;
  await agent.settle();
  const { text } = await agent.get(`${address}?anew=1`);
  const shown =
    readMapping(plain(/<textarea[^>]*name="mapping"[^>]*>([\s\S]*?)<\/textarea>/.exec(text)?.[1] ?? '')) ?? {};
  const file = writeMapping(
    choices.reduce((mapping, choose) => choose(mapping), { ...shown, unknownSites: 'create' } as MappingJson),
  );
  await agent
    .post(address)
    .type('form')
    .send({ _csrf: tokenOf(text), mapping: file })
    .expect(303);
  await agent.settle();
  await agent.step(Number(/\/imports\/(\d+)/.exec(address)?.[1]), 'run');
  return { file, events: await eventsOf(agent.organisationId) };
}

const wanted = [
  'English names, units in the heads',
  'a column a kind, with the unit in the title and a total that is one line wrong',
  'a workbook with a merged title, merged days and days as days',
];

it.each(wanted)(
  'a mapping that the page writes is taken by the API and the command, and gives the same events: %s',
  async (what) => {
    const sheet = kitchenSheets.find((one) => one.what === what)!;
    const [content, name] = [Buffer.from((await sheet.file()) as string), sheet.name ?? 'sheet.csv'];
    const { file, events } = await byPage(await importerOf(app), { content, name, choices: sheet.choices });
    expect(events).toHaveLength(sheet.events);

    const program = await importerOf(app);
    const sent = await program
      .post('/rest/v1/imports')
      .attach('mappingFile', Buffer.from(file), 'mapping.json')
      .attach('file', content, name);
    expect([sent.status, sent.body.state]).toEqual([201, 'UPLOADED']);
    await program.step(sent.body.id as number, 'check');
    await program.step(sent.body.id as number, 'run');
    expect(await eventsOf(program.organisationId)).toEqual(events);

    const { organisationId } = await importerOf(app);
    const parsed = parseMappingText(file);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const ended = await runImportFromStream(app.resources, {
      organisationId,
      createdBy: null,
      login: 'command line',
      fileName: name,
      mapping: parsed.mapping,
      source: () => Readable.from([content]),
    });
    expect(ended.state).toBe('DONE');
    expect(await eventsOf(organisationId)).toEqual(events);
  },
);

it('the form of mappings is served to everybody at a stable address, and named by the description of the API', async () => {
  const agent = await importerOf(app);
  const { body, status } = await agent.get('/rest/v1/import-mapping.schema.json');
  expect([status, body.type, body.properties.measures.description]).toEqual([
    200,
    'object',
    expect.stringContaining('weight'),
  ]);
  expect((await agent.get('/rest/v1/openapi.json')).body.paths).toHaveProperty('/rest/v1/import-mapping.schema.json');
});
