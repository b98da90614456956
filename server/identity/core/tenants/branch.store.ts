import { sql } from 'kysely';
import { internalOrganisation } from '../../../platform/actor';
import type { Db } from '../../../platform/db/database';

interface Above {
  /** The public id. */
  id: string;
  name: string;
}

/** What stands between the top of a family and each of some tenants below it, from above; nothing where that is the top itself. */
export async function listPaths(
  db: Db,
  { top, numbers }: { top: number; numbers: readonly number[] },
): Promise<Map<number, Above[]>> {
  const { rows } = await sql<Above & { of: number }>`
    select low.number as "of", p.id, p.name
    from unnest(${[...numbers]}::bigint[]) as low (number)
    cross join lateral identity.tenants_between(low.number, ${top}, ${internalOrganisation}) b join identity.tenant p on p.number = b.number
    where b.steps > 0 and b.number <> ${top} order by low.number, b.steps desc`.execute(db);
  const paths = new Map<number, Above[]>();
  for (const { of, ...above } of rows) paths.set(of, [...(paths.get(of) ?? []), above]);
  return paths;
}

/** What becomes of people’s access when a tenant goes from below one to below another of a family. */
export interface MoveEffects {
  /** Tenants below it, which go with it. */
  moving: number;
  /** People who reach it from then on, and those who no longer do. */
  gain: number;
  lose: number;
}

export async function selectMoveEffects(
  db: Db,
  { top, number, to, now }: { top: number; number: number; to: number; now: Date },
): Promise<MoveEffects> {
  const { rows } = await sql<MoveEffects>`
    with places as (
      select 'before' as side, b.number from identity.tenant t cross join lateral identity.tenants_between(t.parent_number, ${top}, ${internalOrganisation}) b where t.number = ${number}
      union all select 'after', b.number from identity.tenants_between(${to}, ${top}, ${internalOrganisation}) b),
    reaching as (
      select places.side, m.user_id from places join identity.membership m on m.tenant_number = places.number join identity."user" u on u.id = m.user_id
      where u.status = 'A' and m.reaches_below and identity.is_active(m.status, m.ends_at, ${now}) and not identity.is_limited(m.user_id, m.tenant_number))
    select (select count(*)::int - 1 from identity.tenants_below(${number}, ${internalOrganisation})) as moving,
      (select count(*)::int from (select user_id from reaching where side = 'after' except select user_id from reaching where side = 'before') gained) as gain,
      (select count(*)::int from (select user_id from reaching where side = 'before' except select user_id from reaching where side = 'after') lost) as lose`.execute(
    db,
  );
  return rows[0] as MoveEffects;
}

/** How many people a tenant lets in. */
export async function countPeople(db: Db, tenantNumber: number, now: Date): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from identity.membership m join identity."user" u on u.id = m.user_id and u.status = 'A'
    where m.tenant_number = ${tenantNumber} and identity.is_active(m.status, m.ends_at, ${now})`.execute(db);
  return rows[0]?.people ?? 0;
}

/** How many tenants stand right below one. */
export async function countRightBelow(db: Db, tenantNumber: number): Promise<number> {
  const { rows } = await sql<{ below: number }>`
    select count(*)::int as below from identity.tenant t where t.parent_number = ${tenantNumber} and t.deleted_at is null and t.number <> ${internalOrganisation}`.execute(
    db,
  );
  return rows[0]?.below ?? 0;
}
