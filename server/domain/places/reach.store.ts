import { sql, type RawBuilder } from 'kysely';
import { internalOrganisation, type WeightUnit } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { isOn, type Flag } from '../../platform/feature-flags.rules';
import type { Permission } from '../../platform/permissions';
import type { Restriction } from '../../platform/restriction.rules';
import { isRestrictedIn, restrictionColumns, restrictionOf, type RestrictionRow } from './restriction.store';
import { switchedOffColumn } from './switched-off.store';

/** An organisation that somebody may choose, and what they may do and see there. */
export interface Reached {
  organisationId: number;
  name: string;
  permissions: ReadonlySet<string>;
  restriction: Restriction | null;
  switchedOff: readonly string[];
}

interface ReachedRow extends RestrictionRow {
  id: number;
  name: string;
  permissions: string[] | null;
  switched_off: string[];
}

/** Whose reach it is. */
export interface Reaching {
  userId: number;
  /** What staff of the internal organisation may do in every one; null for everybody else. */
  staff: ReadonlySet<string> | null;
}

/** What a list of organisations is narrowed to. */
export interface ReachFilter {
  organisationId?: number;
  /** Those in which the person holds it. */
  permission?: Permission | undefined;
  /** Those for which it is on. */
  flag?: Flag | undefined;
}

/**
 * The organisations that a person may choose, by name. Internal staff: every one, with the rights that they hold in the internal
 * one. Others: those that they belong to, with the rights of that membership, and those below, with the rights of the nearest
 * membership above. A restriction to sites and locations is that of the organisation itself; whoever is restricted above and not
 * below does not reach below at all.
 */
export async function listReached(
  db: Db,
  { userId, staff }: Reaching,
  { organisationId, permission, flag }: ReachFilter = {},
): Promise<Reached[]> {
  const asked = organisationId === undefined ? sql`true` : sql`o.id = ${organisationId}`;
  const { rows } = await (staff ? ofStaff(userId, asked) : ofCustomer(userId, asked)).execute(db);
  return rows
    .map((row) => ({
      organisationId: row.id,
      name: row.name,
      permissions: new Set(row.permissions ?? staff),
      restriction: restrictionOf(row),
      switchedOff: row.switched_off,
    }))
    .filter((reached) => isOn(reached, flag) && (permission === undefined || reached.permissions.has(permission)));
}

const ofStaff = (userId: number, asked: RawBuilder<unknown>) => sql<ReachedRow>`
  select o.id, o.name, null as permissions, ${restrictionColumns(userId)}, ${switchedOffColumn}
  from organisation_directory o where ${asked}
  order by lower(o.name), o.id`;

function ofCustomer(userId: number, asked: RawBuilder<unknown>): RawBuilder<ReachedRow> {
  return sql<ReachedRow>`
    select o.id, o.name, ${restrictionColumns(userId)}, ${switchedOffColumn}, r.permissions
    from identity.reached_tenants(${userId}, ${internalOrganisation}) r join organisation_directory o on o.id = r.number
    where o.status = 'ACTIVE' and ${asked}
      and (r.number = r.member_of or ${isRestrictedIn(sql`o.id`, userId)} or not ${isRestrictedIn(sql`r.member_of`, userId)})
    order by lower(o.name), o.id`;
}

/** The unit that a person has chosen, or else their organisation. */
export async function findUnitOf(
  db: Db,
  { userId, organisationId }: { userId: number; organisationId: number },
): Promise<WeightUnit> {
  const { rows } = await sql<WeightUnit>`
    select u.id, u.abbr, u.grams_per_unit as "gramsPerUnit" from organisation o
    left join user_profile p on p.organisation_id = o.id and p.user_id = ${userId}
    join unit u on u.id = coalesce(p.unit_id, o.unit_id)
    where o.id = ${organisationId}`.execute(db);
  return rows[0] as WeightUnit;
}
