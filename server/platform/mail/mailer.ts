import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import { z } from 'zod';
import type { Config } from '../../config';
import type { Measure } from '../db/readings';
import { defineJob, noPayload } from '../jobs/define-job';
import type { Jobs, Mailer } from '../resources';

/** Of silence. */
const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 };
/** Of the whole exchange: a server that keeps talking without getting anywhere passes every limit of silence. */
const mailMs = 20_000;
/** What has waited longer is old news, and the links in it have ended. */
const sweptForHours = 24;

export function createMailer(config: Config, jobs: Jobs): Mailer {
  const host = new URL(config.publicUrl).hostname;
  return {
    async post(trx, mail, now) {
      const row = await trx
        .insertInto('outgoing_mail')
        .values({
          message_id: `<${randomUUID()}@${host}>`,
          recipient: oneLine(mail.to),
          subject: oneLine(mail.subject),
          body_text: mail.text,
          body_html: mail.html,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (config.smtpUrl) await jobs.send(trx, sendMailJob, { mailId: row.id });
    },
  };
}

/** A line break in a header would let a name add headers of its own. */
const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ').trim();

/** The Message-ID is stable, so that a receiver can tell a second delivery of the same mail. */
export const sendMailJob = defineJob({
  name: 'mail.send',
  payload: z.object({ mailId: z.int() }),
  concurrency: 10,
  retryLimit: 10,
  expireInSeconds: 60,
  async run({ mailId }, { config, database: { db }, clock, metrics }) {
    const mail = await db.selectFrom('outgoing_mail').selectAll().where('id', '=', mailId).executeTakeFirst();
    if (!mail || mail.sent_at || !config.smtpUrl) return;
    const transport = createTransport({ url: config.smtpUrl, ...limits } as SMTPTransport.Options);
    try {
      await transport.sendMail({
        messageId: mail.message_id,
        from: config.mailFrom,
        to: mail.recipient,
        subject: mail.subject,
        text: mail.body_text,
        html: mail.body_html,
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.timeout(mailMs),
      } as SMTPTransport.MailOptions);
    } catch (error) {
      metrics.mail('failed');
      await db.updateTable('outgoing_mail')
        .set((eb) => ({ attempts: eb('attempts', '+', 1), last_error: error instanceof Error ? error.message.slice(0, 500) : 'unknown' }))
        .where('id', '=', mail.id)
        .execute();
      throw error;
    } finally {
      transport.close();
    }
    metrics.mail('sent');
    await db.updateTable('outgoing_mail').set({ sent_at: clock.now(), last_error: null }).where('id', '=', mail.id).execute();
  },
});

export const mailMeasure: Measure = {
  gauges: [{ name: 'tare_mails_waiting', help: 'Mails of the last day that were not sent yet.' }],
  labels: [],
  async read(trx) {
    const { rows } = await sql<{ tare_mails_waiting: number }>`
      select count(*)::int as tare_mails_waiting from outgoing_mail
      where created_at > now() - make_interval(hours => ${sweptForHours}::int) and sent_at is null`.execute(trx);
    return rows;
  },
};

/** Mail that was written while no SMTP server was configured goes out once there is one. */
export const sweepMailJob = defineJob({
  name: 'mail.sweep',
  payload: noPayload,
  folded: true,
  cron: '*/5 * * * *',
  async run(_payload, { config, database: { db }, clock, jobs }) {
    if (!config.smtpUrl) return;
    const since = new Date(clock.now().getTime() - sweptForHours * 3_600_000);
    const waiting = await db.selectFrom('outgoing_mail').select('id')
      .where('sent_at', 'is', null).where('created_at', '>', since)
      .where(({ not, exists, selectFrom }) => not(exists(
        selectFrom(sql<{ name: string; data: unknown }>`pgboss.job`.as('job')).select('job.name')
          .where('job.name', '=', sendMailJob.name).where(sql`job.data->>'mailId'`, '=', sql`outgoing_mail.id::text`))))
      .orderBy('id').limit(1_000).execute();
    if (waiting.length === 0) return;
    await db.transaction().execute(async (trx) => {
      for (const { id } of waiting) await jobs.send(trx, sendMailJob, { mailId: id });
    });
  },
});
