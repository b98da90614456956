import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { spellingsOf } from '../../../platform/email-spellings';
import { isActiveMember } from '../../policies/entry/active-member';

/** Thirty days, as the published clients say of links of invitation. */
export const daysOfInvitation = 30;

const digest = (token: string) => createHash('sha256').update(token).digest();
export const newToken = () => randomBytes(32).toString('base64url');

export interface InvitationKey {
  tenantNumber: number;
  userId: number;
}

/** What was mailed before no longer works, and cannot be mailed anew. */
export async function endInvitations(trx: Trx, { tenantNumber, userId }: InvitationKey, now: Date): Promise<void> {
  await trx
    .updateTable('identity.invitation')
    .set({ used_at: now })
    .where('tenant_number', '=', tenantNumber)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

export async function addInvitation(
  trx: Trx,
  { tenantNumber, userId, email, token, now }: InvitationKey & { email: string; token: string; now: Date },
): Promise<void> {
  const expiresAt = new Date(now.getTime() + daysOfInvitation * 86_400_000);
  await trx
    .insertInto('identity.invitation')
    .values({
      token_hash: digest(token),
      tenant_number: tenantNumber,
      user_id: userId,
      email,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
}

/** Whether somebody was invited and has not said yes. */
export async function awaitsAnswer(trx: Trx, { tenantNumber, userId }: InvitationKey): Promise<boolean> {
  const row = await trx
    .selectFrom('identity.membership')
    .select('awaits_answer')
    .where('tenant_number', '=', tenantNumber)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.awaits_answer ?? false;
}

export async function countInvitations(
  trx: Trx,
  { tenantNumber, userId }: InvitationKey,
  since: Date,
): Promise<number> {
  const { made } = await trx
    .selectFrom('identity.invitation')
    .select(sql<number>`count(*)::int`.as('made'))
    .where('tenant_number', '=', tenantNumber)
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return made;
}

export interface OpenInvitation extends InvitationKey {
  email: string;
  userUuid: string;
  fullName: string;
  locale: string;
  tenantName: string;
}

/** The invitations to the address that somebody has, and has not used, whether too old or not, those of the newest first: one a tenant. */
export async function listOpenInvitations(
  trx: Trx,
  among: InvitationKey | { email: string },
): Promise<OpenInvitation[]> {
  const whose =
    'email' in among
      ? sql<boolean>`lower(u.email) = any(${spellingsOf(among.email)}::text[])`
      : sql<boolean>`u.id = ${among.userId} and t.number = ${among.tenantNumber}`;
  const { rows } = await sql<OpenInvitation>`
    select t.number as "tenantNumber", u.id as "userId", u.email, u.uuid as "userUuid", u.full_name as "fullName", u.locale, t.name as "tenantName"
    from identity.membership m join identity."user" u on u.id = m.user_id and u.status = 'A' join identity.tenant t on t.number = m.tenant_number and t.status = 'ACTIVE'
    join lateral (select max(i.created_at) as newest from identity.invitation i where i.tenant_number = t.number and i.user_id = u.id and i.used_at is null and lower(i.email) = lower(u.email)) as open on open.newest is not null
    where m.status = 'I' and ${whose} order by open.newest desc, t.number`.execute(trx);
  return rows;
}

interface UsedInvitation extends InvitationKey {
  email: string;
  suspended: boolean;
}

/** Takes the token out of use. @returns the tenant that it leads into; null for one that is not good, or not of this person at this address */
export async function useInvitation(
  trx: Trx,
  { token, userUuid, now }: { token: string; userUuid: string; now: Date },
): Promise<UsedInvitation | null> {
  const {
    rows: [row],
  } = await sql<UsedInvitation>`
    update identity.invitation i set used_at = ${now} from identity."user" u, identity.tenant t
    where i.token_hash = ${digest(token)} and i.used_at is null and i.expires_at > ${now} and u.id = i.user_id and u.uuid = ${userUuid} and u.status = 'A'
      and lower(u.email) = lower(i.email) and t.number = i.tenant_number
    returning i.tenant_number as "tenantNumber", i.user_id as "userId", u.email, t.status <> 'ACTIVE' as suspended`.execute(
    trx,
  );
  return row ?? null;
}

/** How somebody stands in a tenant: `invited` has not answered yet; `off` was switched off, or their time is over. null: they are none of its people. */
export type Standing = 'active' | 'invited' | 'off' | null;

export async function findStanding(trx: Trx, { tenantNumber, userId }: InvitationKey, now: Date): Promise<Standing> {
  const {
    rows: [row],
  } = await sql<{ standing: Exclude<Standing, null> }>`
    select case when ${isActiveMember(now)} then 'active'
      when m.status = 'I' and exists (select 1 from identity.invitation i where i.tenant_number = m.tenant_number and i.user_id = m.user_id and i.used_at is null) then 'invited'
      else 'off' end as standing
    from identity.membership m where m.tenant_number = ${tenantNumber} and m.user_id = ${userId}`.execute(trx);
  return row?.standing ?? null;
}

/** Where an invitation leads that is good and theirs. @returns the tenant's name; null for any other */
export async function findInvitation(
  db: Db,
  { token, userUuid, now }: { token: string; userUuid: string; now: Date },
): Promise<string | null> {
  const {
    rows: [row],
  } = await sql<{ tenantName: string }>`
    select t.name as "tenantName" from identity.invitation i join identity."user" u on u.id = i.user_id join identity.tenant t on t.number = i.tenant_number and t.status = 'ACTIVE'
    where i.token_hash = ${digest(token)} and i.used_at is null and i.expires_at > ${now} and u.uuid = ${userUuid} and u.status = 'A' and lower(u.email) = lower(i.email)`.execute(
    db,
  );
  return row?.tenantName ?? null;
}
