import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { withOwnClock, type ClockedApp } from '../../../tests/support/other-app';
import { browser, newOrganisation, newPerson, unique } from '../../../tests/support/people';
import { testApp, testNow } from '../../../tests/support/test-app';
import { earlierMailJob } from './earlier-mail';
import { mailChannel } from './mail';

let app: ClockedApp;

beforeAll(async () => { app = withOwnClock(await testApp()); });
afterEach(() => app.clock.set(testNow));

/** A server that takes each mail when `taken` has resolved. */
async function receivingServer(taken: (open: number) => Promise<void> = async () => undefined) {
  const received: string[] = [];
  let open = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        open += 1;
        void taken(open).then(() => {
          open -= 1;
          received.push(Buffer.concat(chunks).toString('utf8'));
          callback();
        });
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const to = (address: string) => received.filter((text) => text.includes(`To: ${address}`));
  return { to, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, close: () => new Promise<void>((done) => server.close(() => done())) };
}

const address = () => `${unique('kim').replace(/\s/g, '-')}@tare.test`;
const mail = (to: string) => ({ to, subject: 'Weekly\r\nBcc: evil@tare.test', text: 'Grüße', html: '<p>Grüße</p>' });
const post = (to: string) => app.db.transaction().execute((trx) => app.resources.outbox.post(trx, mailChannel, { key: to, payload: mail(to), now: app.clock.now() }));
const runDue = (smtpUrl: string | undefined) => app.resources.outbox.runDue({ ...app.resources, config: { ...app.resources.config, smtpUrl } });
const rowOf = (to: string) => app.db.selectFrom('outbox').selectAll().where('target', '=', to).executeTakeFirstOrThrow();

describe('mail', () => {
  it('reaches a real SMTP server once, in UTF-8, and a name adds no header', async () => {
    const server = await receivingServer();
    const to = address();
    await post(to);
    await runDue(server.url);
    await runDue(server.url);
    await server.close();
    const row = await rowOf(to);
    expect(row).toMatchObject({ state: 'sent', sent_at: app.clock.now() });
    expect(server.to(to)).toHaveLength(1);
    const [headers = ''] = (server.to(to)[0] ?? '').split('\r\n\r\n');
    expect(headers).toContain(`Message-ID: <${row.id}@tare.test>`);
    expect(headers).not.toMatch(/^Bcc:/m);
  });

  it('stays in the outbox with the reason when nobody answers', async () => {
    const server = await receivingServer();
    await server.close();
    const to = address();
    await post(to);
    await runDue(server.url);
    const row = await rowOf(to);
    expect(row).toMatchObject({ state: 'waiting', sent_at: null, attempts: 1 });
    expect(row.last_error).toMatch(/ECONNREFUSED/);
  });

  it('that was written without a server goes out once there is one, unless it is old news', async () => {
    const server = await receivingServer();
    const [old, fresh] = [address(), address()];
    await post(old);
    app.clock.set(new Date(Date.parse(testNow) + 86_400_000));
    await post(fresh);
    expect(await runDue(undefined)).toBe(0);
    await runDue(server.url);
    await server.close();
    expect([server.to(old).length, server.to(fresh).length]).toEqual([0, 1]);
  });

  it('of a node of the release before is taken over, once', async () => {
    const to = address();
    const { id } = await app.db.insertInto('outgoing_mail')
      .values({ message_id: `<${to}>`, recipient: to, subject: 'Earlier', body_text: 'text', body_html: '<p>html</p>', created_at: app.clock.now() }).returning('id').executeTakeFirstOrThrow();
    await earlierMailJob.run({ mailId: id }, app.resources);
    await earlierMailJob.run({ mailId: id }, app.resources);
    const rows = await app.db.selectFrom('outbox').select(['state', 'payload']).where('target', '=', to).execute();
    expect(rows).toEqual([{ state: 'waiting', payload: { to, subject: 'Earlier', text: 'text', html: '<p>html</p>' } }]);
    expect((await app.db.selectFrom('outgoing_mail').select('sent_at').where('id', '=', id).executeTakeFirstOrThrow()).sent_at).not.toBeNull();
  });

  it('for twelve who ask for a link is delivered at once, to the server’s limit, when the server is slow', async () => {
    const organisationId = await newOrganisation(app);
    const people = await Promise.all(Array.from({ length: 12 }, () => newPerson(app, { organisationId })));
    for (const { login } of people) await browser(app).post('/rest/v1/auth/password-reset').send({ email: login });
    await app.runJobs();
    let most = 0;
    let full: () => void = () => undefined;
    const ten = new Promise<void>((done) => { full = done; });
    // Takes none before it has as many as one process may deliver.
    const server = await receivingServer(async (open) => {
      most = Math.max(most, open);
      if (open === 10) full();
      await ten;
    });
    await runDue(server.url);
    await server.close();
    expect(most).toBe(10);
    expect(people.map(({ login }) => server.to(login).length)).toEqual(people.map(() => 1));
  });
});
