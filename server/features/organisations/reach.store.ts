import { sql, type RawBuilder } from 'kysely';
import { internalOrganisation, isInternal, type Actor } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { Permission } from '../../platform/permissions';

/** An organisation that somebody may choose, and what they may do and see there. */
export interface Reached {
  organisationId: number;
  name: string;
  permissions: ReadonlySet<string>;
  securedSites: number[];
  securedLocations: number[];
}

interface ReachedRow {
  id: number;
  name: string;
  permissions: string[] | null;
  secured_sites: number[];
  secured_locations: number[];
}

/** What a list of organisations is narrowed to. */
export interface ReachFilter {
  organisationId?: number;
  /** Those in which the person holds it. */
  permission?: Permission | undefined;
}

/**
 * The organisations that a person may choose, by name. Internal staff: every one, with the rights that they hold in the internal
 * one. Others: those that they belong to, with the rights of that membership, and those below, with the rights of the nearest
 * membership above. Limits to sites and locations are those set for the organisation itself; whoever is limited above and not
 * below does not reach below at all.
 */
export async function listReached(db: Db, actor: Actor, { organisationId, permission }: ReachFilter = {}): Promise<Reached[]> {
  const asked = organisationId === undefined ? sql`true` : sql`o.id = ${organisationId}`;
  const { rows } = await (isInternal(actor) ? ofStaff(actor, asked) : ofCustomer(actor, asked)).execute(db);
  return rows
    .map((row) => ({
      organisationId: row.id,
      name: row.name,
      permissions: row.permissions === null ? actor.permissions : new Set(row.permissions),
      securedSites: row.secured_sites.map(Number),
      securedLocations: row.secured_locations.map(Number),
    }))
    .filter((reached) => permission === undefined || reached.permissions.has(permission));
}

const secured = ({ userId }: Actor) => sql`
  array(select s.site_id from secured_site s where s.organisation_id = o.id and s.user_id = ${userId} order by 1) as secured_sites,
  array(select l.location_id from secured_location l where l.organisation_id = o.id and l.user_id = ${userId} order by 1) as secured_locations`;

const ofStaff = (actor: Actor, asked: RawBuilder<unknown>) => sql<ReachedRow>`
  select o.id, o.name, null as permissions, ${secured(actor)}
  from organisation_directory o where ${asked}
  order by lower(o.name), o.id`;

/** Tenants may stand below each other in a circle, which ends the walk; none leads into the internal organisation. */
function ofCustomer(actor: Actor, asked: RawBuilder<unknown>): RawBuilder<ReachedRow> {
  const isLimitedIn = (organisation: RawBuilder<unknown>) => sql`(
    exists (select 1 from secured_site s where s.organisation_id = ${organisation} and s.user_id = ${actor.userId})
    or exists (select 1 from secured_location l where l.organisation_id = ${organisation} and l.user_id = ${actor.userId}))`;
  return sql<ReachedRow>`
    with recursive below (number, member_of, steps) as (
      select m.tenant_number, m.tenant_number, 0
      from identity.membership m join identity.tenant t on t.number = m.tenant_number
      where m.user_id = ${actor.userId} and m.status = 'A' and t.status = 'ACTIVE'
      union all
      select t.number, b.member_of, b.steps + 1
      from below b join identity.tenant t on t.parent_number = b.number
      where t.number <> ${internalOrganisation}
    ) cycle number set again using trail,
    nearest as (select distinct on (number) number, member_of from below where not again order by number, steps)
    select o.id, o.name, ${secured(actor)},
      array(
        select distinct rp.permission_key from identity.membership_role mr join identity.role_permission rp on rp.role_id = mr.role_id
        where mr.tenant_number = n.member_of and mr.user_id = ${actor.userId}) as permissions
    from nearest n join organisation_directory o on o.id = n.number
    where o.status = 'ACTIVE' and ${asked}
      and (n.number = n.member_of or ${isLimitedIn(sql`o.id`)} or not ${isLimitedIn(sql`n.member_of`)})
    order by lower(o.name), o.id`;
}
