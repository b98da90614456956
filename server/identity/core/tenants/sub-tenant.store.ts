import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/database';

/** @throws a unique violation where a tenant has the id */
export async function setSubTenant(
  trx: Trx,
  tenantNumber: number,
  { id, alias, isReseller, now }: { id: string | undefined; alias: string | undefined; isReseller: boolean; now: Date },
): Promise<void> {
  await trx
    .updateTable('identity.tenant')
    .set({ ...(id === undefined ? {} : { id }), alias, is_reseller: isReseller, created_at: now })
    .where('number', '=', tenantNumber)
    .execute();
}

export async function isReseller(trx: Trx, tenantNumber: number): Promise<boolean> {
  return (
    await trx
      .selectFrom('identity.tenant')
      .select('is_reseller')
      .where('number', '=', tenantNumber)
      .executeTakeFirstOrThrow()
  ).is_reseller;
}

/** Among those right below the same one. */
export async function isNameTaken(
  trx: Trx,
  { parentNumber, name, except = 0 }: { parentNumber: number; name: string; except?: number },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from identity.tenant t where t.parent_number = ${parentNumber} and t.deleted_at is null and lower(t.name) = lower(${name}) and t.number <> ${except} limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}

/** By any tenant of the installation: an alias stands in addresses. */
export async function isAliasTaken(trx: Trx, alias: string): Promise<boolean> {
  const { rows } = await sql`select 1 from identity.tenant t where lower(t.alias) = lower(${alias})`.execute(trx);
  return rows.length > 0;
}

export async function renameTenant(trx: Trx, tenantNumber: number, name: string): Promise<void> {
  await trx.updateTable('identity.tenant').set({ name }).where('number', '=', tenantNumber).execute();
}

export async function parentOf(trx: Trx, tenantNumber: number): Promise<number | null> {
  return (
    await trx
      .selectFrom('identity.tenant')
      .select('parent_number')
      .where('number', '=', tenantNumber)
      .executeTakeFirstOrThrow()
  ).parent_number;
}

export async function hasTenantsBelow(trx: Trx, tenantNumber: number): Promise<boolean> {
  return (
    (await trx
      .selectFrom('identity.tenant')
      .select('number')
      .where('parent_number', '=', tenantNumber)
      .where('deleted_at', 'is', null)
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}

export async function setReseller(trx: Trx, tenantNumber: number, isReseller: boolean): Promise<void> {
  await trx
    .updateTable('identity.tenant')
    .set({ is_reseller: isReseller })
    .where('number', '=', tenantNumber)
    .execute();
}

export async function setParent(trx: Trx, tenantNumber: number, parentNumber: number): Promise<void> {
  await trx
    .updateTable('identity.tenant')
    .set({ parent_number: parentNumber })
    .where('number', '=', tenantNumber)
    .execute();
}

/** Puts a tenant out of every tree. */
export async function markDeleted(trx: Trx, tenantNumber: number, now: Date): Promise<void> {
  await trx.updateTable('identity.tenant').set({ deleted_at: now }).where('number', '=', tenantNumber).execute();
}
