import { z } from 'zod';
import type { Locale } from '../../../platform/actor';
import { translator } from '../../../platform/i18n/messages';
import { defineJob } from '../../../platform/jobs/define-job';
import { mailChannel } from '../../../platform/outbox/mail';
import { noticeMail } from '../../core/messages/password-mail';

/** Mails somebody that their number is another one: whoever did it in their name cannot hide it. */
export const tellOfPhoneJob = defineJob({
  name: 'phone.tell',
  payload: z.object({ userId: z.number(), changeId: z.string(), masked: z.string(), at: z.iso.datetime() }),
  concurrency: 4,
  async run({ userId, changeId, masked, at }, { database: { db }, outbox }) {
    const user = await db
      .selectFrom('identity.user')
      .select(['email', 'login', 'full_name', 'locale'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!user) return;
    const t = translator(user.locale as Locale);
    const lines = [
      t('password.mailGreeting', { name: user.full_name }),
      t('loginBox.changedReason', { login: user.login, phone: masked }),
      t('loginBox.changedIgnore'),
    ];
    const payload = noticeMail({ to: user.email, subject: t('loginBox.changedSubject'), lines });
    await db
      .transaction()
      .execute((trx) =>
        outbox.post(trx, mailChannel, { key: `phone-changed/${changeId}`, payload, now: new Date(at) }),
      );
  },
});
