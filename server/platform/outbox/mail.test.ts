import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withOwnClock, type ClockedApp } from '../../../tests/support/other-app';
import { ownCertificate } from '../../../tests/support/own-certificate';
import { browser, newOrganisation, newPerson, unique } from '../../../tests/support/people';
import { testApp, testNow } from '../../../tests/support/test-app';
import { earlierMailJob } from './earlier-mail';
import { mailChannel } from './mail';

let app: ClockedApp;

beforeAll(async () => {
  app = withOwnClock(await testApp());
});
// What other tests of this worker have left would be tried with each of these.
beforeEach(async () => {
  await app.db.deleteFrom('outbox').execute();
});
afterEach(() => app.clock.set(testNow));

/** A server that takes each mail when `taken` has resolved. With STARTTLS it has a certificate of its own making. */
async function receivingServer(
  taken: (open: number) => Promise<void> = async () => undefined,
  { startTls = false } = {},
) {
  const received: string[] = [];
  const encrypted: boolean[] = [];
  let open = 0;
  const server = new SMTPServer({
    authOptional: true,
    ...(startTls ? await ownCertificate() : { disabledCommands: ['STARTTLS'] }),
    onData(stream, session, callback) {
      encrypted.push(session.secure);
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
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const to = (address: string) => received.filter((text) => text.includes(`To: ${address}`));
  return {
    to,
    encrypted,
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

const address = () => `${unique('kim').replace(/\s/g, '-')}@tare.test`;
const mail = (to: string) => ({ to, subject: 'Weekly\r\nBcc: evil@tare.test', text: 'Grüße', html: '<p>Grüße</p>' });
const post = (to: string) =>
  app.db
    .transaction()
    .execute((trx) =>
      app.resources.outbox.post(trx, mailChannel, { key: to, payload: mail(to), now: app.clock.now() }),
    );
const runDue = (smtpUrl: string | undefined, smtpTls = false) =>
  app.resources.outbox.runDue({ ...app.resources, config: { ...app.resources.config, smtpUrl, smtpTls } });
const rowOf = (to: string) =>
  app.db.selectFrom('outbox').selectAll().where('target', '=', to).executeTakeFirstOrThrow();

describe('mail', () => {
  // ASVS V1.3.11
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
    expect(headers).toMatch(/^Auto-Submitted: auto-generated$/m);
  });

  it('leaves by smtp: after STARTTLS alone, to a server whose certificate holds', async () => {
    const server = await receivingServer(undefined, { startTls: true });
    const [to, untrusted] = [address(), address()];
    await post(to);
    await runDue(`${server.url}?tls.rejectUnauthorized=false`, true);
    await post(untrusted);
    await runDue(server.url, true);
    await server.close();
    expect([server.to(to).length, server.encrypted]).toEqual([1, [true]]);
    expect((await rowOf(untrusted)).last_error).toMatch(/self-signed certificate/);
  });

  it('stays where a server offers no STARTTLS, and says so; switched off by name, it leaves as plain text', async () => {
    const server = await receivingServer();
    const to = address();
    await post(to);
    await runDue(server.url, true);
    expect(server.to(to)).toEqual([]);
    expect(await rowOf(to)).toMatchObject({
      state: 'waiting',
      attempts: 1,
      last_error: expect.stringMatching(/^the mail server offers no STARTTLS.*SMTP_TLS=off/),
    });
    app.clock.set(new Date(Date.parse(testNow) + 1_000));
    await runDue(server.url, false);
    await server.close();
    expect([server.to(to).length, server.encrypted]).toEqual([1, [false]]);
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
    const { id } = await app.db
      .insertInto('outgoing_mail')
      .values({
        message_id: `<${to}>`,
        recipient: to,
        subject: 'Earlier',
        body_text: 'text',
        body_html: '<p>html</p>',
        created_at: app.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await earlierMailJob.run({ mailId: id }, app.resources);
    await earlierMailJob.run({ mailId: id }, app.resources);
    const rows = await app.db.selectFrom('outbox').select(['state', 'payload']).where('target', '=', to).execute();
    expect(rows).toEqual([
      { state: 'waiting', payload: { to, subject: 'Earlier', text: 'text', html: '<p>html</p>' } },
    ]);
    expect(
      (await app.db.selectFrom('outgoing_mail').select('sent_at').where('id', '=', id).executeTakeFirstOrThrow())
        .sent_at,
    ).not.toBeNull();
  });

  it('for twelve who ask for a link is delivered at once, to the server’s limit, when the server is slow', async () => {
    const organisationId = await newOrganisation(app);
    const people = await Promise.all(Array.from({ length: 12 }, () => newPerson(app, { organisationId })));
    for (const { login } of people) await browser(app).post('/rest/v1/auth/password-reset').send({ email: login });
    await app.runJobs();
    let most = 0;
    let full: () => void = () => undefined;
    const ten = new Promise<void>((done) => {
      full = done;
    });
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
