import { sql } from 'kysely';
import type { Locale, WeightUnit } from '../../platform/actor';
import type { Db } from '../../platform/db/database';

/** Somebody whose account is not switched off. */
export async function findPerson(db: Db, userId: number): Promise<{ userId: number; login: string; fullName: string; locale: Locale } | undefined> {
  const { rows } = await sql<{ userId: number; login: string; fullName: string; locale: Locale }>`
    select id as "userId", login, full_name as "fullName", locale from identity.person where id = ${userId} and status = 'A'`.execute(db);
  return rows[0];
}

/** What a member of the internal organisation may do; undefined for everybody else. */
export async function findStaffPermissions(db: Db, userId: number, internalOrganisation: number): Promise<ReadonlySet<string> | undefined> {
  const { rows } = await sql<{ permissions: string[] }>`
    select permissions from identity.reached_tenants(${userId}, ${internalOrganisation}) where number = ${internalOrganisation}`.execute(db);
  return rows[0] && new Set(rows[0].permissions);
}

/** The unit that a person has chosen, or else their organisation. */
export async function findUnitOf(db: Db, { userId, organisationId }: { userId: number; organisationId: number }): Promise<WeightUnit> {
  const { rows } = await sql<WeightUnit>`
    select u.id, u.abbr, u.grams_per_unit as "gramsPerUnit" from organisation o
    left join user_profile p on p.organisation_id = o.id and p.user_id = ${userId}
    join unit u on u.id = coalesce(p.unit_id, o.unit_id)
    where o.id = ${organisationId}`.execute(db);
  return rows[0] as WeightUnit;
}
