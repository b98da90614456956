import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { seesAll } from '../../platform/restriction.rules';
import type { BatchRow } from './vision.contract';

export async function insertBatch(
  trx: Trx,
  organisationId: number,
  { by, now }: { by: number; now: Date },
): Promise<number> {
  const { id } = await trx
    .insertInto('vision_batch')
    .values({ organisation_id: organisationId, published_by: by, published_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface BatchEvent {
  eventId: number;
  labelId: number;
  /** `same`: nothing was to be changed. `left`: it was changed since, and stays. */
  outcome: 'written' | 'same' | 'returned' | 'left';
  revisionId: number | null;
  standing: number;
  partIds: number[];
}

export async function insertBatchEvents(
  trx: Trx,
  { organisationId, batchId }: { organisationId: number; batchId: number },
  events: readonly BatchEvent[],
): Promise<void> {
  await trx
    .insertInto('vision_batch_event')
    .values(
      events.map(({ eventId, labelId, outcome, revisionId, standing, partIds }) => ({
        organisation_id: organisationId,
        batch_id: batchId,
        event_id: eventId,
        label_id: labelId,
        outcome,
        revision_id: revisionId,
        standing,
        part_ids: sql<string[]>`${partIds}::bigint[]`,
      })),
    )
    .execute();
}

/** Whoever sees only some sites sees only what they published themselves. */
const visible = (scope: Scope, userId: number) => sql`
  b.organisation_id = ${scope.organisationId} and (${seesAll(scope)} or b.published_by = ${userId})`;

/** The newest first. */
export async function listBatches(
  db: Db,
  { scope, userId }: { scope: Scope; userId: number },
  limit: number,
): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    select b.id as "batchId", coalesce(p.full_name, '') as "byName", b.published_at as "publishedAt", b.undone_at as "undoneAt", n.*
    from vision_batch b
    left join identity.person p on p.id = b.published_by
    cross join lateral (
      select count(*)::int as events, count(*) filter (where e.revision_id is not null)::int as changed,
        count(*) filter (where e.outcome = 'returned')::int as returned, count(*) filter (where e.outcome = 'left')::int as "left"
      from vision_batch_event e where e.organisation_id = b.organisation_id and e.batch_id = b.id) n
    where ${visible(scope, userId)} order by b.id desc limit ${limit}`.execute(db);
  return rows;
}

export type LockedBatch = Pick<BatchRow, 'publishedAt' | 'undoneAt'>;

export async function lockBatch(
  trx: Trx,
  { scope, userId }: { scope: Scope; userId: number },
  batchId: number,
): Promise<LockedBatch | undefined> {
  const { rows } = await sql<LockedBatch>`
    select b.published_at as "publishedAt", b.undone_at as "undoneAt" from vision_batch b
    where ${visible(scope, userId)} and b.id = ${batchId} for update of b`.execute(trx);
  return rows[0];
}

export interface PublishedEvent extends BatchEvent {
  kind: 'item' | 'split' | 'notFood' | 'unreadable';
}

export async function listBatchEvents(trx: Trx, organisationId: number, batchId: number): Promise<PublishedEvent[]> {
  const { rows } = await sql<PublishedEvent>`
    select e.event_id as "eventId", e.label_id as "labelId", e.outcome, e.revision_id as "revisionId", e.standing, to_json(e.part_ids) as "partIds", v.kind
    from vision_batch_event e join vision_label v on v.organisation_id = e.organisation_id and v.id = e.label_id
    where e.organisation_id = ${organisationId} and e.batch_id = ${batchId} order by e.event_id`.execute(trx);
  return rows;
}

interface Undone {
  batchId: number;
  by: number;
  now: Date;
  returned: readonly number[];
}

/** Those of its events that were not returned were left as they are. */
export async function closeBatch(
  trx: Trx,
  organisationId: number,
  { batchId, by, now, returned }: Undone,
): Promise<void> {
  await trx
    .updateTable('vision_batch')
    .set({ undone_at: now, undone_by: by })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', batchId)
    .execute();
  await sql`
    update vision_batch_event set outcome = case when event_id = any(${[...returned]}::bigint[]) then 'returned' else 'left' end
    where organisation_id = ${organisationId} and batch_id = ${batchId}`.execute(trx);
}
