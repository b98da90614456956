import { randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { Config } from '../../config';
import type { JobDefinition, Jobs, Mailer } from '../resources';

const jobName = 'mail.send';

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
      if (config.smtpUrl) await jobs.send(trx, jobName, { mailId: row.id });
    },
  };
}

/** A line break in a header would let a name add headers of its own. */
const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ').trim();

/** The Message-ID is stable, so that a receiver can tell a second delivery of the same mail. */
export const sendMailJob: JobDefinition = {
  name: jobName,
  retryLimit: 10,
  expireInSeconds: 60,
  async run(payload, { config, database: { db }, clock }) {
    const mail = await db.selectFrom('outgoing_mail').selectAll().where('id', '=', Number(payload.mailId)).executeTakeFirst();
    if (!mail || mail.sent_at || !config.smtpUrl) return;
    const transport = createTransport(config.smtpUrl, { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 } as never);
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
      });
    } catch (error) {
      await db.updateTable('outgoing_mail')
        .set((eb) => ({ attempts: eb('attempts', '+', 1), last_error: error instanceof Error ? error.message.slice(0, 500) : 'unknown' }))
        .where('id', '=', mail.id)
        .execute();
      throw error;
    } finally {
      transport.close();
    }
    await db.updateTable('outgoing_mail').set({ sent_at: clock.now(), last_error: null }).where('id', '=', mail.id).execute();
  },
};
