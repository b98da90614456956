import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database';
import { isActiveMember } from '../../policies/entry/active-member';
import { lacksForcedFactor } from '../../policies/mfa/forced-factor';
import { faultOf } from './api-token.rules';
import { findHolder } from './token-holder.store';

type Whose = 'users' | 'tenants';

/** Of all tenants: a back-end client asks for them to know which of the tokens that it has seen to forget. */
export async function listActiveIds(db: Db, { whose, now }: { whose: Whose; now: Date }): Promise<string[]> {
  const owner =
    whose === 'users'
      ? sql`exists (select 1 from identity.membership m join identity."user" u on u.id = m.user_id and u.status = 'A' where m.tenant_number = k.tenant_number and m.user_id = k.user_id and ${isActiveMember(now)}) and not ${lacksForcedFactor(sql`t.number`)}`
      : sql`k.user_id is null and exists (select 1 from identity.api_token_role kr where kr.token_id = k.id)`;
  const { rows } = await sql<{ id: string }>`
    select k.id from identity.api_token k join identity.tenant t on t.number = k.tenant_number and t.status = 'ACTIVE'
    cross join lateral (select k.amr, k.factor_spared_in, null::bigint as viewed_user_id) s
    where k.kind = 'ACCESS' and (k.expires_at is null or k.expires_at > ${now}) and ${owner} order by k.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** @returns null for one that is good for nothing now */
export async function findAccessToken(db: Db, { whose, id, now }: { whose: Whose; id: string; now: Date }) {
  const holder = await findHolder(db, id, now);
  if (!holder || holder.kind !== 'ACCESS' || (holder.person !== null) !== (whose === 'users') || faultOf(holder, now))
    return null;
  const { tenantId, roles, permissions, createdAt, expiresAt, person, madeBy } = holder;
  return {
    id,
    tenantId,
    roles,
    permissions,
    createdAt: createdAt.toISOString(),
    expires: expiresAt?.toISOString() ?? null,
    createdByUserId: madeBy,
    ...(person ? { userId: person.userUuid } : {}),
  };
}
