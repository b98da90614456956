import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Locale } from '../../../platform/actor';
import type { Db, Trx } from '../../../platform/db/database';
import { isActiveMember } from '../../policies/entry/active-member';
import type { Arrival, Way } from '../../policies/entry/arrival';
import { pendingSeconds, type stepUpWay } from '../../policies/mfa/factor.rules';

/** A sign-in that waits for its second proof. It opens nothing by itself. */
export interface PendingSignIn extends Omit<Arrival, 'way'> {
  /** The name of this flow, to codes that are asked for in it. */
  flow: string;
  way: Way | ReturnType<typeof stepUpWay>;
  email: string;
  /** The session whose proof is to be renewed; null where one is to be opened. */
  sessionId: string | null;
  /** Random: what is enrolled in this sign-in is made of it and of the token. */
  salt: Buffer;
}

/** Of a sign-in's token, by which its row is known. */
export const pendingHash = (token: string) => createHash('sha256').update(token).digest();

interface NewPending extends Pick<Arrival, 'userId' | 'tenantNumber' | 'amr' | 'locale' | 'invitation'> {
  way: PendingSignIn['way'];
  sessionId?: string;
  now: Date;
}

/** @returns its token of 256 random bits, of which only the hash is kept, and its salt */
export async function openPending(
  trx: Trx,
  { userId, tenantNumber, way, amr, locale, invitation, sessionId, now }: NewPending,
): Promise<{ mfaToken: string; salt: Buffer }> {
  const [mfaToken, salt] = [randomBytes(32).toString('base64url'), randomBytes(32)];
  await trx
    .deleteFrom('identity.pending_sign_in')
    .where('user_id', '=', userId)
    .where('expires_at', '<=', now)
    .execute();
  await trx
    .insertInto('identity.pending_sign_in')
    .values({
      token_hash: pendingHash(mfaToken),
      user_id: userId,
      tenant_number: tenantNumber,
      way,
      amr: [...amr],
      locale: locale ?? null,
      session_id: sessionId ?? null,
      invite_hash: invitation === undefined ? null : Buffer.from(invitation),
      salt,
      created_at: now,
      expires_at: new Date(now.getTime() + pendingSeconds * 1000),
    })
    .execute();
  return { mfaToken, salt };
}

interface PendingRow extends Omit<PendingSignIn, 'flow' | 'locale' | 'invitation'> {
  tokenHash: Buffer;
  locale: Locale | null;
  invitation: Buffer | null;
}

/** @returns null where it is over, was used, or its person may come in no more */
export async function findPending(
  db: Db | Trx,
  { mfaToken, now, lock }: { mfaToken: string; now: Date; lock?: true },
): Promise<PendingSignIn | null> {
  const { rows } = await sql<PendingRow>`
    select p.token_hash as "tokenHash", p.user_id as "userId", p.tenant_number as "tenantNumber", p.way, p.amr, p.locale, p.session_id as "sessionId", p.salt, p.invite_hash as invitation, u.login, u.email
    from identity.pending_sign_in p
    join identity."user" u on u.id = p.user_id and u.status = 'A'
    join identity.tenant t on t.number = p.tenant_number and t.status = 'ACTIVE'
    join identity.membership m on m.tenant_number = p.tenant_number and m.user_id = p.user_id and ${isActiveMember(now)}
    where p.token_hash = ${pendingHash(mfaToken)} and p.used_at is null and p.expires_at > ${now} ${lock ? sql`for update of p` : sql``}`.execute(
    db,
  );
  const row = rows[0];
  if (!row) return null;
  const { tokenHash, locale, invitation, ...pending } = row;
  return {
    ...pending,
    flow: tokenHash.toString('hex'),
    locale: locale ?? undefined,
    invitation: invitation ?? undefined,
  };
}

/** It has led to a session; the salt goes, so that what was made of it cannot be made again. */
export async function endPending(trx: Trx, { flow }: Pick<PendingSignIn, 'flow'>, now: Date): Promise<void> {
  await trx
    .updateTable('identity.pending_sign_in')
    .set({ used_at: now, salt: Buffer.alloc(0) })
    .where('token_hash', '=', Buffer.from(flow, 'hex'))
    .execute();
}
