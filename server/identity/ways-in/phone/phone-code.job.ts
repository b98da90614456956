import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { Locale } from '../../../platform/actor';
import { recordAudit } from '../../../platform/audit';
import { translator } from '../../../platform/i18n/messages';
import { defineJob } from '../../../platform/jobs/define-job';
import { mailChannel } from '../../../platform/outbox/mail';
import { noticeMail } from '../../core/messages/password-mail';
import { smsChannel } from '../../core/messages/sms-channel';
import { userActions } from '../../identity.audit';
import { codeDigest } from '../passwordless/entry-mail';
import { phoneMinutes as minutes } from './phone-secret.rules';
import { fillPhoneSecret, lockRecipient } from './phone-secret.store';

/** Sends a code to whoever has the name that somebody asked with, if anybody has: by text to sign in, by mail to set a new number. */
export const sendPhoneCodeJob = defineJob({
  name: 'phone.send-code',
  payload: z.object({
    id: z.uuid(),
    asked: z.object({ ip: z.string(), userAgent: z.string(), requestId: z.string() }),
  }),
  concurrency: 4,
  async run({ id, asked }, { database: { db }, outbox, clock }) {
    const now = clock.now();
    await db.transaction().execute(async (trx) => {
      const to = await lockRecipient(trx, id, now);
      if (!to || to.expiresAt <= now) return;
      const t = translator(to.locale as Locale);
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const sentTo = to.purpose === 'SIGN_IN' ? to.phone : to.email;
      // Somebody without a number that is proved cannot come in by it.
      if (sentTo === null) return;
      await fillPhoneSecret(trx, id, { userId: to.userId, sentTo, secretHash: codeDigest(id, code) });
      if (to.purpose === 'SIGN_IN') {
        await outbox.post(trx, smsChannel, {
          key: `phone-code/${id}`,
          payload: { to: sentTo, text: t('loginBox.codeText', { code, minutes }) },
          now,
        });
      } else {
        const lines = [
          t('password.mailGreeting', { name: to.fullName }),
          t('loginBox.resetReason', { minutes }),
          code,
          t('loginBox.resetIgnore'),
        ];
        await outbox.post(trx, mailChannel, {
          key: `phone-code/${id}`,
          payload: noticeMail({ to: sentTo, subject: t('loginBox.resetSubject'), lines }),
          now,
        });
        await recordAudit(trx, {
          organisationId: to.tenantNumber,
          userId: null,
          actor: 'anonymous',
          at: now,
          action: userActions.phoneResetRequest,
          entity: 'user',
          entityId: to.userId,
          ...asked,
        });
      }
    });
  },
});
