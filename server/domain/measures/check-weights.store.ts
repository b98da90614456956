import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import { visibleLocations } from '../places';
import type { DayRange } from './weight-accuracy.rules';

export interface StoredCheckWeight {
  id: number;
  locationId: number;
  day: LocalDate;
  weighedAt: Date;
  grams: number;
}

const columns = sql`c.id, c.location_id as "locationId", c.local_date as day, c.weighed_at as "weighedAt", c.net_g as grams`;
const ofVisible = sql`check_weight c join location l on l.organisation_id = c.organisation_id and l.id = c.location_id`;

/** Those of the range in the order of weighing, of one location or of all. */
export async function listCheckWeights(
  db: Db,
  scope: Scope,
  { range: { begin, end }, locationId }: { range: DayRange; locationId?: number },
): Promise<StoredCheckWeight[]> {
  const { rows } = await sql<StoredCheckWeight>`
    select ${columns} from ${ofVisible}
    where ${visibleLocations(scope)} and c.organisation_id = ${scope.organisationId} and c.local_date between ${begin}::date and ${end}::date
      ${locationId === undefined ? sql`` : sql`and c.location_id = ${locationId}`}
    order by c.weighed_at, c.id`.execute(db);
  return rows;
}

/** Locked until the transaction ends. */
export async function lockCheckWeight(trx: Trx, scope: Scope, id: number): Promise<StoredCheckWeight | undefined> {
  const { rows } = await sql<StoredCheckWeight>`
    select ${columns} from ${ofVisible}
    where c.organisation_id = ${scope.organisationId} and c.id = ${id} and ${visibleLocations(scope)}
    for update of c`.execute(trx);
  return rows[0];
}

interface NewCheckWeight {
  locationId: number;
  day: LocalDate;
  weighedAt: Date;
  grams: number;
}

/** One that a person has read from the scale. @returns its id; null where one of that instant is known */
export async function insertCheckWeight(
  trx: Trx,
  { organisationId }: Scope,
  { locationId, day, weighedAt, grams }: NewCheckWeight,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    insert into check_weight (organisation_id, location_id, weighed_at, local_date, net_g)
    select ${organisationId}, ${locationId}, ${weighedAt}::timestamptz, ${day}::date, ${grams}
    where not exists (
      select from check_weight
      where organisation_id = ${organisationId} and location_id = ${locationId} and local_date = ${day}::date and weighed_at = ${weighedAt})
    returning id`.execute(trx);
  return rows[0]?.id ?? null;
}

interface Correction {
  id: number;
  grams: number;
  at: Date;
  userId: number | null;
}

/** Keeps what it was before. */
export async function correctCheckWeight(
  trx: Trx,
  { organisationId }: Scope,
  { id, grams, at, userId }: Correction,
): Promise<void> {
  await sql`
    insert into check_weight_revision (organisation_id, check_weight_id, at, by_user_id, before_g)
    select organisation_id, id, ${at}, ${userId}, net_g from check_weight where organisation_id = ${organisationId} and id = ${id}`.execute(
    trx,
  );
  await sql`
    update check_weight set net_g = ${grams}, edited_at = ${at}, edited_by = ${userId}
    where organisation_id = ${organisationId} and id = ${id}`.execute(trx);
}
