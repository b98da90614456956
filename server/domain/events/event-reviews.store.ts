import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { EventFamily, EventReview } from './event-family.contract';

/** Keeps that somebody found the event right as it stands now. */
export async function insertReview(
  trx: Trx,
  organisationId: number,
  { eventId, userId, now }: { eventId: number; userId: number | null; now: Date },
): Promise<void> {
  await sql`
    insert into event_review (organisation_id, event_id, revision_id, reviewed_at, by_user_id)
    select ${organisationId}::bigint, ${eventId}::bigint, coalesce(max(r.id), 0), ${now}::timestamptz, ${userId}::bigint from waste_event_revision r
    where r.organisation_id = ${organisationId} and r.event_id = ${eventId}
    on conflict (organisation_id, event_id) do update
      set revision_id = excluded.revision_id, reviewed_at = excluded.reviewed_at, by_user_id = excluded.by_user_id`.execute(
    trx,
  );
}

/** Who found the event right as it stands; undefined where nobody did, or it has changed since. */
export async function findReview(db: Db, { organisationId }: Scope, eventId: number): Promise<EventReview | undefined> {
  const { rows } = await sql<EventReview>`
    select v.reviewed_at as "reviewedAt", p.full_name as "byName" from event_review v
    left join identity.person p on p.id = v.by_user_id
    where v.organisation_id = ${organisationId} and v.event_id = ${eventId}
      and not exists (select from waste_event_revision w where w.organisation_id = v.organisation_id and w.event_id = v.event_id
        and w.id > v.revision_id and w.cause is null)`.execute(db);
  return rows[0];
}

/** What an event was cut from, and what was cut from it. */
export async function findFamily(db: Db, { organisationId }: Scope, eventId: number): Promise<EventFamily> {
  const { rows } = await sql<EventFamily>`
    select e.split_from as "wholeId",
      (select coalesce(json_agg(p.id order by p.id), '[]') from waste_event p where p.organisation_id = e.organisation_id and p.split_from = e.id) as "partIds"
    from waste_event e where e.organisation_id = ${organisationId} and e.id = ${eventId}`.execute(db);
  return rows[0] ?? { wholeId: null, partIds: [] };
}
