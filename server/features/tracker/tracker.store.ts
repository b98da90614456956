import { sql } from 'kysely';
import { timesUsed } from '../../domain/measures';
import type { Db } from '../../platform/db/database';
import { addDays, weekStartOf, type LocalDate } from '../../platform/time';

/** Where a device stands. */
export interface TrackerPlace {
  locationId: number;
  name: string;
  siteId: number;
  /** IANA */
  timeZone: string;
  /** Of its site. */
  currency: string;
  /** The stages that it is set up for. */
  stageIds: number[];
}

export async function findTrackerPlace(
  db: Db,
  organisationId: number,
  locationId: number,
): Promise<TrackerPlace | undefined> {
  const { rows } = await sql<TrackerPlace>`
    select l.id as "locationId", l.name, s.id as "siteId", s.time_zone as "timeZone", s.currency_code as currency,
      array(select k.stage_id from location_stage k where k.organisation_id = l.organisation_id and k.location_id = l.id order by 1) as "stageIds"
    from location l join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
    where l.organisation_id = ${organisationId} and l.id = ${locationId}`.execute(db);
  return rows[0];
}

/** The abbreviation of the organization's unit of weight. */
export async function findUnit(db: Db, organisationId: number): Promise<string | undefined> {
  const { rows } = await sql<{ abbr: string }>`
    select u.abbr from organisation_directory o join unit u on u.id = o.unit_id where o.id = ${organisationId}`.execute(
    db,
  );
  return rows[0]?.abbr;
}

const usedWithinDays = 90;

/** The ids of the items that a location has weighed of late, those that it weighs most first. */
export async function listMostWeighed(
  db: Db,
  organisationId: number,
  { locationId, today }: { locationId: number; today: LocalDate },
): Promise<number[]> {
  const since = weekStartOf(addDays(today, -usedWithinDays));
  const { rows } = await sql<{ refId: number }>`
    with used as (${timesUsed({ organisationId, locationId, element: 'WASTEITEM', since })})
    select ref_id as "refId" from used where ref_id <> 0 order by times desc, ref_id`.execute(db);
  return rows.map(({ refId }) => refId);
}
