import { sql } from 'kysely';
import { internalOrganisation } from '../../../platform/actor';
import type { Db, Trx } from '../../../platform/db/database';
import { internalRoles } from '../../../platform/permissions.rules';

export interface ProfileRole {
  /** The role's public id. */
  id: string;
  key: string;
  name: string;
  description: string;
  isDefault: boolean;
  /** null: every tenant has it. */
  tenantId: string | null;
  permissions: string[];
  createdAt: Date;
  updatedAt: Date;
}

/** A role that a tenant may give: a built-in one, or its own. */
export interface TenantRole extends ProfileRole {
  number: number;
  level: number;
  /** No tenant's own. */
  builtIn: boolean;
}

/** Roles of internal staff are there in the internal tenant alone. */
const isOf = (tenantNumber: number) =>
  sql<boolean>`(r.tenant_number = ${tenantNumber} or (r.tenant_number is null and (${tenantNumber}::bigint = ${internalOrganisation} or r.key <> all(${[...internalRoles]}::text[]))))`;

const columns = sql`
  r.id as number, r.uuid as id, r.key, r.name, r.description, r.is_default as "isDefault", r.level, r.tenant_number is null as "builtIn",
  (select t.id from identity.tenant t where t.number = r.tenant_number) as "tenantId", r.created_at as "createdAt", r.updated_at as "updatedAt",
  array(select rp.permission_key from identity.role_permission rp where rp.role_id = r.id order by 1) as permissions`;

/** All of a tenant, the built-in ones first. */
export async function listTenantRoles(db: Db | Trx, tenantNumber: number): Promise<TenantRole[]> {
  const { rows } =
    await sql<TenantRole>`select ${columns} from identity.role r where ${isOf(tenantNumber)} order by r.tenant_number nulls first, r.id`.execute(
      db,
    );
  return rows;
}

/** The numbers of those that a new member has. */
export async function listDefaultRoles(db: Db | Trx, tenantNumber: number): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select r.id as number from identity.role r where ${isOf(tenantNumber)} and r.is_default order by r.id`.execute(db);
  return rows.map(({ number }) => number);
}

/** Those of the tenant among the ids that are given. */
export async function findRoles(
  db: Db | Trx,
  { tenantNumber, ids }: { tenantNumber: number; ids: readonly string[] },
): Promise<TenantRole[]> {
  const { rows } =
    await sql<TenantRole>`select ${columns} from identity.role r where ${isOf(tenantNumber)} and r.uuid = any(${[...ids]}::uuid[]) order by r.id`.execute(
      db,
    );
  return rows;
}

/** Roles that people hold, whichever tenant's they are. */
export async function listRolesById(db: Db | Trx, ids: readonly string[]): Promise<TenantRole[]> {
  const { rows } =
    await sql<TenantRole>`select ${columns} from identity.role r where r.uuid = any(${[...new Set(ids)]}::uuid[]) order by r.id`.execute(
      db,
    );
  return rows;
}

/** Of a tenant's own role; behind the tenant's lock. */
export async function isKeyTaken(
  trx: Trx,
  { tenantNumber, key, except }: { tenantNumber: number; key: string; except: number },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from identity.role r where r.id <> ${except}
      and ((r.tenant_number = ${tenantNumber} and r.key = ${key}) or (r.tenant_number is null and lower(r.key) = lower(${key})))`.execute(
    trx,
  );
  return rows.length > 0;
}

export interface KnownPermission {
  key: string;
  description: string;
  createdAt: Date;
  updatedAt: Date;
}

export function listKnownPermissions(db: Db | Trx): Promise<KnownPermission[]> {
  return db
    .selectFrom('identity.permission')
    .select(['key', 'description', 'created_at as createdAt', 'updated_at as updatedAt'])
    .orderBy('key')
    .execute();
}
