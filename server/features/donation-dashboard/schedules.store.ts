import { sql } from 'kysely';
import { atPlace, visibleLocations } from '../../domain/places';
import type { PlaceFilter } from '../../domain/places/place.contract';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import type { PlannedPickup, Schedule, ScheduleTerms } from './donations.contract';

const columns = sql`
  c.id as "scheduleId", s.name as "siteName", l.id as "locationId", l.name as "locationName", p.id as "partnerId", p.name as "partnerName",
  c.weekday, c.pickup_time as time, c.starts_on as "startsOn", c.ends_on as "endsOn"`;
const tables = sql`
  from donation_schedule c
  join location l on l.organisation_id = c.organisation_id and l.id = c.location_id
  join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
  join donation_partner p on p.organisation_id = c.organisation_id and p.id = c.partner_id`;

/** Those that held on some of the days from `since` on, by weekday and time. */
export async function listSchedules(
  db: Db,
  scope: Scope,
  { since, ...place }: PlaceFilter & { since: LocalDate },
): Promise<Schedule[]> {
  const { rows } = await sql<Schedule>`
    select ${columns} ${tables}
    where ${sql.join(
      [
        sql`c.organisation_id = ${scope.organisationId}`,
        visibleLocations(scope),
        ...atPlace(scope, place),
        sql`(c.ends_on is null or c.ends_on >= ${since}::date)`,
      ],
      sql` and `,
    )}
    order by c.weekday, c.pickup_time, lower(s.name), c.id`.execute(db);
  return rows;
}

export async function findSchedule(db: Db | Trx, scope: Scope, scheduleId: number): Promise<Schedule | undefined> {
  const { rows } = await sql<Schedule>`
    select ${columns} ${tables} where c.organisation_id = ${scope.organisationId} and ${visibleLocations(scope)} and c.id = ${scheduleId}`.execute(
    db,
  );
  return rows[0];
}

export async function countSchedules(trx: Trx, { organisationId }: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from donation_schedule where organisation_id = ${organisationId} and ends_on is null`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

export async function insertSchedule(
  trx: Trx,
  { organisationId }: Scope,
  { terms, startsOn, now }: { terms: ScheduleTerms; startsOn: LocalDate; now: Date },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into donation_schedule (organisation_id, location_id, partner_id, weekday, pickup_time, starts_on, created_at)
    values (${organisationId}, ${terms.locationId}, ${terms.partnerId}, ${terms.weekday}, ${terms.time}, ${startsOn}::date, ${now}) returning id`.execute(
    trx,
  );
  return Number(rows[0]?.id);
}

export async function endSchedule(
  trx: Trx,
  { organisationId }: Scope,
  { scheduleId, endsOn }: { scheduleId: number; endsOn: LocalDate },
): Promise<void> {
  await sql`
    update donation_schedule set ends_on = ${endsOn}::date where organisation_id = ${organisationId} and id = ${scheduleId}`.execute(
    trx,
  );
}

/** Days of schedules of which there is a pickup, canceled or not. */
export async function listTakenDays(
  db: Db,
  { organisationId }: Scope,
  { from, to }: { from: LocalDate; to: LocalDate },
): Promise<{ scheduleId: number; day: LocalDate }[]> {
  const { rows } = await sql<{ scheduleId: number; day: LocalDate }>`
    select schedule_id as "scheduleId", scheduled_on as day from donation_pickup
    where organisation_id = ${organisationId} and schedule_id is not null and scheduled_on between ${from}::date and ${to}::date`.execute(
    db,
  );
  return rows;
}

/** Planned pickups up to a day. */
export async function listPlanned(
  db: Db,
  scope: Scope,
  { to, ...place }: PlaceFilter & { to: LocalDate },
): Promise<PlannedPickup[]> {
  const { rows } = await sql<PlannedPickup>`
    select u.pickup_day as day, u.pickup_time as time, s.name as "siteName", l.id as "locationId", l.name as "locationName", p.id as "partnerId",
      p.name as "partnerName", u.id as "pickupId", u.schedule_id as "scheduleId"
    from donation_pickup u
    join location l on l.organisation_id = u.organisation_id and l.id = u.location_id
    join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    join donation_partner p on p.organisation_id = u.organisation_id and p.id = u.partner_id
    where ${sql.join(
      [
        sql`u.organisation_id = ${scope.organisationId}`,
        visibleLocations(scope),
        ...atPlace(scope, place),
        sql`u.state = 'planned'`,
        sql`u.pickup_day <= ${to}::date`,
      ],
      sql` and `,
    )}
    order by u.pickup_day, u.pickup_time nulls last, u.id limit 500`.execute(db);
  return rows;
}
