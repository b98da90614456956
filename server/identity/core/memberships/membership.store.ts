import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import type { RightsTrx } from './keeping-administrators';

export interface MembershipKey {
  tenantNumber: number;
  userId: number;
}

/** Of somebody with an account; `asked`: who is a member once they have accepted it. */
export async function insertMembership(
  trx: Trx,
  { tenantNumber, userId, asked = true }: MembershipKey & { asked?: boolean },
): Promise<void> {
  await trx
    .insertInto('identity.membership')
    .values({ tenant_number: tenantNumber, user_id: userId, status: asked ? 'I' : 'A', awaits_answer: asked })
    .execute();
}

/** Makes a user a member of a tenant with built-in roles. */
export async function addMember(
  trx: Trx,
  { tenantNumber, userId, roles }: MembershipKey & { roles: readonly string[] },
): Promise<void> {
  await trx
    .insertInto('identity.membership')
    .values({ tenant_number: tenantNumber, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (roles.length === 0) return;
  await sql`
    insert into identity.membership_role (tenant_number, user_id, role_id)
    select ${tenantNumber}, ${userId}, id from identity.role where tenant_number is null and key = any(${[...roles]})
    on conflict do nothing`.execute(trx);
}

interface Beginning {
  now: Date;
  endsAt: Date | null;
  reachesBelow: boolean;
}

/** Of a membership that was just made. */
export async function noteBeginning(
  trx: Trx,
  { tenantNumber, userId }: MembershipKey,
  { now, endsAt, reachesBelow }: Beginning,
): Promise<void> {
  await trx
    .updateTable('identity.membership')
    .set({ created_at: now, ends_at: endsAt, reaches_below: reachesBelow })
    .where('tenant_number', '=', tenantNumber)
    .where('user_id', '=', userId)
    .execute();
}

/** Makes a membership one that counts. */
export async function activateMembership(trx: Trx, { tenantNumber, userId }: MembershipKey): Promise<void> {
  await trx
    .updateTable('identity.membership')
    .set({ status: 'A', awaits_answer: false })
    .where('tenant_number', '=', tenantNumber)
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Switches a membership on or off. Whose time had ended is a member for good again.
 * @returns false for somebody who was invited, and says yes by themselves
 */
export async function switchMembership(
  trx: RightsTrx,
  { tenantNumber, userId }: MembershipKey,
  { active, now }: { active: boolean; now: Date },
): Promise<boolean> {
  const membership = trx
    .updateTable('identity.membership')
    .where('tenant_number', '=', tenantNumber)
    .where('user_id', '=', userId);
  const set = await membership
    .set({ status: active ? 'A' : 'I' })
    .where((where) => where.or([where('awaits_answer', '=', false), where.val(!active)]))
    .returning('user_id')
    .executeTakeFirst();
  if (active) await membership.set({ ends_at: null }).where('ends_at', '<=', now).execute();
  return set !== undefined;
}

export async function setReach(
  trx: RightsTrx,
  { tenantNumber, userId }: MembershipKey,
  reachesBelow: boolean,
): Promise<void> {
  await trx
    .updateTable('identity.membership')
    .set({ reaches_below: reachesBelow })
    .where('tenant_number', '=', tenantNumber)
    .where('user_id', '=', userId)
    .execute();
}

/** null: never. A member whose time ends is no administrator to rely on from now on. */
export async function setEnd(
  trx: RightsTrx,
  { tenantNumber, userId }: MembershipKey,
  endsAt: Date | null,
): Promise<void> {
  await trx
    .updateTable('identity.membership')
    .set({ ends_at: endsAt })
    .where((where) => where.or([where('tenant_number', '=', tenantNumber), where('through_number', '=', tenantNumber)]))
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteMembership(trx: RightsTrx, { tenantNumber, userId }: MembershipKey): Promise<void> {
  await trx
    .deleteFrom('identity.membership')
    .where('tenant_number', '=', tenantNumber)
    .where('user_id', '=', userId)
    .execute();
}

/** Puts exactly these roles in the place of those that somebody had. */
export async function replaceRoles(
  trx: RightsTrx,
  { roleIds, ...key }: MembershipKey & { roleIds: readonly number[] },
): Promise<void> {
  await trx
    .deleteFrom('identity.membership_role')
    .where('tenant_number', '=', key.tenantNumber)
    .where('user_id', '=', key.userId)
    .execute();
  await giveRoles(trx, { ...key, roleIds });
}

/** Beside those that somebody has; of the tenant, or built in. */
export async function giveRoles(
  trx: Trx,
  { tenantNumber, userId, roleIds }: MembershipKey & { roleIds: readonly number[] },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into identity.membership_role (tenant_number, user_id, role_id)
    select ${tenantNumber}, ${userId}, r.id from identity.role r
    where r.id = any(${[...roleIds]}::bigint[]) and (r.tenant_number is null or r.tenant_number = ${tenantNumber})
    on conflict do nothing`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function takeRoles(
  trx: RightsTrx,
  { tenantNumber, userId, roleIds }: MembershipKey & { roleIds: readonly number[] },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from identity.membership_role where tenant_number = ${tenantNumber} and user_id = ${userId} and role_id = any(${[...roleIds]}::bigint[])`.execute(
    trx,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

/** Nobody has ever come in by the account `u`, nor can: there is no password, no provider and no passkey of it. So it is no administrator anywhere. */
export const isUnused = sql<boolean>`(u.password_hash is null and not u.sso_user and u.last_sign_in_at is null
  and not exists (select 1 from identity.sso_identity i where i.user_id = u.id) and not exists (select 1 from identity.social_identity i where i.user_id = u.id)
  and not exists (select 1 from identity.passkey p where p.user_id = u.id))`;

interface OfUnused {
  userId: number;
  /** The tenant whose address it is. */
  except: number;
}

/** Takes an account that nobody has ever come in by out of other tenants, which may go on asking it in. @returns the tenants' numbers */
export async function withdrawUnused(trx: Trx, { userId, except }: OfUnused): Promise<number[]> {
  const { rows } = await sql<{ tenantNumber: number }>`
    delete from identity.membership m using identity."user" u
    where u.id = m.user_id and u.id = ${userId} and m.tenant_number <> ${except} and not m.awaits_answer and ${isUnused}
    returning m.tenant_number as "tenantNumber"`.execute(trx);
  return rows.map(({ tenantNumber }) => tenantNumber);
}

/** Has such an account asked by other tenants instead of being a member of them. @returns all that ask it, by their numbers */
export async function askUnused(trx: Trx, { userId, except }: OfUnused): Promise<number[]> {
  await sql`
    update identity.membership m set status = 'I', awaits_answer = true from identity."user" u
    where u.id = m.user_id and u.id = ${userId} and m.tenant_number <> ${except} and not m.awaits_answer and ${isUnused}`.execute(
    trx,
  );
  const asked = await trx
    .selectFrom('identity.membership')
    .select('tenant_number')
    .where('user_id', '=', userId)
    .where('awaits_answer', '=', true)
    .orderBy('tenant_number')
    .execute();
  return asked.map(({ tenant_number }) => tenant_number);
}

/** The tenants of somebody's memberships, whatever the state of each. */
export async function listTenantsOf(trx: Db | Trx, userId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('identity.membership')
    .select('tenant_number')
    .where('user_id', '=', userId)
    .execute();
  return rows.map(({ tenant_number: number }) => number);
}
