import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { challengeMs } from './passkey.rules';

/** Whose signature is asked for, and by whom: a sign-in belongs to a browser, which keeps the secret behind the hash. */
export type ChallengeFor =
  | { purpose: 'REGISTER'; userId: number; sessionId: string }
  /** null: nobody's, since there is no such person. */
  | { purpose: 'SIGN_IN'; userId: number | null; browserHash: Buffer }
  | { purpose: 'DISCOVER'; browserHash: Buffer };

const digest = (challenge: string) => createHash('sha256').update(challenge).digest();

/** A challenge of 256 random bits, of which the hash is kept; some of those that have ended go. */
export async function makeChallenge(trx: Trx, asked: ChallengeFor, now: Date): Promise<Buffer> {
  await sql`
    delete from identity.webauthn_challenge where challenge_hash in (
      select challenge_hash from identity.webauthn_challenge where expires_at <= ${now} order by expires_at limit 100 for update skip locked)`.execute(
    trx,
  );
  const challenge = randomBytes(32);
  await trx
    .insertInto('identity.webauthn_challenge')
    .values({
      challenge_hash: digest(challenge.toString('base64url')),
      purpose: asked.purpose,
      expires_at: new Date(now.getTime() + challengeMs),
      user_id: 'userId' in asked ? asked.userId : null,
      session_id: 'sessionId' in asked ? asked.sessionId : null,
      browser_hash: 'browserHash' in asked ? asked.browserHash : null,
    })
    .execute();
  return challenge;
}

export interface SpentSignIn {
  /** undefined: anybody's. */
  userId: number | null | undefined;
  /** null: the build before bound it to none. */
  browserHash: Buffer | null;
}

/** Takes a challenge to sign in by out of use, whatever comes of it. @returns whose signature was asked for; null for a challenge that is not good (any more) */
export async function spendSignIn(db: Db, challenge: string, now: Date): Promise<SpentSignIn | null> {
  const spent = await db
    .deleteFrom('identity.webauthn_challenge')
    .where('challenge_hash', '=', digest(challenge))
    .where('purpose', 'in', ['SIGN_IN', 'DISCOVER'])
    .returning(['purpose', 'user_id', 'browser_hash', 'expires_at'])
    .executeTakeFirst();
  if (!spent || spent.expires_at <= now) return null;
  return { userId: spent.purpose === 'DISCOVER' ? undefined : spent.user_id, browserHash: spent.browser_hash };
}

/** The same for one that adds a passkey: only in the session that asked for it, whose proof was fresh then. */
export async function spendRegistration(
  db: Db,
  challenge: string,
  { userId, sessionId, now }: { userId: number; sessionId: string; now: Date },
): Promise<boolean> {
  const spent = await db
    .deleteFrom('identity.webauthn_challenge')
    .where('challenge_hash', '=', digest(challenge))
    .where('purpose', '=', 'REGISTER')
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .returning('expires_at')
    .executeTakeFirst();
  return spent !== undefined && spent.expires_at > now;
}
