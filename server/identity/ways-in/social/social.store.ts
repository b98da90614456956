import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { firstTenant } from '../../core/memberships/open-tenants';
import type { SocialProfile } from './social-profile';

interface NewRequest {
  stateHash: Buffer;
  provider: string;
  browserHash: Buffer;
  /** Whose account is to be linked, and in which session they asked for it. */
  link?: { userId: number; sessionId: string } | undefined;
  inviteHash?: Buffer | undefined;
  now: Date;
  seconds: number;
}

export async function insertRequest(
  trx: Trx,
  { stateHash, provider, browserHash, link, inviteHash, now, seconds }: NewRequest,
): Promise<void> {
  await trx
    .insertInto('identity.social_request')
    .values({
      state_hash: stateHash,
      provider,
      browser_hash: browserHash,
      user_id: link?.userId ?? null,
      session_id: link?.sessionId ?? null,
      invite_hash: inviteHash ?? null,
      created_at: now,
      expires_at: new Date(now.getTime() + seconds * 1000),
    })
    .execute();
}

export interface OpenRequest {
  provider: string;
  browserHash: Buffer;
  link: { userId: number; sessionId: string } | null;
  inviteHash: Buffer | null;
  givenName: string | null;
}

const view = [
  'provider',
  'browser_hash as browserHash',
  'user_id as userId',
  'session_id as sessionId',
  'invite_hash as inviteHash',
  'given_name as givenName',
] as const;

interface RequestRow extends Omit<OpenRequest, 'link'> {
  userId: number | null;
  sessionId: string | null;
}

const opened = ({ userId, sessionId, ...row }: RequestRow): OpenRequest => ({
  ...row,
  link: userId === null || sessionId === null ? null : { userId, sessionId },
});

/** A request that is under way. @returns null where it is over or was never made */
export async function findRequest(db: Db, stateHash: Buffer, now: Date): Promise<OpenRequest | null> {
  const row = await db
    .selectFrom('identity.social_request')
    .select(view)
    .where('state_hash', '=', stateHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ? opened(row) : null;
}

/** Takes a request away: it is answered once. @returns false where another answer came first */
export async function spendRequest(db: Db, stateHash: Buffer): Promise<boolean> {
  return (
    (await db
      .deleteFrom('identity.social_request')
      .where('state_hash', '=', stateHash)
      .returning('provider')
      .executeTakeFirst()) !== undefined
  );
}

/** Keeps what a form says of whoever comes, where something waits for it. */
export async function noteGivenName(
  db: Db,
  stateHash: Buffer,
  { name, now }: { name: string; now: Date },
): Promise<void> {
  await db
    .updateTable('identity.social_request')
    .set({ given_name: name })
    .where('state_hash', '=', stateHash)
    .where('expires_at', '>', now)
    .where('given_name', 'is', null)
    .execute();
}

type Named = Pick<SocialProfile, 'issuer' | 'subject'> & { provider: string };

export interface LinkedPerson {
  identityId: string;
  userId: number;
  login: string;
  email: string;
  name: string;
  /** They may come in here: switched on, not locked, and not sent by their organization's own sign-in. */
  open: boolean;
  tenantNumber: number | null;
}

/** Who has linked this identity; held as they are until the transaction ends. */
export async function findLinked(
  trx: Trx,
  { provider, issuer, subject }: Named,
  now: Date,
): Promise<LinkedPerson | null> {
  const { rows } = await sql<LinkedPerson>`
    select i.id as "identityId", u.id as "userId", u.login, u.email, u.full_name as name,
      u.status = 'A' and not u.sso_user and (u.locked_until is null or u.locked_until <= ${now}) as open, ${firstTenant(now)} as "tenantNumber"
    from identity.social_identity i join identity."user" u on u.id = i.user_id
    where i.provider = ${provider} and i.issuer = ${issuer} and i.subject = ${subject} for no key update of u`.execute(
    trx,
  );
  return rows[0] ?? null;
}

export async function noteUse(trx: Trx, identityId: string, now: Date): Promise<void> {
  await trx.updateTable('identity.social_identity').set({ last_used_at: now }).where('id', '=', identityId).execute();
}

/** @returns its id; null where somebody has linked it already, whoever that is */
export async function insertIdentity(
  trx: Trx,
  { provider, issuer, subject, shownAs }: Named & Pick<SocialProfile, 'shownAs'>,
  { userId, usedAt, now }: { userId: number; usedAt: Date | null; now: Date },
): Promise<string | null> {
  const row = await trx
    .insertInto('identity.social_identity')
    .values({ provider, issuer, subject, user_id: userId, shown_as: shownAs, created_at: now, last_used_at: usedAt })
    .onConflict((conflict) => conflict.columns(['provider', 'issuer', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export interface SocialIdentity {
  id: string;
  provider: string;
  shownAs: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

const identityView = [
  'id',
  'provider',
  'shown_as as shownAs',
  'created_at as createdAt',
  'last_used_at as lastUsedAt',
] as const;

/** What somebody has linked, the oldest first. */
export function listIdentities(db: Db, userId: number): Promise<SocialIdentity[]> {
  return db
    .selectFrom('identity.social_identity')
    .select(identityView)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** How many they have. While the transaction is open they get and lose no other. */
export async function lockIdentities(trx: Trx, userId: number): Promise<number> {
  await sql`select 1 from identity."user" where id = ${userId} for update`.execute(trx);
  return (await listIdentities(trx, userId)).length;
}

/** @returns what it was; null where they have no such one */
export async function deleteIdentity(
  trx: Trx,
  { id, userId }: { id: string; userId: number },
): Promise<SocialIdentity | null> {
  return (
    (await trx
      .deleteFrom('identity.social_identity')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning(identityView)
      .executeTakeFirst()) ?? null
  );
}

/** By which local ways somebody could come in besides. */
export async function waysOf(trx: Trx, userId: number): Promise<{ passkeys: boolean; phone: boolean }> {
  const { rows } = await sql<{ passkeys: boolean; phone: boolean }>`
    select exists (select 1 from identity.passkey p where p.user_id = u.id) as passkeys, exists (select 1 from identity.phone_number n where n.user_id = u.id and n.verified_at is not null) as phone from identity."user" u where u.id = ${userId}`.execute(
    trx,
  );
  return rows[0] ?? { passkeys: false, phone: false };
}
