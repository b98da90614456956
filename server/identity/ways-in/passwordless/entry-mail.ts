import { createHash, randomBytes, randomInt } from 'node:crypto';
import { z } from 'zod';
import type { Locale } from '../../../platform/actor';
import { translator } from '../../../platform/i18n/messages';
import { defineJob } from '../../../platform/jobs/define-job';
import { mailChannel } from '../../../platform/outbox/mail';
import { linkMail } from '../../core/messages/password-mail';
import { minutesOfEntry } from './passwordless.rules';
import { fillEntry, lockEntryMailing } from './passwordless.store';

export const magicLinkPath = '/account/login/magic-link';

export const digest = (text: string) => createHash('sha256').update(text).digest();

/** Of a code only together with its flow: alone it could be found by trying them all. */
export const codeDigest = (id: string, code: string) => digest(`${id} ${code}`);

/** Mails a link or code to whoever has the name that somebody asked with, if anybody has. */
export const sendEntryJob = defineJob({
  name: 'sign-in.send-entry',
  payload: z.object({ id: z.uuid() }),
  concurrency: 4,
  async run({ id }, { config, database: { db }, outbox, clock }) {
    const now = clock.now();
    await db.transaction().execute(async (trx) => {
      const to = await lockEntryMailing(trx, id, now);
      if (!to || to.expiresAt <= now) return;
      const t = translator(to.locale as Locale);
      const minutes = minutesOfEntry[to.kind];
      const [greeting, end] = [t('password.mailGreeting', { name: to.fullName }), t('identity.entryIgnore')];
      if (to.kind === 'LINK') {
        const token = randomBytes(32).toString('base64url');
        await fillEntry(trx, id, { ...to, secretHash: digest(token) });
        const link = `${config.publicUrl}${magicLinkPath}?token=${token}`;
        await outbox.post(trx, mailChannel, {
          key: `entry/${id}`,
          payload: linkMail({
            to: to.email,
            subject: t('identity.linkSubject'),
            lines: [greeting, t('identity.linkReason', { minutes })],
            link,
            end,
          }),
          now,
        });
      } else {
        const code = String(randomInt(1_000_000)).padStart(6, '0');
        await fillEntry(trx, id, { ...to, secretHash: codeDigest(id, code) });
        const lines = [greeting, t('identity.codeReason', { minutes }), code, end];
        await outbox.post(trx, mailChannel, {
          key: `entry/${id}`,
          payload: {
            to: to.email,
            subject: t('identity.codeSubject'),
            text: lines.join('\n\n'),
            html: textAsHtml(lines),
          },
          now,
        });
      }
    });
  },
});

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const textAsHtml = (lines: readonly string[]) =>
  `<!doctype html><html><body>${lines.map((line) => `<p>${escape(line)}</p>`).join('')}</body></html>`;
