import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { coveringKeys } from '../../../platform/permissions.rules';
import { isSentToProvider } from '../../policies/providers/provider-route';
import type { Holder } from './administrator.rules';

interface Held {
  tenantNumber: number;
  permission: string;
  now: Date;
}

/** Who holds a permission in a tenant: one who is an administrator to rely on where there is any, or else everybody. */
export async function listHolders(db: Db | Trx, { tenantNumber, permission, now }: Held): Promise<Holder[]> {
  const holders = (only: 'fit' | 'all') =>
    sql<Holder>`
    select * from (
      select m.user_id as "userId", m.status = 'A' and m.ends_at is null and u.status = 'A' as permanent,
        u.password_hash is not null or u.sso_user or u.last_sign_in_at is not null as activated, identity.is_limited(m.user_id, m.tenant_number) as limited,
        coalesce(u.locked_until > ${now}, false) or (u.sso_user and not ${isSentToProvider}) as locked
      from identity.membership m join identity."user" u on u.id = m.user_id
      where m.tenant_number = ${tenantNumber} and exists (
        select 1 from identity.held_roles(m.user_id, m.tenant_number) as held
        join identity.role_permission rp on rp.role_id = held and rp.permission_key = any(${coveringKeys(permission)}::text[]))) as holder
    ${only === 'fit' ? sql`where permanent and activated and not limited and not locked limit 1` : sql``}`.execute(db);
  const { rows: fit } = await holders('fit');
  return fit.length > 0 ? fit : (await holders('all')).rows;
}

export async function lockTenant(trx: Trx, tenantNumber: number): Promise<void> {
  await sql`select number from identity.tenant where number = ${tenantNumber} for no key update`.execute(trx);
}
