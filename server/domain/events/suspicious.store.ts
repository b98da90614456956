import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import { atPlace, visibleLocations } from '../places';
import { and } from './event-selection.store';
import type { SuspicionFacts, SuspiciousEvent } from './suspicious.contract';
import { suspicionLimits, suspicionsOf } from './suspicious.rules';

interface Suspecting {
  /** Local to the location, both included. */
  from: LocalDate;
  to: LocalDate;
  siteId?: number | undefined;
}

/** As many of the newest events are looked at, and so many told. */
const mostSuspected = { read: 25_000, told: 500 };

interface Suspected {
  events: SuspiciousEvent[];
  /** More than are looked at lie in these days. */
  isCapped: boolean;
}

/**
 * The events of some days that may be wrong and that nobody has found right, newest first. What is usual is learnt from the same
 * days; the database leaves out what meets no rule, and the rules decide.
 */
export async function listSuspicious(db: Db, scope: Scope, { from, to, siteId }: Suspecting): Promise<Suspected> {
  const { organisationId } = scope;
  const { leastAlike, timesUsual, twinSeconds, leastOfDaypart, graceMinutes, aheadSeconds } = suspicionLimits;
  const { rows } = await sql<SuspicionFacts & { eventId: number; read: number }>`
    with r as materialized (
      select e.id, e.location_id, e.stage_id, e.item_id, e.reason_id, e.container_id, e.daypart_id, e.net_g, e.gross_g, e.tare_g, e.occurred_at, e.local_date, e.created_at,
        e.origin, e.unconfirmed is not null as unconfirmed, e.split_from is not null as is_part,
        extract(hour from e.occurred_at at time zone s.time_zone) * 60 + extract(minute from e.occurred_at at time zone s.time_zone) as minute
      from waste_event e
      join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
      join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
      where ${and([
        sql`e.organisation_id = ${organisationId}`,
        sql`e.voided_at is null`,
        sql`e.occurred_at >= (${from}::date - interval '14 hours') at time zone 'UTC'`,
        sql`e.occurred_at < (${to}::date + interval '36 hours') at time zone 'UTC'`,
        sql`e.local_date between ${from}::date and ${to}::date`,
        visibleLocations(scope),
        ...atPlace(scope, { siteId }),
      ])}
      order by e.occurred_at desc, e.id desc limit ${mostSuspected.read}),
    usual as (
      select location_id, item_id, count(*) as alike, percentile_cont(0.5) within group (order by net_g) as middle
      from r where net_g > 0 group by location_id, item_id),
    spread as (
      select u.location_id, u.item_id, u.alike, u.middle, percentile_cont(0.5) within group (order by abs(r.net_g::float8 - u.middle)) as spread
      from usual u join r on r.location_id = u.location_id and r.item_id is not distinct from u.item_id and r.net_g > 0
      group by u.location_id, u.item_id, u.alike, u.middle),
    hours as (
      select location_id, daypart_id, count(*) as dayparts, percentile_cont(0.05) within group (order by minute) as earliest,
        percentile_cont(0.95) within group (order by minute) as latest
      from r where daypart_id is not null group by location_id, daypart_id),
    named as (select location_id, count(item_id)::float8 / count(*) as share from r group by location_id),
    f as (
      select r.*, extract(epoch from r.occurred_at - lag(r.occurred_at) over (
          partition by r.location_id, r.stage_id, r.item_id, r.reason_id, r.container_id, r.gross_g order by r.occurred_at, r.id)) as since_twin,
        case when r.origin = 'DEVICE' then extract(epoch from r.occurred_at - r.created_at) else 0 end as ahead
      from r)
    select f.id as "eventId", (select count(*)::int from r) as read, f.net_g as "netGrams", f.tare_g as "tareGrams", c.tare_g as "containerTareGrams",
      coalesce(p.alike, 0)::int as alike, coalesce(p.middle, 0)::float8 as "usualGrams", coalesce(p.spread, 0)::float8 as "spreadGrams",
      f.since_twin::float8 as "secondsSinceTwin", f.minute::int as minute, coalesce(h.dayparts, 0)::int as dayparts,
      coalesce(h.earliest, 0)::float8 as "earliestMinute", coalesce(h.latest, 0)::float8 as "latestMinute", f.item_id is not null as "hasItem",
      n.share as "namedShare", f.unconfirmed, coalesce(not d.is_open, false) as "closedDay", f.ahead::float8 as "secondsAhead", f.is_part as "isPart"
    from f
    join named n on n.location_id = f.location_id
    left join spread p on p.location_id = f.location_id and p.item_id is not distinct from f.item_id
    left join hours h on h.location_id = f.location_id and h.daypart_id = f.daypart_id
    left join ref_value c on c.organisation_id = ${organisationId} and c.id = f.container_id
    left join location_day d on d.organisation_id = ${organisationId} and d.location_id = f.location_id and d.local_date = f.local_date
    where (f.item_id is null or f.unconfirmed or f.since_twin <= ${twinSeconds} or (c.tare_g > 0 and f.tare_g = 0) or not d.is_open
        or f.ahead > ${aheadSeconds} or (p.alike >= ${leastAlike} and f.net_g > ${timesUsual} * p.middle)
        or (h.dayparts >= ${leastOfDaypart} and (f.minute < h.earliest - ${graceMinutes} or f.minute > h.latest + ${graceMinutes})))
      and not exists (
        select from event_review v where v.organisation_id = ${organisationId} and v.event_id = f.id
          and not exists (select from waste_event_revision w where w.organisation_id = v.organisation_id and w.event_id = v.event_id
            and w.id > v.revision_id and w.cause is null))
    order by f.occurred_at desc, f.id desc`.execute(db);
  const events = rows.flatMap(({ eventId, read: _, ...facts }) => {
    const found = suspicionsOf(facts);
    return found.length > 0 ? [{ eventId, suspicions: found, facts }] : [];
  });
  return { events: events.slice(0, mostSuspected.told), isCapped: (rows[0]?.read ?? 0) >= mostSuspected.read };
}
