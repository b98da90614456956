import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import type { Limit } from '../../../platform/http/rate-limits';
import type { Visitor } from '../../../platform/visitor';
import { codeTries } from '../../policies/lockout/code-tries.rules';
import { isWayOpen } from '../../policies/strategies/strategies.rules';
import type { IdentityPorts } from '../../ports';
import { codeDigest, digest } from '../passwordless/entry-mail';
import { countTries } from '../passwordless/passwordless.store';
import { sendPhoneCodeJob } from './phone-code.job';
import { isGood, sendsPerAccount, type PhonePurpose } from './phone-secret.rules';
import { addPhoneSecret, lockPhoneSecret } from './phone-secret.store';

const perAddress: Limit = { name: 'phone-code-ip', points: 30, seconds: 3600 };
const perName: Limit = { name: 'phone-code-name', points: sendsPerAccount.most, seconds: sendsPerAccount.seconds };
/** As many as passwords. */
const triesPerAddress: Limit = { name: 'phone-try-ip', points: 100, seconds: 600 };

type Dependencies = Pick<IdentityPorts, 'config' | 'rateLimits'>;

/** Where the phone is the first proof. Where it is a second one, the mailbox alone must not set another. @throws Failure 403 */
function assertBySms({ config }: Pick<Dependencies, 'config'>): void {
  if (!isWayOpen(config.identity.authStrategy, 'smsCode')) throw fail.forbidden('identity.wayClosed');
}

/** What is given to whoever begins: of 256 random bits, kept as a hash. */
export const newFlow = () => randomBytes(32).toString('base64url');

/**
 * Has a code sent. The same work for every name, known or not: whose it is, is looked up by the job.
 * @returns what whoever asked gives back with the code
 * @throws Failure 403 where people do not sign in by texts, 429 after too many requests
 */
export async function requestPhoneCode(
  { db, jobs, now, ip, userAgent, requestId }: Visitor,
  { purpose, askedFor }: { purpose: PhonePurpose; askedFor: string },
  needs: Dependencies,
): Promise<string> {
  assertBySms(needs);
  await needs.rateLimits.take(perAddress, ip);
  await needs.rateLimits.take(perName, `${purpose} ${askedFor}`);
  const flow = newFlow();
  await db.transaction().execute(async (trx) => {
    const id = await addPhoneSecret(trx, { purpose, askedFor, flowHash: digest(flow), now });
    await jobs.send(trx, sendPhoneCodeJob, { id, asked: { ip, userAgent, requestId } });
  });
  return flow;
}

export interface GivenPhoneCode {
  code: string;
  flow: string | null;
}

export interface RightCode {
  id: string;
  userId: number;
  askedFor: string;
  sentTo: string;
  /** On what tries are counted. */
  subjects: readonly string[];
}

/** To be called before the transaction in which codes are looked at. @throws Failure 403, 429 */
export async function admitTry({ ip }: Pick<Visitor, 'ip'>, needs: Dependencies): Promise<void> {
  assertBySms(needs);
  await needs.rateLimits.take(triesPerAddress, ip);
}

/**
 * Looks at a code. Tries are counted on the account and on the name that was asked with, so that beginning anew gives no further ones,
 * and known and unknown names are told alike.
 * @returns null for one that is not right, which the caller's transaction must keep
 * @throws Failure 429 after too many wrong ones
 */
export async function lookAtCode(
  trx: Trx,
  purpose: PhonePurpose,
  { code, flow, now }: GivenPhoneCode & { now: Date },
): Promise<RightCode | null> {
  const secret = flow === null ? null : await lockPhoneSecret(trx, purpose, digest(flow));
  if (!secret) return null;
  const { id, askedFor, userId, sentTo, secretHash } = secret;
  const subjects = [`name ${askedFor}`, ...(userId === null ? [] : [`user ${userId}`])];
  if ((await countTries(trx, subjects, now)) > codeTries.most)
    throw fail.tooMany('errors.tooMany', { params: { seconds: codeTries.seconds } });
  const right = secretHash !== null && timingSafeEqual(secretHash, codeDigest(id, code));
  return right && userId !== null && sentTo !== null && isGood(secret, now)
    ? { id, userId, askedFor, sentTo, subjects }
    : null;
}
