import { beforeAll, describe, expect, it } from 'vitest';
import { signedInAs, tokenOf } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { importerOf, type Importer } from './importer.fixtures';
import { plainMapping } from './imports.fixtures';
import { readMapping, writeMapping, type MappingJson } from './mapping-editor.rules';
import { missingRoles } from './missing-roles.rules';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});

const march = 'Datum;Betrieb;Speise;Gewicht (kg)\n2.3.2026;Nord;Reis;1,5\n13.3.2026;Nord;Brot;2\n';
const february =
  'Küche im Februar;;;\nSpeise;Gewicht (kg);datum;BETRIEB\nReis;4;2.2.2026;Nord\nBrot;0,5;14.2.2026;Nord\n';
const columns = ['Datum', 'Betrieb', 'Speise', 'Gewicht (kg)'];

const plain = (html: string) =>
  html
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');

/** Sends a sheet by the form of the page. @returns where it led */
async function sent(agent: Importer, content: string, mappingName = 'own'): Promise<string> {
  const form = await agent.get('/imports/new');
  const answer = await agent
    .post('/imports')
    .field('_csrf', tokenOf(form.text))
    .field('mappingName', mappingName)
    .field('mapping', '')
    .attach('file', Buffer.from(content), 'sheet.csv');
  expect(answer.status, plain(answer.text)).toBe(303);
  await agent.settle();
  const address = answer.headers.location ?? '';
  return address.includes('/mapping') ? address : `${address}/mapping`;
}

/** The page of a mapping, with what its form holds; it works without scripts. */
async function pageOf(agent: Importer, address: string) {
  const { text, status } = await agent.get(address);
  const mapping =
    readMapping(plain(/<textarea[^>]*name="mapping"[^>]*>([\s\S]*?)<\/textarea>/.exec(text)?.[1] ?? '')) ?? {};
  const keptId = /name="keptId" value="(\d+)"/.exec(text)?.[1];
  const words = plain(text.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<!-- -->/g, ''));
  return {
    status,
    mapping,
    keptId,
    text: words,
    token: tokenOf(text),
    shown: [...text.matchAll(/<th scope="row">([^<]*)<\/th>/g)].map((match) => plain(match[1] ?? '')),
  };
}

const withStage = (mapping: MappingJson): MappingJson => ({
  ...mapping,
  stage: { constant: 8 },
  unknownSites: 'create',
});

/** Assigns a sheet on its page and keeps how. @returns the answer, and the import's address */
async function keep(
  agent: Importer,
  { name, content = march, replace }: { name: string; content?: string; replace?: 'yes' },
) {
  const address = (await sent(agent, content)).replace(/\?.*$/, '');
  const { mapping, token, keptId } = await pageOf(agent, `${address}?anew=1`);
  const answer = await agent
    .post(address)
    .type('form')
    .send({
      _csrf: token,
      mapping: writeMapping(withStage(mapping)),
      keepAs: name,
      ...(replace && { replace }),
      ...(keptId && { keptId }),
    });
  return { answer, id: Number(/\/imports\/(\d+)/.exec(address)?.[1]) };
}

const listOf = async (agent: Importer) =>
  (await agent.get('/rest/v1/imports/mappings')).body.mappings as {
    id: number;
    name: string;
    imports: number;
    columns: string[];
  }[];
