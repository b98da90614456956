import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { lockout } from './sign-in.rules';

export interface LockoutPolicy {
  /** The tenant's own, which it has from the beginning. */
  id: string;
  enabled: boolean;
  maxAttempts: number;
  createdAt: Date;
  updatedAt: Date;
}

/** That of a tenant; where it has set nothing, the installation's. */
export async function selectLockoutPolicy(db: Db | Trx, tenantNumber: number): Promise<LockoutPolicy> {
  const {
    rows: [row],
  } = await sql<LockoutPolicy>`
    select t.id, coalesce(p.enabled, true) as enabled, coalesce(p.max_attempts, ${lockout.failures}::int) as "maxAttempts",
      coalesce(p.created_at, t.created_at) as "createdAt", coalesce(p.updated_at, t.created_at) as "updatedAt"
    from identity.tenant t left join identity.lockout_policy p on p.tenant_number = t.number where t.number = ${tenantNumber}`.execute(
    db,
  );
  if (!row) throw new Error('somebody acts in a tenant that does not exist');
  return row;
}

export async function keepLockoutPolicy(
  trx: Trx,
  tenantNumber: number,
  { enabled, maxAttempts, now }: Pick<LockoutPolicy, 'enabled' | 'maxAttempts'> & { now: Date },
): Promise<void> {
  const columns = { enabled, max_attempts: maxAttempts, updated_at: now };
  await trx
    .insertInto('identity.lockout_policy')
    .values({ tenant_number: tenantNumber, created_at: now, ...columns })
    .onConflict((conflict) => conflict.column('tenant_number').doUpdateSet(columns))
    .execute();
}
