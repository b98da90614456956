import type { Locale } from '../../../platform/actor';
import type { Trx } from '../../../platform/db/database';
import type { Limit } from '../../../platform/http/rate-limits';
import { translator } from '../../../platform/i18n/messages';
import { mailChannel } from '../../../platform/outbox/mail';
import type { Outbox } from '../../../platform/resources';
import { smsChannel } from '../../core/messages/sms-channel';
import { codeMinutes, makeCode, type CodePurpose } from '../../core/secrets/one-time-code';
import { codeMail } from './mfa-mail';

/** Of one account: nobody's mailbox or phone is filled, and no bill is, by asking again and again. */
export const codesPerAccount: Limit = { name: 'factor-codes', points: 10, seconds: 600 };

interface CodeToSend {
  userId: number;
  purpose: CodePurpose;
  flow: string;
  now: Date;
  /** What a right code stands for. */
  target: string;
  /** null: by mail. */
  phone: string | null;
  /** How long it is good for; as usual where it is not said. */
  minutes?: number;
}

/** Makes a code and posts it, with the caller's transaction. @returns the token to be given back with the code */
export async function sendCode(trx: Trx, outbox: Outbox, { phone, ...wanted }: CodeToSend): Promise<string> {
  const { userId, now, minutes = codeMinutes } = wanted;
  const person = await trx
    .selectFrom('identity.user')
    .select(['email', 'full_name', 'locale'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const { otcToken, code } = await makeCode(trx, wanted);
  const t = translator(person.locale as Locale);
  const key = `factor-code/${otcToken.slice(0, 16)}`;
  if (phone !== null)
    await outbox.post(trx, smsChannel, {
      key,
      payload: { to: phone, text: t('mfa.codeText', { code, minutes }) },
      now,
    });
  else
    await outbox.post(trx, mailChannel, {
      key,
      payload: codeMail({ t, to: person.email, name: person.full_name, code, minutes }),
      now,
    });
  return otcToken;
}