const auditOf = async (agent: Importer) =>
  (
    await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('organisation_id', '=', agent.organisationId)
      .where('entity', '=', 'importMapping')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

describe('a mapping that is kept on its page', () => {
  it('reads the next sheet of its form by itself, in whatever order and letter case its names stand', async () => {
    const agent = await importerOf(app);
    expect((await keep(agent, { name: 'Abfall Nord' })).answer.status).toBe(303);
    await agent.settle();
    const [kept] = await listOf(agent);
    expect(kept).toMatchObject({ name: 'Abfall Nord', imports: 1, columns });
    expect((await agent.get('/imports/new')).text).toContain(`/imports/mappings/${kept?.id}`);

    const address = await sent(agent, february);
    const page = await pageOf(agent, address);
    await agent.settle();
    const own = await agent.get(address.replace('/mapping', ''));
    expect(plain(own.text)).toContain('Read using your saved mapping “Abfall Nord”');
    expect(page.keptId).toBe(String(kept?.id));
    expect(page.mapping).toMatchObject({
      name: 'Abfall Nord',
      headerRow: 2,
      stage: { constant: 8 },
      item: { column: 'Speise' },
    });
    expect(missingRoles(page.mapping, page.shown)).toEqual([]);
    expect(
      (
        await agent
          .post(address)
          .type('form')
          .send({ _csrf: page.token, mapping: writeMapping(page.mapping), keptId: page.keptId, keepAs: '' })
      ).status,
    ).toBe(303);
    await agent.settle();
    const id = Number(/\/imports\/(\d+)/.exec(address)?.[1]);
    expect(await agent.view(id)).toMatchObject({
      state: 'CHECKED',
      mappingName: 'Abfall Nord',
      linesRefused: 0,
      eventsTaken: 2,
      netGrams: 4500,
    });
    expect(await listOf(agent)).toMatchObject([{ imports: 2 }]);
  });

  it('is put aside where somebody starts anew', async () => {
    const agent = await importerOf(app);
    await keep(agent, { name: 'Abfall' });
    const address = await sent(agent, march);
    const page = await pageOf(agent, `${address}?anew=1`);
    expect(page.text).not.toContain('Recognized as');
    expect([page.mapping.stage, page.keptId]).toEqual([undefined, undefined]);
  });

  it('is offered and not taken for a sheet with a column more; asked for, it reads it', async () => {
    const agent = await importerOf(app);
    await keep(agent, { name: 'Abfall' });
    const more = march.replace('Gewicht (kg)', 'Gewicht (kg);Bemerkung').replaceAll(/^(\d.*)$/gm, '$1;gut');
    const address = await sent(agent, more);
    const page = await pageOf(agent, address);
    expect(page.text).toContain('This sheet looks like “Abfall”');
    expect(page.text).toContain('New columns: Bemerkung.');
    expect(page.keptId).toBeUndefined();
    const [kept] = await listOf(agent);
    const asked = await pageOf(agent, `${address}?as=${kept?.id}`);
    expect(asked.mapping).toMatchObject({ stage: { constant: 8 } });
    expect(asked.keptId).toBe(String(kept?.id));
  });

  it('is neither offered nor taken for a sheet that lacks a column that it reads', async () => {
    const agent = await importerOf(app);
    await keep(agent, { name: 'Abfall' });
    const page = await pageOf(agent, await sent(agent, 'Datum;Betrieb;Speise\n2.3.2026;Nord;Reis\n'));
    expect(page.text).not.toContain('Abfall”');
  });

  it('knows a wide sheet again, too', async () => {
    const agent = await importerOf(app);
    const wide = (day: string) => `Date;Site;Rice (kg);Bread (kg);Soup (kg)\n${day};Nord;1;2;3\n`;
    expect((await keep(agent, { name: 'By kind', content: wide('2026-03-02') })).answer.status).toBe(303);
    const page = await pageOf(agent, await sent(agent, wide('2026-02-02')));
    expect(page.mapping).toMatchObject({ wide: { heads: 'item' }, stage: { constant: 8 } });
  });

  it('asks for the day of another sheet, and never takes that of the first', async () => {
    const agent = await importerOf(app);
    const content = 'Site;Food item;Weight (kg)\nNord;Rice;1\n';
    const address = (await sent(agent, content)).replace(/\?.*$/, '');
    const first = await pageOf(agent, address);
    const mapping = { ...withStage(first.mapping), dates: { constant: '2026-03-02', patterns: ['iso'] } };
    expect(
      (
        await agent
          .post(address)
          .type('form')
          .send({ _csrf: first.token, mapping: writeMapping(mapping), keepAs: 'One day' })
      ).status,
    ).toBe(303);
    const [kept] = await listOf(agent);
    for (const name of ['own', `kept:${kept?.id}`]) {
      const page = await pageOf(agent, await sent(agent, content, name));
      expect([name, missingRoles(page.mapping, page.shown)]).toEqual([name, ['date']]);
    }
  });
});

describe('the name of a kept mapping', () => {
  it('is asked about where it is taken, and nothing is changed before', async () => {
    const agent = await importerOf(app);
    await keep(agent, { name: 'Abfall' });
    const { answer, id } = await keep(agent, { name: 'ABFALL', content: february });
    expect(answer.status).toBe(409);
    expect(plain(answer.text)).toContain('A mapping named “ABFALL” already exists');
    expect(answer.text).toContain('name="replace"');
    expect(answer.text).toContain('value="ABFALL"');
    expect(await agent.view(id)).toMatchObject({ state: 'CHECKED' });
    expect((await keep(agent, { name: 'ABFALL', content: february, replace: 'yes' })).answer.status).toBe(303);
    expect(await listOf(agent)).toMatchObject([{ name: 'ABFALL', imports: 3 }]);
    expect(await auditOf(agent)).toEqual(['importMapping.keep', 'importMapping.replace']);
  });

  it('goes to one of two who save at once', async () => {
    const agent = await importerOf(app);
    const other = await importerOf(app, { organisationId: agent.organisationId });
    const save = (one: Importer) => one.post('/rest/v1/imports/mappings').send({ name: 'Both', mapping: plainMapping });
    const answers = await Promise.all([agent, other, agent, other].map(save));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'imports.keptNameTaken' });
    expect(await listOf(agent)).toHaveLength(1);
  });

  it('can be changed, but not to one that is taken', async () => {
    const agent = await importerOf(app);
    const save = async (name: string) =>
      (await agent.post('/rest/v1/imports/mappings').send({ name, mapping: plainMapping })).body.id as number;
    const [first] = [await save('First'), await save('Second')];
    expect((await agent.put(`/rest/v1/imports/mappings/${first}`).send({ name: 'second' })).status).toBe(409);
    const page = await agent.get(`/imports/mappings/${first}`);
    const refused = await agent
      .post(`/imports/mappings/${first}/rename`)
      .type('form')
      .send({ _csrf: tokenOf(page.text), name: 'Second' });
    expect([refused.status, refused.text.includes('value="Second"')]).toEqual([409, true]);
    expect(
      (
        await agent
          .post(`/imports/mappings/${first}/rename`)
          .type('form')
          .send({ _csrf: tokenOf(page.text), name: 'Third' })
      ).status,
    ).toBe(303);
    expect((await agent.get(`/rest/v1/imports/mappings/${first}`)).body).toMatchObject({
      name: 'Third',
      mapping: { name: 'Third' },
    });
    expect(await auditOf(agent)).toEqual(['importMapping.keep', 'importMapping.keep', 'importMapping.rename']);
  });
});

