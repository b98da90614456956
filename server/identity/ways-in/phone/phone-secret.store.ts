import { sql } from 'kysely';
import { internalOrganisation } from '../../../platform/actor';
import type { Trx } from '../../../platform/db/database';
import { spellingsOf } from '../../../platform/email-spellings';
import { isCalledById } from '../../core/accounts/named-by-id';
import { firstTenant } from '../../core/memberships/open-tenants';
import { phoneMinutes, sendsPerAccount, type PhonePurpose, type StoredPhoneSecret } from './phone-secret.rules';

interface NewSecret {
  purpose: PhonePurpose;
  /** A name in lower case, or a number as E.164. */
  askedFor: string;
  flowHash: Buffer;
  now: Date;
  /** Known at once to the one that follows from another. */
  owner?: { userId: number; sentTo: string };
}

/** @returns the row's id */
export async function addPhoneSecret(
  trx: Trx,
  { purpose, askedFor, flowHash, now, owner }: NewSecret,
): Promise<string> {
  const row = await trx
    .insertInto('identity.phone_secret')
    .values({
      purpose,
      asked_for: askedFor,
      flow_hash: flowHash,
      user_id: owner?.userId ?? null,
      sent_to: owner?.sentTo ?? null,
      created_at: now,
      expires_at: new Date(now.getTime() + phoneMinutes * 60_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export interface PhoneRecipient {
  purpose: PhonePurpose;
  expiresAt: Date;
  userId: number;
  /** Where they come in. */
  tenantNumber: number;
  email: string;
  /** The number that they proved last, E.164. */
  phone: string | null;
  fullName: string;
  locale: string;
}

/**
 * Who a code goes to that was asked for, while nobody else can have one sent; null where nobody has the name, or has had it already,
 * or has had as many codes as an account gets. A number that two people share is no name.
 */
export async function lockRecipient(trx: Trx, id: string, now: Date): Promise<PhoneRecipient | null> {
  const asked = await trx
    .selectFrom('identity.phone_secret')
    .select('asked_for')
    .where('id', '=', id)
    .executeTakeFirst();
  const spellings = sql`any(${spellingsOf(asked?.asked_for ?? '')}::text[])`;
  const {
    rows: [found],
  } = await sql<PhoneRecipient>`
    select s.purpose, s.expires_at as "expiresAt", u.id as "userId", ${firstTenant(now)} as "tenantNumber", u.email, u.full_name as "fullName", u.locale,
      (select p.phone from identity.phone_number p where p.user_id = u.id and p.verified_at is not null order by p.verified_at desc, p.id limit 1) as phone
    from identity.phone_secret s join identity."user" u on lower(u.login) = ${spellings} or lower(u.email) = ${spellings} or ${isCalledById(sql`u.uuid`, sql`s.asked_for`)}
      or u.id = (select case when count(*) = 1 then min(p.user_id) end from identity.phone_number p where p.phone = s.asked_for and p.verified_at is not null)
    where s.id = ${id} and s.secret_hash is null and u.status = 'A' and not u.sso_user and ${firstTenant(now)} is not null
    order by lower(u.login) = ${spellings} desc limit 1 for update of s, u`.execute(trx);
  if (!found) return null;
  const since = new Date(now.getTime() - sendsPerAccount.seconds * 1000);
  const { sent } = await trx
    .selectFrom('identity.phone_secret')
    .select((row) => row.fn.countAll<number>().as('sent'))
    .where('user_id', '=', found.userId)
    .where('purpose', '=', found.purpose)
    .where('secret_hash', 'is not', null)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return Number(sent) < sendsPerAccount.most ? found : null;
}

export async function fillPhoneSecret(
  trx: Trx,
  id: string,
  { userId, sentTo, secretHash }: { userId: number; sentTo: string; secretHash: Buffer },
): Promise<void> {
  await trx
    .updateTable('identity.phone_secret')
    .set({ user_id: userId, sent_to: sentTo, secret_hash: secretHash })
    .where('id', '=', id)
    .execute();
}

export interface OpenPhoneSecret extends StoredPhoneSecret {
  id: string;
  askedFor: string;
  userId: number | null;
  sentTo: string | null;
  secretHash: Buffer | null;
}

/** By the hash of what whoever asked keeps. Whoever else brings the same waits. */
export async function lockPhoneSecret(
  trx: Trx,
  purpose: PhonePurpose,
  flowHash: Buffer,
): Promise<OpenPhoneSecret | null> {
  const { rows } = await sql<OpenPhoneSecret>`
    select s.id, s.asked_for as "askedFor", s.user_id as "userId", s.sent_to as "sentTo", s.secret_hash as "secretHash", s.used_at as "usedAt", s.expires_at as "expiresAt",
      case s.purpose when 'SIGN_IN' then exists (select 1 from identity.phone_number p where p.user_id = s.user_id and p.phone = s.sent_to and p.verified_at is not null)
        else exists (select 1 from identity."user" u where u.id = s.user_id and lower(u.email) = lower(s.sent_to)) end as "reachesOwner"
    from identity.phone_secret s where s.purpose = ${purpose} and s.flow_hash = ${flowHash} for update`.execute(trx);
  return rows[0] ?? null;
}

/** Whom something was sent to, and where they come in; nobody, of no customer, where it was sent to nobody. */
export async function findSentTo(
  trx: Trx,
  flowHash: Buffer,
  now: Date,
): Promise<{ userId?: number; tenantNumber: number }> {
  const {
    rows: [row],
  } = await sql<{ userId: number; tenantNumber: number | null }>`
    select u.id as "userId", ${firstTenant(now)} as "tenantNumber" from identity.phone_secret s join identity."user" u on u.id = s.user_id where s.flow_hash = ${flowHash}`.execute(
    trx,
  );
  return { ...(row ? { userId: row.userId } : {}), tenantNumber: row?.tenantNumber ?? internalOrganisation };
}

export async function endPhoneSecret(trx: Trx, id: string, now: Date): Promise<void> {
  await trx.updateTable('identity.phone_secret').set({ used_at: now }).where('id', '=', id).execute();
}

/** None that somebody was sent, or was given, is good any more. */
export async function endPhoneSecrets(trx: Trx, userId: number, now: Date): Promise<void> {
  await trx
    .updateTable('identity.phone_secret')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

/** The number is the one that they have from now on, and counts: what is sent to it next proves it. */
export async function replacePhoneNumbers(
  trx: Trx,
  { userId, phone, now }: { userId: number; phone: string; now: Date },
): Promise<void> {
  await trx.deleteFrom('identity.phone_number').where('user_id', '=', userId).where('phone', '!=', phone).execute();
  await trx
    .insertInto('identity.phone_number')
    .values({ user_id: userId, phone, verified_at: now, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'phone']).doUpdateSet({ verified_at: now, updated_at: now }))
    .execute();
}
