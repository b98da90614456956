import { sql } from 'kysely';
import { visibleLocations } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { mostCounted, type UnclassifiedStatus } from './unclassified-status.contract';

/**
 * How many events of the scope wait to be classified; voided ones never do. Both halves go from location to location through the
 * index of events that have a state; the limits inside keep the planner from reading all of those instead.
 */
export async function readUnclassifiedStatus(db: Db, scope: Scope): Promise<UnclassifiedStatus> {
  const stateOf = sql`e.organisation_id = ${scope.organisationId} and e.location_id = l.id and e.voided_at is null and e.classification_state`;
  const {
    rows: [status],
  } = await sql<UnclassifiedStatus>`
    select case when exists (
      select 1 from location l cross join (values ('UNCLASSIFIED'), ('CLASSIFIED')) as known (state)
      cross join lateral (select 1 from waste_event e where ${stateOf} = known.state limit 1) one
      where ${visibleLocations(scope)}
    ) then (
      select count(*)::int from (
        select 1 from location l cross join lateral (select 1 from waste_event e where ${stateOf} = 'UNCLASSIFIED' limit ${mostCounted}) one
        where ${visibleLocations(scope)} limit ${mostCounted}) waiting
    ) end as count`.execute(db);
  return status ?? { count: null };
}
