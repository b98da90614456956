import { sql, type RawBuilder } from 'kysely';
import { internalOrganisation } from '../../../platform/actor';
import type { Db, Trx } from '../../../platform/db/database';

export interface TenantBelow {
  number: number;
  /** The public id. */
  id: string;
  name: string;
  /** ACTIVE or SUSPENDED. */
  status: string;
  isReseller: boolean;
  /** Of the tenant above; null where that is none of those that stand here. */
  parentId: string | null;
  createdAt: Date;
  /** 0 is the tenant itself. */
  level: number;
}

/** A tenant, alone or with all that stand below it. */
export interface Family {
  top: number;
  below: boolean;
}

/** The numbers of a family, for a query that compares with them. */
export const tenantsOf = ({ top, below }: Family): RawBuilder<unknown> =>
  below
    ? sql`(select family.number from identity.tenants_below(${top}, ${internalOrganisation}) family)`
    : sql`(${top}::bigint)`;

const own = sql`t.number, t.id, t.name, t.status, t.is_reseller as "isReseller", t.created_at as "createdAt"`;
const columns = (level: RawBuilder<unknown>) =>
  sql`${own}, case when ${level} > 0 then p.id end as "parentId", ${level} as level`;

/** A tenant, and all that stand below it, by level and name. */
export async function listTenantsBelow(db: Db | Trx, { top, below }: Family): Promise<TenantBelow[]> {
  const { rows } = await sql<TenantBelow>`
    select ${columns(sql`b.level`)}
    from identity.tenants_below(${top}, ${internalOrganisation}) b join identity.tenant t on t.number = b.number left join identity.tenant p on p.number = t.parent_number
    where ${below} or b.level = 0 order by b.level, lower(t.name), t.number`.execute(db);
  return rows;
}

/** One of a family by its public id; null for one that is not of it, whether there is such a tenant or not. */
export async function findTenantOf(db: Db | Trx, { top, below }: Family, id: string): Promise<TenantBelow | null> {
  const { rows } = await sql<TenantBelow>`
    select ${columns(sql`way.level`)}
    from identity.tenant t left join identity.tenant p on p.number = t.parent_number
    cross join lateral (select max(b.steps) as level from identity.tenants_between(t.number, ${top}, ${internalOrganisation}) b) as way
    where t.id = ${id} and (${below} or t.number = ${top}) and way.level is not null`.execute(db);
  return rows[0] ?? null;
}

/** The tenant at the top of a family. */
export async function selectOwn(
  db: Db | Trx,
  { top }: Family,
): Promise<{ id: string; name: string; isReseller: boolean }> {
  const { id, name, is_reseller } = await db
    .selectFrom('identity.tenant')
    .select(['id', 'name', 'is_reseller'])
    .where('number', '=', top)
    .executeTakeFirstOrThrow();
  return { id, name, isReseller: is_reseller };
}

/** Those that stand above a tenant, the nearest first, up to the top of the caller's family. */
export async function listTenantsAbove(db: Db, { from, top }: { from: number; top: number }): Promise<TenantBelow[]> {
  const { rows } = await sql<TenantBelow>`
    with way as (select * from identity.tenants_between(${from}, ${top}, ${internalOrganisation}))
    select ${columns(sql`(select max(steps) from way) - b.steps`)}
    from way b join identity.tenant t on t.number = b.number left join identity.tenant p on p.number = t.parent_number
    where b.steps > 0 order by b.steps`.execute(db);
  return rows;
}

const sorts = { createdAt: sql`t.created_at`, name: sql`lower(t.name)`, tenantId: sql`t.id` };

export interface TenantSearch {
  top: number;
  /** Right below this one; anywhere below the top where a text is looked for. */
  under: number;
  text?: string | undefined;
  sort: { by: keyof typeof sorts; descending: boolean };
  limit: number;
  offset: number;
}

export type FoundTenant = Omit<TenantBelow, 'level'> & { isParent: boolean; access: string };

/** A page of the tenants below, sorted by the database. */
export async function searchTenantsBelow(
  db: Db,
  { top, under, text, sort, limit, offset }: TenantSearch,
): Promise<{ tenants: FoundTenant[]; total: number }> {
  const way = sort.descending ? sql`desc` : sql`asc`;
  const wanted =
    text === undefined
      ? sql`t.parent_number = ${under} and t.deleted_at is null and t.number <> ${internalOrganisation} and t.number <> ${top}`
      : sql`t.number in ${tenantsOf({ top, below: true })} and t.number <> ${top} and strpos(lower(t.name), lower(${text})) > 0`;
  const counted = await sql<{
    total: number;
  }>`select count(*)::int as total from identity.tenant t where ${wanted}`.execute(db);
  const { rows } = await sql<FoundTenant>`
    select ${own}, t.sub_account_access as access, p.id as "parentId", exists (select 1 from identity.tenant c where c.parent_number = t.number and c.deleted_at is null) as "isParent"
    from identity.tenant t join identity.tenant p on p.number = t.parent_number
    where ${wanted} order by ${sorts[sort.by]} ${way}, t.number ${way} limit ${limit} offset ${offset}`.execute(db);
  return { tenants: rows, total: counted.rows[0]?.total ?? 0 };
}

/** How many tenants stand right below each of those of a family that are named. */
export async function countTenantsBelow(
  db: Db,
  family: Family,
  ids: readonly string[],
): Promise<{ tenantId: string; totalSubTenants: number }[]> {
  const { rows } = await sql<{ tenantId: string; totalSubTenants: number }>`
    select t.id as "tenantId", (select count(*)::int from identity.tenant c where c.parent_number = t.number and c.deleted_at is null and c.number <> ${internalOrganisation}) as "totalSubTenants"
    from identity.tenant t where t.id = any(${[...ids]}::uuid[]) and t.number in ${tenantsOf(family)} order by t.number`.execute(
    db,
  );
  return rows;
}

export interface UserCount {
  tenantId: string;
  totalUsers: number;
  /** Those who may go on into the tenants below. */
  totalAccessAllowedUsers: number;
}

/** Of the tenants of a family that are named. */
export async function countUsers(
  db: Db,
  family: Family,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<UserCount[]> {
  const { rows } = await sql<UserCount>`
    select t.id as "tenantId", (count(m.user_id))::int as "totalUsers", (count(m.user_id) filter (where m.reaches_below))::int as "totalAccessAllowedUsers"
    from identity.tenant t left join (identity.membership m join identity."user" u on u.id = m.user_id and u.status = 'A')
      on m.tenant_number = t.number and identity.is_active(m.status, m.ends_at, ${now})
    where t.id = any(${[...ids]}::uuid[]) and t.number in ${tenantsOf(family)} group by t.number order by t.number`.execute(
    db,
  );
  return rows;
}

/** Whether somebody's membership leads on into the tenants below; null where there is none. */
export async function findReach(
  db: Db | Trx,
  { tenantNumber, userId }: { tenantNumber: number; userId: number },
): Promise<boolean | null> {
  const row = await db
    .selectFrom('identity.membership')
    .select('reaches_below')
    .where('tenant_number', '=', tenantNumber)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.reaches_below ?? null;
}
