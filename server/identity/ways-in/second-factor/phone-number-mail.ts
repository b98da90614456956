import type { Locale } from '../../../platform/actor';
import type { Trx } from '../../../platform/db/database';
import { translator } from '../../../platform/i18n/messages';
import { mailChannel } from '../../../platform/outbox/mail';
import type { Outbox } from '../../../platform/resources';
import { noticeMail } from '../../core/messages/password-mail';
import { maskedPhone } from '../../policies/mfa/factor.rules';

interface Told {
  userId: number;
  phone: string;
  what: 'added' | 'removed';
  now: Date;
}

/** Mails somebody that a number of theirs counts from now on, or is gone: whoever did it in their name cannot hide it. */
export async function tellOfPhoneNumber(trx: Trx, outbox: Outbox, { userId, phone, what, now }: Told): Promise<void> {
  const user = await trx
    .selectFrom('identity.user')
    .select(['email', 'login', 'full_name', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const t = translator(user.locale as Locale);
  const about = { phone: maskedPhone(phone), login: user.login };
  const [subject, told] =
    what === 'added'
      ? [t('account.phoneAddedSubject'), t('account.phoneAddedMail', about)]
      : [t('account.phoneRemovedSubject'), t('account.phoneRemovedMail', about)];
  const payload = noticeMail({
    to: user.email,
    subject,
    lines: [t('password.mailGreeting', { name: user.full_name }), told, t('account.phoneMailEnd')],
  });
  await outbox.post(trx, mailChannel, { key: `phone-number-${what}/${userId}/${now.getTime()}`, payload, now });
}
