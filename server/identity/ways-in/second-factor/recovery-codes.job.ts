import { z } from 'zod';
import type { Locale } from '../../../platform/actor';
import { translator } from '../../../platform/i18n/messages';
import { defineJob } from '../../../platform/jobs/define-job';
import { mailChannel } from '../../../platform/outbox/mail';
import { noticeMail } from '../../core/messages/password-mail';
import { fewRecoveryCodes } from '../../policies/mfa/factor.rules';

/** Mails somebody that a recovery code of theirs was used, or that the set is a new one: whoever did it in their name cannot hide it. */
export const tellOfRecoveryCodesJob = defineJob({
  name: 'recovery-codes.tell',
  payload: z.object({
    userId: z.number(),
    what: z.enum(['used', 'renewed']),
    left: z.number(),
    of: z.number(),
    at: z.iso.datetime(),
  }),
  concurrency: 4,
  async run({ userId, what, left, of, at }, { database: { db }, outbox }) {
    const user = await db
      .selectFrom('identity.user')
      .select(['email', 'login', 'full_name', 'locale'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!user) return;
    const t = translator(user.locale as Locale);
    const told =
      what === 'used'
        ? [
            t('mfa.codeUsedMail', { login: user.login }),
            t('mfa.recoveryLeft', { count: left, of }),
            ...(left <= fewRecoveryCodes ? [t('mfa.recoveryFew')] : []),
          ]
        : [t('mfa.codesRenewedMail', { login: user.login })];
    const payload = noticeMail({
      to: user.email,
      subject: t(what === 'used' ? 'mfa.codeUsedSubject' : 'mfa.codesRenewedSubject'),
      lines: [t('password.mailGreeting', { name: user.full_name }), ...told, t('mfa.recoveredIgnore')],
    });
    await db.transaction().execute((trx) =>
      outbox.post(trx, mailChannel, {
        key: `recovery-codes-${what}/${userId}/${at}/${left}`,
        payload,
        now: new Date(at),
      }),
    );
  },
});
