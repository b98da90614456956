import { sql } from 'kysely';
import type { Actor, SignedInPerson } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { planKept } from '../../platform/db/kept-plans';
import type { Permission } from '../../platform/permissions';
import type { WeightUnitCode } from '../../platform/weight-units.rules';
import { restrictionColumns, restrictionOf, type RestrictionRow } from './restriction.store';
import { switchedOffColumn } from './switched-off.store';

interface ProfileRow extends RestrictionRow {
  currency_code: string;
  country_code: string;
  time_zone: string;
  exclusion_threshold: number;
  tracking_limit: number;
  simulated: boolean;
  data_version: number;
  switched_off: string[];
  unit_id: number;
  unit_abbr: string;
  grams_per_unit: number;
}

/** The product's side of a person: organisation, unit, and the sites and locations they are restricted to. */
export async function findActor(db: Db, person: SignedInPerson): Promise<Actor | null> {
  const { rows } = await sql<ProfileRow>`${planKept}
    select o.currency_code, o.country_code, o.time_zone, o.exclusion_threshold, o.tracking_limit, o.simulated, o.data_version,
      u.id as unit_id, u.abbr as unit_abbr, u.grams_per_unit, ${restrictionColumns(person.userId)}, ${switchedOffColumn}
    from organisation o
    left join user_profile p on p.organisation_id = o.id and p.user_id = ${person.userId}
    join unit u on u.id = coalesce(p.unit_id, o.unit_id)
    where o.id = ${person.tenantNumber}`.execute(db);
  const row = rows[0];
  if (!row) return null;
  return {
    userId: person.userId,
    userUuid: person.userUuid,
    login: person.login,
    email: person.email,
    fullName: person.fullName,
    sessionId: person.sessionId,
    ssoUser: person.ssoUser,
    locale: person.locale,
    clientView: person.clientView,
    organisation: {
      id: person.tenantNumber,
      name: person.tenantName,
      currency: row.currency_code,
      countryCode: row.country_code,
      timeZone: row.time_zone,
      forms: person.forms,
      exclusionThreshold: row.exclusion_threshold,
      trackingLimit: row.tracking_limit,
      simulated: row.simulated,
      dataVersion: row.data_version,
      switchedOff: row.switched_off,
    },
    unit: { id: row.unit_id, abbr: row.unit_abbr, gramsPerUnit: row.grams_per_unit },
    permissions: new Set(person.permissions as Permission[]),
    restriction: restrictionOf(row),
  };
}

/** Keeps the unit that a person wants to see weights in, in this organisation. */
export async function keepUnit(
  trx: Trx,
  { userId, tenantNumber }: { userId: number; tenantNumber: number },
  unit: WeightUnitCode,
): Promise<void> {
  await sql`
    insert into user_profile (organisation_id, user_id, unit_id) select ${tenantNumber}, ${userId}, id from unit where abbr = ${unit}
    on conflict (organisation_id, user_id) do update set unit_id = excluded.unit_id`.execute(trx);
}
