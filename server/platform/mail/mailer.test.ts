import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../tests/support/test-app';
import { readConfig } from '../../config';
import type { Jobs } from '../resources';
import { createMailer, sendMailJob, sweepMailJob } from './mailer';

async function receivingServer() {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString('utf8'));
        callback();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return { received, port: (server.server.address() as AddressInfo).port, close: () => new Promise<void>((done) => server.close(() => done())) };
}

const mail = { to: 'kim@tare.test', subject: 'Weekly\r\nBcc: evil@tare.test', text: 'Grüße', html: '<p>Grüße</p>' };

async function posted(smtpUrl: string) {
  const app = await testApp();
  const config = readConfig({ SMTP_URL: smtpUrl });
  const sent: Record<string, unknown>[] = [];
  const jobs = { send: async (_trx: unknown, _job: unknown, payload: Record<string, unknown>) => { sent.push(payload); } } as unknown as Jobs;
  await app.db.transaction().execute((trx) => createMailer(config, jobs).post(trx, mail, app.clock.now()));
  return { payload: sent[0] ?? {}, resources: { ...app.resources, config }, db: app.db };
}

describe('mail', () => {
  it('reaches a real SMTP server once, in UTF-8, and a name adds no header', async () => {
    const server = await receivingServer();
    const { payload, resources, db } = await posted(`smtp://127.0.0.1:${server.port}`);
    await sendMailJob.run(payload, resources);
    await sendMailJob.run(payload, resources);
    await server.close();
    expect(server.received).toHaveLength(1);
    const [headers = ''] = (server.received[0] ?? '').split('\r\n\r\n');
    expect(headers).toContain('To: kim@tare.test');
    expect(headers).toMatch(/^Message-ID: <[^>]+@localhost>$/m);
    expect(headers).not.toMatch(/^Bcc:/m);
    const row = await db.selectFrom('outgoing_mail').selectAll().where('id', '=', Number(payload.mailId)).executeTakeFirstOrThrow();
    expect(row.sent_at).not.toBeNull();
  });

  it('stays in the outbox with the reason when nobody answers', async () => {
    const server = await receivingServer();
    await server.close();
    const { payload, resources, db } = await posted(`smtp://127.0.0.1:${server.port}`);
    await expect(sendMailJob.run(payload, resources)).rejects.toThrow();
    const row = await db.selectFrom('outgoing_mail').selectAll().where('id', '=', Number(payload.mailId)).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ sent_at: null, attempts: 1 });
    expect(row.last_error).toMatch(/ECONNREFUSED/);
  });

  it('that was written without a server goes out once there is one', async () => {
    const app = await testApp();
    const unconfigured = createMailer(readConfig({}), app.resources.jobs);
    await app.db.transaction().execute((trx) => unconfigured.post(trx, { ...mail, subject: 'Swept' }, app.clock.now()));
    const sent: number[] = [];
    const jobs = { send: async (_trx: unknown, _job: unknown, payload: { mailId: number }) => { sent.push(payload.mailId); } } as unknown as Jobs;
    const sweep = (smtpUrl: string) => sweepMailJob.run({}, { ...app.resources, jobs, config: readConfig({ SMTP_URL: smtpUrl }) });
    const { id } = await app.db.selectFrom('outgoing_mail').select('id').where('subject', '=', 'Swept').executeTakeFirstOrThrow();
    await sweep('');
    expect(sent).toEqual([]);
    await sweep('smtp://127.0.0.1:1');
    expect(sent).toContain(id);
    await app.db.transaction().execute((trx) => app.resources.jobs.send(trx, sendMailJob, { mailId: id }));
    sent.length = 0;
    await sweep('smtp://127.0.0.1:1');
    expect(sent).not.toContain(id);
  });
});
