import { createTransport } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import { z } from 'zod';
import type { Config } from '../../config';
import type { Delivery } from '../resources';
import { defineChannel } from './define-channel';

/** Of silence. */
const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 };
/** Of the whole exchange: a server that keeps talking without getting anywhere passes every limit of silence. */
const mailMs = 20_000;
const longestBackOffMs = 600_000;

/** A line break in a header would let a name add headers of its own. */
const header = z.string().transform((text) => text.replace(/[\r\n]+/g, ' ').trim());

/** Written by a program: no out-of-office reply comes back (RFC 3834). */
const everyMail = { 'Auto-Submitted': 'auto-generated' };

const mail = z.object({
  to: header,
  subject: header,
  text: z.string(),
  html: z.string(),
  unsubscribeUrl: z
    .url()
    .regex(/^[!-~]{1,900}$/)
    .optional(),
});

export type Mail = z.infer<typeof mail>;

/** Of every channel that sends by the mail server. */
export const mailSettings = {
  // What has waited longer is old news, and the links in it have ended.
  expiresAfterMs: 86_400_000,
  maxAttempts: 15,
  backOffMs: (attempts: number) => Math.min(1_000 * 2 ** (attempts - 1), longestBackOffMs),
  concurrency: 10,
  perTarget: 2,
  timeoutMs: mailMs,
  isOpen: ({ smtpUrl }: Config) => Boolean(smtpUrl),
};

export const mailChannel = defineChannel({
  ...mailSettings,
  name: 'mail',
  payload: mail,
  targetOf: ({ to }) => to,
  deliver: ({ id, payload: content }, delivery) => sendMail({ id, content }, delivery),
});

interface Sent {
  /** Of the outbox: the Message-ID is made of it, so that a receiver can tell a second delivery of the same mail. */
  id: string;
  content: Mail & { attachments?: { filename: string; content: Buffer; contentType: string }[] };
}

/** @throws where the server did not take it */
export async function sendMail(
  { id, content: { unsubscribeUrl, ...content } }: Sent,
  { resources: { config, metrics }, signal }: Delivery,
): Promise<void> {
  const transport = createTransport({
    url: config.smtpUrl,
    requireTLS: config.smtpTls,
    ignoreTLS: !config.smtpTls,
    ...limits,
  } as SMTPTransport.Options);
  try {
    await transport.sendMail({
      messageId: `<${id}@${new URL(config.publicUrl).hostname}>`,
      from: config.mailFrom,
      headers: { ...everyMail, ...unsubscribing(unsubscribeUrl) },
      ...content,
      disableFileAccess: true,
      disableUrlAccess: true,
      signal,
    } as SMTPTransport.MailOptions);
  } catch (error) {
    metrics.mail('failed');
    throw withoutTls(error) ? new Error(noStartTls, { cause: error }) : error;
  } finally {
    transport.close();
  }
  metrics.mail('sent');
}

/** With one click in the mail program (RFC 8058): it posts to the address, for whoever reads the mail. In one line, which every program reads. */
const unsubscribing = (url: string | undefined) =>
  url === undefined
    ? {}
    : {
        'List-Unsubscribe': { prepared: true, foldLines: false, value: `<${url}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };

const noStartTls =
  'the mail server offers no STARTTLS, so nothing was sent; name one that does, use smtps:, or set SMTP_TLS=off where plain text is wanted';

/** The server has refused to begin, unlike one whose certificate does not hold. */
const withoutTls = (error: unknown) => {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  return (
    (code === 'ETLS' && command === 'STARTTLS' && responseCode !== undefined) ||
    (code === 'ECONNECTION' && command === 'EHLO' && responseCode !== undefined && responseCode !== 421)
  );
};
