import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import type { Strategy } from './address.contract';

export interface AddressPolicy {
  isActive: boolean;
  strategy: Strategy;
}

export interface AddressRule {
  id: string;
  range: string;
  strategy: Strategy;
  isActive: boolean;
  description: string;
  createdAt: Date;
  updatedAt: Date;
}

const ruleColumns = [
  'id',
  'range',
  'strategy',
  'is_active as isActive',
  'description',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

export async function selectAddressPolicy(db: Db | Trx, tenantNumber: number): Promise<AddressPolicy> {
  const row = await db
    .selectFrom('identity.address_policy')
    .select(['is_active', 'strategy'])
    .where('tenant_number', '=', tenantNumber)
    .executeTakeFirst();
  return row ? { isActive: row.is_active, strategy: row.strategy as Strategy } : { isActive: false, strategy: 'ALLOW' };
}

/** Which tenants look at the address of somebody who comes into one: it, and the one above by which they are its member. */
export async function listAddressLimits(
  trx: Trx,
  { tenantNumber, userId }: { tenantNumber: number; userId: number },
): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select ap.tenant_number as number from identity.address_policy ap where ap.is_active and (ap.tenant_number = ${tenantNumber}
      or ap.tenant_number = (select m.through_number from identity.membership m where m.tenant_number = ${tenantNumber} and m.user_id = ${userId}))`.execute(
    trx,
  );
  return rows.map(({ number }) => number);
}

/** The same, with everybody else who changes it waiting. */
export async function lockAddressPolicy(
  trx: Trx,
  { tenantNumber, now }: { tenantNumber: number; now: Date },
): Promise<AddressPolicy> {
  await trx
    .insertInto('identity.address_policy')
    .values({ tenant_number: tenantNumber, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await trx
    .selectFrom('identity.address_policy')
    .select(['is_active', 'strategy'])
    .where('tenant_number', '=', tenantNumber)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { isActive: row.is_active, strategy: row.strategy as Strategy };
}

export async function setAddressPolicy(
  trx: Trx,
  tenantNumber: number,
  { isActive, strategy, now }: AddressPolicy & { now: Date },
): Promise<void> {
  await trx
    .updateTable('identity.address_policy')
    .set({ is_active: isActive, strategy, updated_at: now })
    .where('tenant_number', '=', tenantNumber)
    .execute();
}

/** The ranges of a list that count. */
export async function listRanges(
  db: Db | Trx,
  { tenantNumber, strategy }: { tenantNumber: number; strategy: Strategy },
): Promise<string[]> {
  const rows = await db
    .selectFrom('identity.address_rule')
    .select('range')
    .where('tenant_number', '=', tenantNumber)
    .where('strategy', '=', strategy)
    .where('is_active', '=', true)
    .execute();
  return rows.map(({ range }) => range);
}

interface Page {
  strategy: Strategy | undefined;
  limit: number;
  offset: number;
}

export async function listAddressRules(
  db: Db,
  tenantNumber: number,
  { strategy, limit, offset }: Page,
): Promise<{ rules: AddressRule[]; total: number }> {
  const wanted = db
    .selectFrom('identity.address_rule')
    .where('tenant_number', '=', tenantNumber)
    .$if(strategy !== undefined, (query) => query.where('strategy', '=', strategy as Strategy));
  const { total } = await wanted.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const rows = await wanted
    .select(ruleColumns)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rules: rows as AddressRule[], total };
}

/** A range that is on the list already is told anew. */
export async function keepAddressRule(
  trx: Trx,
  tenantNumber: number,
  {
    range,
    strategy,
    isActive,
    description,
    now,
  }: Pick<AddressRule, 'range' | 'strategy' | 'isActive' | 'description'> & { now: Date },
): Promise<AddressRule> {
  const told = { is_active: isActive, description, updated_at: now };
  const row = await trx
    .insertInto('identity.address_rule')
    .values({ tenant_number: tenantNumber, range, strategy, created_at: now, ...told })
    .onConflict((conflict) => conflict.columns(['tenant_number', 'strategy', 'range']).doUpdateSet(told))
    .returning(ruleColumns)
    .executeTakeFirstOrThrow();
  return row as AddressRule;
}

export async function countAddressRules(trx: Trx, tenantNumber: number): Promise<number> {
  const { total } = await trx
    .selectFrom('identity.address_rule')
    .select(sql<number>`count(*)`.as('total'))
    .where('tenant_number', '=', tenantNumber)
    .executeTakeFirstOrThrow();
  return total;
}

/** @returns the range that is gone; null where there was none */
export async function deleteAddressRule(
  trx: Trx,
  { tenantNumber, id }: { tenantNumber: number; id: string },
): Promise<{ range: string; strategy: string } | null> {
  return (
    (await trx
      .deleteFrom('identity.address_rule')
      .where('tenant_number', '=', tenantNumber)
      .where('id', '=', id)
      .returning(['range', 'strategy'])
      .executeTakeFirst()) ?? null
  );
}
