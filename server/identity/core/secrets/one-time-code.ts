import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Trx } from '../../../platform/db/database';

/** Whoever asks for a code has their phone or mailbox at hand. */
export const codeMinutes = 5;

/** What a right code does; one of another purpose does nothing. */
export type CodePurpose =
  | 'signIn'
  | 'enrolPhone'
  | 'enrolEmail'
  | 'disablePhone'
  | 'changePhone'
  | 'verifyPhone'
  | 'removePhone'
  | 'confirmPerson'
  | 'signInDevice'
  | 'enrolDevice'
  | 'disableDevice';

interface CodeFor {
  userId: number;
  purpose: CodePurpose;
  /** The sign-in or the session in which it was asked for; it is good in no other. */
  flow: string;
  now: Date;
}

export interface SentCode {
  /** Given back with the code by whoever asked for it. */
  otcToken: string;
  /** Six digits; to a device, 32 random bytes that it signs. */
  code: string;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

const sixDigits = () => String(randomInt(1_000_000)).padStart(6, '0');

/** Makes a code for a target (an address, a number, a device), and forgets those of the account that have ended. */
export async function makeCode(
  trx: Trx,
  {
    userId,
    purpose,
    flow,
    target,
    now,
    code = sixDigits(),
    minutes = codeMinutes,
  }: CodeFor & { target: string; code?: string; minutes?: number | undefined },
): Promise<SentCode> {
  const otcToken = randomBytes(32).toString('base64url');
  await trx.deleteFrom('identity.one_time_code').where('user_id', '=', userId).where('expires_at', '<=', now).execute();
  await trx
    .insertInto('identity.one_time_code')
    .values({
      token_hash: digest(otcToken),
      user_id: userId,
      purpose,
      flow,
      target,
      code_hash: digest(`${otcToken} ${code}`),
      created_at: now,
      expires_at: new Date(now.getTime() + minutes * 60_000),
    })
    .execute();
  return { otcToken, code };
}

/** Uses a code up, once. Tries are counted by the caller, on the account. @returns its target; null where it is not right */
export async function takeCode(
  trx: Trx,
  { userId, purpose, flow, now, otcToken, code }: CodeFor & SentCode,
): Promise<string | null> {
  const used = await trx
    .updateTable('identity.one_time_code')
    .set({ used_at: now })
    .where('token_hash', '=', digest(otcToken))
    .where('code_hash', '=', digest(`${otcToken} ${code}`))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('flow', '=', flow)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('target')
    .executeTakeFirst();
  return used?.target ?? null;
}
