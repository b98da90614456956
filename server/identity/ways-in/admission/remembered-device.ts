import { createHash, randomBytes } from 'node:crypto';
import type { Db, Trx } from '../../../platform/db/database';

/** By which a browser is known again from which no second proof is asked. */
export const rememberedCookie = 'tare-known-browser';

const digest = (token: string) => createHash('sha256').update(token).digest();

/** @returns the cookie's value, of which only the hash is kept */
export async function rememberDevice(
  trx: Trx,
  { userId, userAgent, seconds, now }: { userId: number; userAgent: string; seconds: number; now: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await trx
    .deleteFrom('identity.remembered_device')
    .where('user_id', '=', userId)
    .where('expires_at', '<=', now)
    .execute();
  await trx
    .insertInto('identity.remembered_device')
    .values({
      token_hash: digest(token),
      user_id: userId,
      user_agent: userAgent,
      created_at: now,
      expires_at: new Date(now.getTime() + seconds * 1000),
    })
    .execute();
  return token;
}

/** Notes that a browser was spared. `seconds`: as long as is remembered today, which may be less than was promised. */
export async function isRemembered(
  trx: Trx,
  { userId, token, seconds, now }: { userId: number; token: string | null; seconds: number; now: Date },
): Promise<boolean> {
  if (token === null) return false;
  const known = await trx
    .updateTable('identity.remembered_device')
    .set({ last_used_at: now })
    .where('token_hash', '=', digest(token))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('created_at', '>', new Date(now.getTime() - seconds * 1000))
    .returning('id')
    .executeTakeFirst();
  return known !== undefined;
}

export interface RememberedBrowser {
  id: string;
  userAgent: string;
  createdAt: Date;
  /** null where it was asked for nothing yet. */
  lastUsedAt: Date | null;
  expiresAt: Date;
  /** It is the one that asks. */
  current: boolean;
}

/** The browsers of a person that are remembered still, the newest first. `token`: of the one that asks. */
export async function listRemembered(
  db: Db,
  { userId, token, now }: { userId: number; token: string | null; now: Date },
): Promise<RememberedBrowser[]> {
  const rows = await db
    .selectFrom('identity.remembered_device')
    .select(['id', 'token_hash', 'user_agent', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .$narrowType<{ id: string }>()
    .execute();
  const own = token === null ? null : digest(token);
  return rows.map(({ id, token_hash, user_agent, created_at, last_used_at, expires_at }) => ({
    id,
    userAgent: user_agent,
    createdAt: created_at,
    lastUsedAt: last_used_at,
    expiresAt: expires_at,
    current: own?.equals(token_hash) ?? false,
  }));
}

/** @returns false where the person has no such browser */
export async function forgetRemembered(trx: Trx, { userId, id }: { userId: number; id: string }): Promise<boolean> {
  const gone = await trx
    .deleteFrom('identity.remembered_device')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}