describe('deleting a kept mapping', () => {
  it('leaves its imports and their pages as they are, and the next sheet is not recognized', async () => {
    const agent = await importerOf(app);
    const { id } = await keep(agent, { name: 'Abfall' });
    await agent.settle();
    const [kept] = await listOf(agent);
    const page = await agent.get(`/imports/mappings/${kept?.id}`);
    expect(page.text).toContain('data-confirm');
    expect(
      (
        await agent
          .post(`/imports/mappings/${kept?.id}/delete`)
          .type('form')
          .send({ _csrf: tokenOf(page.text) })
      ).headers.location,
    ).toBe('/imports/new');
    expect((await agent.get(`/imports/mappings/${kept?.id}`)).status).toBe(404);
    expect(await agent.view(id)).toMatchObject({ state: 'CHECKED', mappingName: 'Abfall' });
    const own = await agent.get(`/imports/${id}`);
    expect([own.status, own.text.includes('Abfall')]).toEqual([200, true]);
    expect(await agent.step(id, 'run')).toMatchObject({ state: 'DONE' });
    expect((await pageOf(agent, await sent(agent, march))).text).not.toContain('Recognized');
    expect(await auditOf(agent)).toEqual(['importMapping.keep', 'importMapping.delete']);
    const upload = await agent
      .post('/rest/v1/imports')
      .field('mappingName', `kept:${kept?.id}`)
      .attach('file', Buffer.from(march), 'sheet.csv');
    expect([upload.status, upload.body.fields[0].field]).toEqual([422, 'mappingName']);
  });
});

