import { sql } from 'kysely';
import type { Locale } from '../../../platform/actor';
import type { Db, Trx } from '../../../platform/db/database';
import { planKept } from '../../../platform/db/kept-plans';
import { isActiveMember } from '../../policies/entry/active-member';
import { lacksForcedFactor } from '../../policies/mfa/forced-factor';
import { heldPermissions } from '../roles/held';
import type { TokenKind } from './api-token.contract';
import type { TokenState } from './api-token.rules';

/** A token with whoever stands behind it. */
export interface TokenHolder extends TokenState {
  id: string;
  kind: TokenKind;
  secretHash: Buffer;
  tenantNumber: number;
  tenantId: string;
  tenantName: string;
  /** Public id of whoever made it. */
  madeBy: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  amr: string[];
  /** Keys: of a tenant's token the roles that it was given, of a person's those that they hold now. */
  roles: string[];
  permissions: string[];
  addressLimits: number[];
  /** null: the tenant itself. */
  person: {
    userId: number;
    userUuid: string;
    login: string;
    email: string;
    fullName: string;
    locale: Locale;
    ssoUser: boolean;
    privacyAccepted: boolean;
    passwordResetRequired: boolean;
  } | null;
}

interface HolderRow extends Omit<TokenHolder, 'person'>, NonNullable<TokenHolder['person']> {
  userId: number;
}

/** Read afresh with each use, so that whatever changes acts at once. `s` stands for the session in which it was made, but that no token is spared what a session was. */
export async function findHolder(db: Db, id: string, now: Date): Promise<TokenHolder | null> {
  const { rows } = await sql<HolderRow>`${planKept}
    select k.id, k.kind, k.secret_hash as "secretHash", k.tenant_number as "tenantNumber", t.id as "tenantId", t.name as "tenantName", maker.uuid as "madeBy",
      k.created_at as "createdAt", k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt", k.amr,
      t.status = 'ACTIVE' as "tenantActive", k.user_id is null or m.user_id is not null as "personActive",
      k.user_id is not null or exists (select 1 from identity.api_token_role kr where kr.token_id = k.id) as "hasRoles",
      k.user_id is not null and (${lacksForcedFactor(sql`t.number`)} or coalesce(${lacksForcedFactor(sql`m.through_number`)}, false)) as "lacksFactor",
      case when k.user_id is null
        then array(select r.key from identity.api_token_role kr join identity.role r on r.id = kr.role_id where kr.token_id = k.id order by 1)
        else array(select r.key from identity.held_roles(k.user_id, t.number) as held join identity.role r on r.id = held order by 1) end as roles,
      case when k.user_id is null
        then array(select distinct rp.permission_key::text from identity.api_token_role kr join identity.role_permission rp on rp.role_id = kr.role_id where kr.token_id = k.id order by 1)
        else ${heldPermissions(sql`k.user_id`, sql`t.number`)} end as permissions,
      array(select ap.tenant_number from identity.address_policy ap where ap.is_active and ap.tenant_number in (t.number, m.through_number)) as "addressLimits",
      u.id as "userId", u.uuid as "userUuid", u.login, u.email, u.full_name as "fullName", u.locale, u.sso_user as "ssoUser",
      u.privacy_accepted_at is not null as "privacyAccepted", u.password_reset_required as "passwordResetRequired"
    from identity.api_token k
    join identity.tenant t on t.number = k.tenant_number
    cross join lateral (select k.amr, '{}'::bigint[] as factor_spared_in, null::bigint as viewed_user_id) s
    left join identity."user" u on u.id = k.user_id
    left join identity.membership m on m.tenant_number = t.number and m.user_id = u.id and u.status = 'A' and ${isActiveMember(now)}
    left join identity."user" maker on maker.id = k.made_by
    where k.id = ${id}`.execute(db);
  const row = rows[0];
  if (!row) return null;
  const {
    userId,
    userUuid,
    login,
    email,
    fullName,
    locale,
    ssoUser,
    privacyAccepted,
    passwordResetRequired,
    ...token
  } = row;
  const person =
    userId === null
      ? null
      : { userId, userUuid, login, email, fullName, locale, ssoUser, privacyAccepted, passwordResetRequired };
  return { ...token, addressLimits: token.addressLimits.map(Number), person };
}

/** @returns whether it had never been used before */
export async function noteFirstUse(trx: Trx, id: string, now: Date): Promise<boolean> {
  const first = await trx
    .updateTable('identity.api_token')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where('last_used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return first !== undefined;
}

export async function noteUse(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('identity.api_token').set({ last_used_at: now }).where('id', '=', id).execute();
}

/** @returns whether there was none since then */
export async function noteRefusal(trx: Trx, id: string, { now, since }: { now: Date; since: Date }): Promise<boolean> {
  const noted = await trx
    .updateTable('identity.api_token')
    .set({ refused_at: now })
    .where('id', '=', id)
    .where((where) => where.or([where('refused_at', 'is', null), where('refused_at', '<=', since)]))
    .returning('id')
    .executeTakeFirst();
  return noted !== undefined;
}
