import type { Locale } from '../../../platform/actor';
import type { Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import type { Limit } from '../../../platform/http/rate-limits';
import { translator } from '../../../platform/i18n/messages';
import { mailChannel } from '../../../platform/outbox/mail';
import type { Outbox } from '../../../platform/resources';
import { noticeMail } from '../../core/messages/password-mail';
import {
  addPhoneNumber,
  deletePhoneNumberRow,
  findPhoneNumber,
  lockPhoneNumbers,
  verifyPhoneNumberRow,
  type PhoneNumber,
} from '../../core/phone-numbers/phone-number.store';
import { takeCode } from '../../core/secrets/one-time-code';
import { phoneNumberActions } from '../../identity.audit';
import { maskedPhone } from '../../policies/mfa/factor.rules';
import { assertSms } from '../../policies/mfa/strategies';
import { assertMayEnrol, flowOf, tried, type Owner, type OwnDependencies } from './own-factors.service';
import { sendCode } from './send-code';

/** Nobody's telephone is filled, and no bill is, by asking again and again. */
const codesPerPerson: Limit = { name: 'phone-number-codes', points: 5, seconds: 3600 };

const codeMinutes = 10;

/** Of one person; nobody has that many telephones. */
export const mostPhoneNumbers = 10;

const unknown = () => fail.notFound('account.unknownPhone');

type Dependencies = Pick<OwnDependencies, 'rateLimits' | 'config' | 'outbox'>;
type Telling = Pick<OwnDependencies, 'outbox'>;

interface NewNumber {
  /** E.164. */
  phone: string;
  /** false: it is noted, and no code is sent yet. */
  verify?: boolean | undefined;
}

export interface BegunNumber {
  phoneId: string;
  /** null where no code was sent. */
  otcToken: string | null;
}

/**
 * Notes a number, which counts once the code that is sent to it comes back; one that waits for its code gets another.
 * @throws Failure 403 without a fresh proof, 409 for a number that counts already, for too many and where texts would only wait, 429
 */
export async function addNumber(
  owner: Owner,
  { phone, verify = true }: NewNumber,
  { rateLimits, config, outbox }: Dependencies,
): Promise<BegunNumber> {
  const {
    acting: {
      actor: { userId },
      db,
      now,
      audit,
    },
  } = owner;
  if (verify) assertSms(config);
  await assertMayEnrol(db, owner);
  if (verify) await rateLimits.take(codesPerPerson, String(userId));
  return db.transaction().execute(async (trx) => {
    const held = await lockPhoneNumbers(trx, userId);
    const before = await findPhoneNumber(trx, userId, { phone });
    if (before?.verifiedAt) throw fail.conflict('account.phoneKnown');
    if (!before && held >= mostPhoneNumbers)
      throw fail.conflict('account.tooManyPhones', { params: { most: mostPhoneNumbers } });
    const phoneId = before?.id ?? (await addPhoneNumber(trx, { userId, phone, now }));
    if (!before)
      await audit(trx, { action: phoneNumberActions.add, entity: 'phoneNumber', entityId: phoneId, after: { userId } });
    return { phoneId, otcToken: verify ? await sendToVerify(trx, owner, { id: phoneId, phone, outbox }) : null };
  });
}

const sendToVerify = (
  trx: Trx,
  {
    acting: {
      actor: { userId },
      now,
    },
    sessionId,
  }: Owner,
  { id, phone, outbox }: Pick<PhoneNumber, 'id' | 'phone'> & Telling,
) =>
  sendCode(trx, outbox, {
    userId,
    purpose: 'verifyPhone',
    flow: flowOf(sessionId),
    now,
    target: id,
    phone,
    minutes: codeMinutes,
  });

/** Sends a code to a number of theirs. @throws Failure 404 for one that is none of theirs; as `addNumber` */
export async function sendAgain(
  owner: Owner,
  by: { id: string } | { phone: string },
  { rateLimits, config, outbox }: Dependencies,
): Promise<{ phoneId: string; otcToken: string }> {
  const {
    acting: {
      actor: { userId },
      db,
    },
  } = owner;
  assertSms(config);
  await assertMayEnrol(db, owner);
  const number = await findPhoneNumber(db, userId, by);
  if (!number) throw unknown();
  await rateLimits.take(codesPerPerson, String(userId));
  return {
    phoneId: number.id,
    otcToken: await db.transaction().execute((trx) => sendToVerify(trx, owner, { ...number, outbox })),
  };
}

interface GivenCode {
  otcToken: string;
  code: string;
}

/** From here on the number counts. The code is good in the session that asked for it alone. @throws Failure 400 for a wrong code, 429 */
export async function verifyNumber(owner: Owner, given: GivenCode, { outbox }: Telling): Promise<void> {
  const {
    acting: {
      actor: { userId },
      now,
      audit,
    },
    sessionId,
  } = owner;
  await tried(owner, async (trx) => {
    const phoneId = await takeCode(trx, { userId, purpose: 'verifyPhone', flow: flowOf(sessionId), now, ...given });
    const number = phoneId === null ? null : await findPhoneNumber(trx, userId, { id: phoneId });
    if (!number) return null;
    await verifyPhoneNumberRow(trx, { userId, id: number.id, now });
    await audit(trx, {
      action: phoneNumberActions.verify,
      entity: 'phoneNumber',
      entityId: number.id,
      after: { userId },
    });
    await tellOfPhoneNumber(trx, outbox, { userId, phone: number.phone, what: 'added', now });
    return true;
  });
}

/** `mail`: for whoever has the telephone no more. A number that does not count is nobody's proven telephone: its code goes by mail as well. */
type RemovalWay = 'text' | 'mail';

/** Sends the code by which a number is removed. @throws Failure 404 for one that is none of theirs; as `addNumber` */
export async function beginRemoval(
  owner: Owner,
  { phoneId, way }: { phoneId: string; way: RemovalWay },
  { rateLimits, config, outbox }: Dependencies,
): Promise<{ phoneId: string; otcToken: string; way: RemovalWay }> {
  const {
    acting: {
      actor: { userId },
      db,
      now,
    },
    sessionId,
  } = owner;
  await assertMayEnrol(db, owner);
  const number = await findPhoneNumber(db, userId, { id: phoneId });
  if (!number) throw unknown();
  const chosen = number.verifiedAt === null ? 'mail' : way;
  if (chosen === 'text') assertSms(config);
  await rateLimits.take(codesPerPerson, String(userId));
  const phone = chosen === 'text' ? number.phone : null;
  const otcToken = await db.transaction().execute((trx) =>
    sendCode(trx, outbox, {
      userId,
      purpose: 'removePhone',
      flow: flowOf(sessionId),
      now,
      target: phoneId,
      phone,
      minutes: codeMinutes,
    }),
  );
  return { phoneId, otcToken, way: chosen };
}

/** @throws Failure 404 for a number that is none of theirs, 400 for a wrong code, 429 */
export async function removeNumber(
  owner: Owner,
  { phoneId, ...given }: GivenCode & { phoneId: string },
  { outbox }: Telling,
): Promise<void> {
  const {
    acting: {
      actor: { userId },
      now,
      audit,
    },
    sessionId,
  } = owner;
  await tried(owner, async (trx) => {
    const number = await findPhoneNumber(trx, userId, { id: phoneId });
    if (!number) throw unknown();
    if ((await takeCode(trx, { userId, purpose: 'removePhone', flow: flowOf(sessionId), now, ...given })) !== phoneId)
      return null;
    await deletePhoneNumberRow(trx, { userId, id: phoneId });
    await audit(trx, {
      action: phoneNumberActions.remove,
      entity: 'phoneNumber',
      entityId: phoneId,
      before: { userId, verified: number.verifiedAt !== null },
    });
    if (number.verifiedAt) await tellOfPhoneNumber(trx, outbox, { userId, phone: number.phone, what: 'removed', now });
    return true;
  });
}

interface Told {
  userId: number;
  phone: string;
  what: 'added' | 'removed';
  now: Date;
}

/** Mails somebody that a number of theirs counts from now on, or is gone: whoever did it in their name cannot hide it. */
async function tellOfPhoneNumber(trx: Trx, outbox: Outbox, { userId, phone, what, now }: Told): Promise<void> {
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