describe('by calls', () => {
  it('an upload names a kept mapping, which is counted', async () => {
    const agent = await importerOf(app);
    const { body } = await agent
      .post('/rest/v1/imports/mappings')
      .send({ name: 'Of a program', mapping: plainMapping });
    expect(body).toMatchObject({
      name: 'Of a program',
      imports: 0,
      lastUsedAt: null,
      columns: ['date', 'site', 'item', 'kg'],
    });
    expect(
      await agent.run({ content: 'date,site,item,kg\n2026-03-02,Nord,Rice,1.5\n', mappingName: `kept:${body.id}` }),
    ).toMatchObject({ state: 'DONE', eventsTaken: 1, mappingName: 'Of a program' });
    expect(await listOf(agent)).toMatchObject([{ imports: 1 }]);
    expect((await agent.delete(`/rest/v1/imports/mappings/${body.id}`)).status).toBe(204);
    expect((await agent.delete(`/rest/v1/imports/mappings/${body.id}`)).status).toBe(404);
  });

  it.each([
    ['a mapping with a fault', { name: 'X', mapping: { ...plainMapping, site: {} } }, 'imports.wrongMapping'],
    ['no name', { name: ' ', mapping: plainMapping }, 'badRequest'],
    ['a character that no text holds', { name: 'a\u0000', mapping: plainMapping }, 'badRequest'],
  ])('%s is refused, and nothing is kept', async (_what, body, code) => {
    const agent = await importerOf(app);
    const answer = await agent.post('/rest/v1/imports/mappings').send(body);
    expect([answer.status, answer.body.code]).toEqual([code === 'badRequest' ? 400 : 422, code]);
    expect(await listOf(agent)).toEqual([]);
  });
});

describe('another organization', () => {
  it('never reads, uses, changes or deletes a mapping, and is told what it is told of none', async () => {
    const agent = await importerOf(app);
    await keep(agent, { name: 'Geheim' });
    const [kept] = await listOf(agent);
    const stranger = await importerOf(app);
    const address = await sent(stranger, march);
    expect((await pageOf(stranger, address)).text).not.toContain('Geheim');
    const token = (await pageOf(stranger, address)).token;
    for (const id of [kept?.id, 900_000_001]) {
      expect((await stranger.get(`${address}?as=${id}`)).status).toBe(404);
      expect((await stranger.get(`/imports/mappings/${id}`)).status).toBe(404);
      expect((await stranger.post(`/imports/mappings/${id}/delete`).type('form').send({ _csrf: token })).status).toBe(
        404,
      );
      expect((await stranger.get(`/rest/v1/imports/mappings/${id}`)).status).toBe(404);
      expect((await stranger.put(`/rest/v1/imports/mappings/${id}`).send({ name: 'Mine' })).status).toBe(404);
      expect((await stranger.delete(`/rest/v1/imports/mappings/${id}`)).status).toBe(404);
      const upload = await stranger
        .post('/rest/v1/imports')
        .field('mappingName', `kept:${id}`)
        .attach('file', Buffer.from(march), 'sheet.csv');
      expect([upload.status, upload.body.code, upload.body.fields[0].code]).toEqual([
        422,
        'imports.wrongMapping',
        'imports.unknownMapping',
      ]);
    }
    const page = await pageOf(stranger, address);
    await stranger
      .post(address)
      .type('form')
      .send({ _csrf: token, mapping: writeMapping(withStage(page.mapping)), keptId: kept?.id, keepAs: '' })
      .expect(303);
    expect(await listOf(stranger)).toEqual([]);
    expect(await listOf(agent)).toMatchObject([{ name: 'Geheim', imports: 1 }]);
  });

  it('is not alone in being kept out: so is whoever may not import', async () => {
    const agent = await importerOf(app);
    await keep(agent, { name: 'Abfall' });
    const [kept] = await listOf(agent);
    const reader = await signedInAs(app, { organisationId: agent.organisationId, permissions: ['VIEW_DATA_MANAGER'] });
    expect((await reader.get('/rest/v1/imports/mappings')).status).toBe(403);
    expect((await reader.delete(`/rest/v1/imports/mappings/${kept?.id}`)).status).toBe(403);
    expect((await reader.get(`/imports/mappings/${kept?.id}`)).headers.location).toBe('/home');
  });
});
