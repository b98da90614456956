import { sql, type RawBuilder } from 'kysely';
import { internalOrganisation } from '../../../platform/actor';
import type { Db, Trx } from '../../../platform/db/database';
import { isActiveMember } from '../entry/active-member';
import { strictestPolicy, type Enforcement, type FactorPolicy } from './factor.rules';

export interface KeptPolicy extends FactorPolicy {
  id: string;
  createdAt: Date;
  updatedAt: Date;
}

const columns = sql`p.id, p.enforce, p.remembers, p.remember_seconds as "rememberSeconds", p.created_at as "createdAt", p.updated_at as "updatedAt"`;

/** null: the tenant has said nothing. */
export async function findPolicy(db: Db | Trx, tenantNumber: number): Promise<KeptPolicy | null> {
  const { rows } =
    await sql<KeptPolicy>`select ${columns} from identity.mfa_policy p where p.tenant_number = ${tenantNumber}`.execute(
      db,
    );
  return rows[0] ?? null;
}

interface When {
  /** The instant at which temporary memberships are judged. */
  now: Date;
  /** The number of a tenant that they are about to join. */
  joining?: number | undefined;
}

/** Those of all active tenants that somebody is an active member of, and of one that they are about to join, as a query: `strictestPolicy` of them holds. */
export const policiesFor = (userId: number, { now, joining }: When): RawBuilder<FactorPolicy> => sql<FactorPolicy>`
    select p.enforce, p.remembers, p.remember_seconds as "rememberSeconds" from identity.mfa_policy p
    join identity.tenant t on t.number = p.tenant_number and t.status = 'ACTIVE'
    where p.tenant_number = ${joining ?? null}::bigint
      or exists (select 1 from identity.membership m where m.tenant_number = p.tenant_number and m.user_id = ${userId} and ${isActiveMember(now)})`;

/** What holds for somebody by all of them. */
export async function policyFor(db: Db | Trx, userId: number, when: When): Promise<FactorPolicy> {
  const { rows } = await policiesFor(userId, when).execute(db);
  return strictestPolicy(rows);
}

/** When the installation was made, whose own policy is as old. */
export async function installedAt(db: Db): Promise<Date> {
  const row = await db
    .selectFrom('identity.tenant')
    .select('created_at')
    .orderBy(sql`number = ${internalOrganisation}`, 'desc')
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at ?? new Date(0);
}

interface PolicyChange {
  enforce: Enforcement;
  remembers?: boolean | undefined;
  rememberSeconds?: number | undefined;
  now: Date;
}

/** What is not named stays as it was. */
export async function keepPolicy(
  trx: Trx,
  tenantNumber: number,
  { enforce, remembers, rememberSeconds, now }: PolicyChange,
): Promise<void> {
  const said = {
    enforce,
    ...(remembers === undefined ? {} : { remembers }),
    ...(rememberSeconds === undefined ? {} : { remember_seconds: rememberSeconds }),
    updated_at: now,
  };
  await trx
    .insertInto('identity.mfa_policy')
    .values({ tenant_number: tenantNumber, created_at: now, ...said })
    .onConflict((conflict) => conflict.column('tenant_number').doUpdateSet(said))
    .execute();
}

interface Below {
  tenantNumber: number;
  /** Of one person; of everybody in the tenant where none is named. */
  userId?: number;
  /** The session of whoever decides it goes on. */
  but?: string;
  now: Date;
}

/** Where the tenant forces a second factor, sessions of its people that were opened without one end. */
export async function endSessionsBelowPolicy(trx: Trx, { tenantNumber, userId, but, now }: Below): Promise<void> {
  const enforce = (await findPolicy(trx, tenantNumber))?.enforce ?? 'DontForce';
  if (enforce === 'DontForce') return;
  const member = sql`select m.user_id from identity.membership m where m.tenant_number = ${tenantNumber} and m.status = 'A'`;
  await sql`
    update identity.session s set ended_at = ${now}, end_reason = 'second factor required'
    where s.ended_at is null and s.viewed_user_id is null and not 'mfa' = any(s.amr) and not ('sso' = any(s.amr) and ${enforce === 'ForceExceptSAML'})
      and s.id is distinct from ${but ?? null} and s.user_id in (${member}) and (${userId ?? null}::bigint is null or s.user_id = ${userId ?? null})`.execute(
    trx,
  );
}
