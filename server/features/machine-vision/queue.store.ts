import { sql, type RawBuilder } from 'kysely';
import { visibleLocations } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { QueueCounts } from './vision.contract';
import type { Shown } from './vision.filters';

interface Asked {
  scope: Scope;
  userId: number;
  siteId?: number | undefined;
  locationId?: number | undefined;
}

/** More than this are counted and gone through by no one in one sitting. */
const mostWaiting = 10_000;

/**
 * The waiting events that the scope sees, in their order, with how they stand. As `standingOf` says it; a place narrows them.
 */
function waiting({ scope, userId, siteId, locationId }: Asked, after: number): RawBuilder<unknown> {
  const { organisationId } = scope;
  return sql`
    select e.id, case when a.event_id is null then 'waiting' when a.answers > 1 then 'disagreed' when a.people = 1 and a.wanted then 'second' else 'ready' end as standing,
      coalesce(a.mine, false) as mine
    from waste_event e
    join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
    left join (
      select v.event_id, count(*) as people, count(distinct v.answer) as answers, bool_or(v.second_wanted) as wanted, bool_or(v.user_id = ${userId}) as mine
      from vision_label v where v.organisation_id = ${organisationId} and v.state = 'OPEN' group by v.event_id) a on a.event_id = e.id
    where e.organisation_id = ${organisationId} and e.classification_state = 'UNCLASSIFIED' and e.voided_at is null and e.id > ${after} and ${visibleLocations(scope)}
      and (${siteId ?? null}::bigint is null or l.site_id = ${siteId ?? null}) and (${locationId ?? null}::bigint is null or l.id = ${locationId ?? null})
    order by e.id`;
}

const shown: Record<Shown, RawBuilder<unknown>> = {
  toAnswer: sql`(w.standing = 'waiting' or (w.standing = 'second' and not w.mine))`,
  second: sql`(w.standing = 'second' and not w.mine)`,
  disagreed: sql`w.standing = 'disagreed'`,
};

/** The first waiting event after another, of those that are shown. */
export async function findNext(
  db: Db,
  asked: Asked,
  { show, after }: { show: Shown; after: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select w.id from (${waiting(asked, after)}) w where ${shown[show]} order by w.id limit 1`.execute(db);
  return rows[0]?.id;
}

export async function countQueue(db: Db, asked: Asked): Promise<QueueCounts> {
  const count = (condition: RawBuilder<unknown>) => sql`count(*) filter (where ${condition})::int`;
  const {
    rows: [counts],
  } = await sql<QueueCounts>`
    select ${count(shown.toAnswer)} as "toAnswer", ${count(shown.second)} as second, ${count(shown.disagreed)} as disagreed,
      ${count(sql`w.standing = 'ready'`)} as ready, count(*)::int as "all"
    from (${waiting(asked, 0)} limit ${mostWaiting}) w`.execute(db);
  return counts ?? { toAnswer: 0, second: 0, disagreed: 0, ready: 0, all: 0 };
}

/** Whether an event that the scope sees waits for an answer to be published. */
export async function isWaiting(db: Db, scope: Scope, eventId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from waste_event e join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
    where e.organisation_id = ${scope.organisationId} and e.id = ${eventId} and e.classification_state = 'UNCLASSIFIED' and e.voided_at is null
      and ${visibleLocations(scope)}`.execute(db);
  return rows.length > 0;
}
