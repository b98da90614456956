import { createHash, randomBytes } from 'node:crypto';
import type { Db, Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { lockAccount } from '../accounts/account-lock';
import { forgetProofs } from '../factors/factor.store';

/** What a link is for: a new password in the place of another, or the first one of an account. */
export type Purpose = 'RESET' | 'ACTIVATION';

export const pathOf = { RESET: '/password-reset', ACTIVATION: '/activate-user' } as const satisfies Record<
  Purpose,
  `/${string}`
>;

/** A link that somebody asked for just now lives short; one that is handed on waits until the person is back at work. */
export const minutesOf = { RESET: 60, ACTIVATION: 7 * 24 * 60 } as const satisfies Record<Purpose, number>;

export const usedUp = () => fail.unprocessable('password.linkUsedUp');

const digest = (token: string) => createHash('sha256').update(token).digest();

interface NewLink {
  userId: number;
  purpose: Purpose;
  /** The origin that the link leads to. */
  publicUrl: string;
  now: Date;
}

export interface PasswordLink {
  link: string;
  expiresAt: Date;
}

/** A link with a token of 256 random bits, of which only the hash is kept. */
export async function makePasswordLink(trx: Trx, { userId, purpose, publicUrl, now }: NewLink): Promise<PasswordLink> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + minutesOf[purpose] * 60_000);
  await trx
    .insertInto('identity.password_token')
    .values({ token_hash: digest(token), user_id: userId, purpose, created_at: now, expires_at: expiresAt })
    .execute();
  const { uuid } = await trx
    .selectFrom('identity.user')
    .select('uuid')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { link: `${publicUrl}${pathOf[purpose]}?token=${token}&userId=${uuid}`, expiresAt };
}

/** Links and codes that were mailed before no longer work, sign-ins that wait for a second proof are over, and no browser is spared one. */
export async function endPasswordLinks(trx: Trx, userId: number, now: Date): Promise<void> {
  await trx
    .updateTable('identity.password_token')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
  await forgetProofs(trx, userId, now);
  await trx
    .updateTable('identity.entry_secret')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

interface GivenToken {
  token: string;
  purpose: Purpose;
  /** The public id of whose it must be, where the caller says so. */
  userUuid?: string | undefined;
  now: Date;
}

/** Whose the token is, as long as it can be used. */
export async function findTokenUser(
  db: Db | Trx,
  { token, purpose, userUuid, now }: GivenToken,
): Promise<number | null> {
  const row = await db
    .selectFrom('identity.password_token')
    .select('user_id')
    .$if(userUuid !== undefined, (query) =>
      query.where('user_id', '=', (where) =>
        where
          .selectFrom('identity.user')
          .select('id')
          .where('uuid', '=', userUuid ?? ''),
      ),
    )
    .where('token_hash', '=', digest(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/**
 * Takes the token out of use. @returns whose it was
 * @throws Failure 422 `password.linkUsedUp`
 */
export async function useToken(trx: Trx, { token, purpose, now }: Omit<GivenToken, 'userUuid'>): Promise<number> {
  const owner = await findTokenUser(trx, { token, purpose, now });
  if (owner === null) throw usedUp();
  await lockAccount(trx, owner);
  const used = await trx
    .updateTable('identity.password_token')
    .set({ used_at: now })
    .where('token_hash', '=', digest(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  if (!used) throw usedUp();
  return used.user_id;
}
