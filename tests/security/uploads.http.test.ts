import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissions } from '../../server/permission-matrix';
import { newOrganisation, signedInAs } from '../support/people';
import { testApp, type TestApp } from '../support/test-app';

let app: TestApp;
let agent: Awaited<ReturnType<typeof signedInAs>>;
/** Where uploads pass through, for this file alone. */
const folder = mkdtempSync(join(tmpdir(), 'tare-uploads-'));
const usual = process.env.TMPDIR;

beforeAll(async () => {
  app = await testApp();
  agent = await signedInAs(app, { organisationId: await newOrganisation(app), permissions });
  process.env.TMPDIR = folder;
});

afterAll(() => {
  if (usual === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = usual;
  rmSync(folder, { recursive: true, force: true });
});

const upload = (name: string, content: Buffer | string = 'date,kg\n2026-03-02,1\n') =>
  agent
    .post('/rest/v1/imports')
    .field('mappingName', 'generic')
    .attach('file', Buffer.from(content as string), { filename: name });

describe('the name of an uploaded file', () => {
  // ASVS V5.3.2, V5.4.1/2
  it.each([
    ['../../../../tmp/tare-planted.csv', 'tare-planted.csv'],
    ['/etc/cron.d/tare-planted', 'tare-planted'],
    ['..\\..\\tare-planted.csv', 'tare-planted.csv'],
    ['C:\\tare\\planted.csv', 'planted.csv'],
    ['....//tare-planted.csv', 'tare-planted.csv'],
    ['a\u202evsc.exe', 'avsc.exe'],
    [`${'a'.repeat(300)}.csv`, 'a'.repeat(200)],
    ['<img src=x onerror=alert(1)>.csv', '<img src=x onerror=alert(1)>.csv'],
  ])('%j is shown and never becomes a path', async (name, shown) => {
    const answer = await upload(name);
    expect([answer.status, (answer.body as { fileName: string }).fileName]).toEqual([201, shown]);
    for (const planted of [
      '/tmp/tare-planted.csv',
      '/etc/cron.d/tare-planted',
      'tare-planted.csv',
      join(folder, '..', 'tare-planted.csv'),
    ])
      expect(existsSync(planted)).toBe(false);
    const page = await agent.get(`/imports/${(answer.body as { id: number }).id}`);
    expect(page.text).not.toContain('<img src=x');
  });
});

describe('an uploaded file', () => {
  it('leaves nothing on the disk, taken, refused or broken off', async () => {
    await upload('good.csv');
    await agent.post('/rest/v1/imports').attach('file', Buffer.from('a'), 'no-mapping.csv');
    await agent.post('/imports').attach('file', Buffer.from('a'), 'no-token.csv');
    await agent
      .post('/rest/v1/imports')
      .set('Content-Type', 'multipart/form-data; boundary=x')
      .send('--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nhalf');
    expect(readdirSync(folder)).toEqual([]);
  });

  // ASVS V5.2.1/2
  it('is refused when there are too many parts', async () => {
    let files = agent.post('/rest/v1/imports');
    for (let at = 0; at < 4; at += 1) files = files.attach(`file${at}`, Buffer.from('a'), 'a.csv');
    expect((await files).status).toBe(400);
    let fields = agent.post('/rest/v1/imports');
    for (let at = 0; at < 70; at += 1) fields = fields.field(`field${at}`, 'a');
    expect((await fields).status).toBe(400);
    expect((await agent.post('/rest/v1/imports').field('mapping', 'a'.repeat(200_000))).status).toBe(400);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['a picture', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('<script>alert(1)</script>')])],
    ['a page', '<html><script>alert(1)</script></html>'],
  ])('is refused where its first bytes say that it is no sheet, whatever it is called: %s', async (_what, content) => {
    const answer = await upload('sheet.csv', content);
    expect([answer.status, answer.headers['content-type'], answer.headers['x-content-type-options']]).toEqual([
      422,
      'application/json; charset=utf-8',
      'nosniff',
    ]);
    expect(answer.text).not.toContain('<script>alert(1)');
    expect(readdirSync(folder)).toEqual([]);
  });

  // ASVS V3.2.1; V5.2.1/2
  // Attack: SVG and polyglot uploads
  it.each([
    ['a program', Buffer.from('7f454c46020101000000000000000000', 'hex')],
    ['text with a script', 'waste <script>alert(1)</script>\n'],
  ])('is a sheet or nothing, whatever it is called: %s', async (_what, content) => {
    const { id } = (await upload('sheet.csv', content)).body as { id: number };
    await agent.post(`/rest/v1/imports/${id}/check`).send({});
    await app.runJobs();
    const call = await agent.get(`/rest/v1/imports/${id}`);
    expect((call.body as { state: string }).state).toBe('FAILED');
    expect([call.headers['content-type'], call.headers['x-content-type-options']]).toEqual([
      'application/json; charset=utf-8',
      'nosniff',
    ]);
    expect((await agent.get(`/imports/${id}`)).text).not.toContain('<script>alert(1)');
  });
});
