import { sql } from 'kysely';
import type { BatchChange } from '../../domain/events/event-batch.contract';
import { visibleLocations } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { seesAll } from '../../platform/restriction.rules';
import type { BulkOutcome, BulkState, BulkSums, BulkView } from './bulk.contract';

export interface BulkKey {
  organisationId: number;
  id: number;
}

interface NewBulk {
  change: BatchChange;
  reason: string;
  by: { userId: number; login: string };
  sums: BulkSums;
  now: Date;
}

export async function insertBulk(
  trx: Trx,
  organisationId: number,
  { change, reason, by, sums, now }: NewBulk,
): Promise<number> {
  const row = await trx
    .insertInto('bulk_change')
    .values({
      organisation_id: organisationId,
      change: JSON.stringify(change),
      reason,
      state: 'COUNTING',
      by_user_id: by.userId,
      by_login: by.login,
      created_at: now,
      alive_at: now,
      sums: JSON.stringify(sums),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Those of the events that the scope sees. @returns how many */
export async function insertRows(
  trx: Trx,
  scope: Scope,
  { id, eventIds }: { id: number; eventIds: readonly number[] },
): Promise<number> {
  const { rows } = await sql`
    insert into bulk_change_row (organisation_id, bulk_id, event_id)
    select e.organisation_id, ${id}::bigint, e.id from waste_event e
    join location l on l.organisation_id = e.organisation_id and l.id = e.location_id
    where e.organisation_id = ${scope.organisationId} and e.id = any(${[...eventIds]}::bigint[]) and ${visibleLocations(scope)}
    returning event_id`.execute(trx);
  return rows.length;
}

export interface StoredBulk {
  change: BatchChange;
  reason: string;
  state: BulkState;
  userId: number;
  login: string;
  finishedAt: Date | null;
  undoReason: string | null;
  sums: BulkSums;
}

export async function lockBulk(trx: Trx, { organisationId, id }: BulkKey): Promise<StoredBulk | undefined> {
  const { rows } = await sql<StoredBulk>`
    select change, reason, state, by_user_id as "userId", by_login as login, finished_at as "finishedAt", undo_reason as "undoReason", sums
    from bulk_change where organisation_id = ${organisationId} and id = ${id} for update`.execute(trx);
  return rows[0];
}

/** Who asked for the step that is under way. */
export async function findAsker(db: Db, { organisationId, id }: BulkKey): Promise<number | undefined> {
  const row = await db
    .selectFrom('bulk_change')
    .select('by_user_id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.by_user_id;
}

interface Progress {
  now: Date;
  state?: BulkState;
  sums?: BulkSums;
  by?: NewBulk['by'];
  finishedAt?: Date;
  undoReason?: string;
  undoneAt?: Date;
}

export async function changeBulk(
  trx: Trx,
  { organisationId, id }: BulkKey,
  { now, state, sums, by, finishedAt, undoReason, undoneAt }: Progress,
): Promise<void> {
  await trx
    .updateTable('bulk_change')
    .set({
      alive_at: now,
      ...(state ? { state } : {}),
      ...(sums ? { sums: JSON.stringify(sums) } : {}),
      ...(by ? { by_user_id: by.userId, by_login: by.login } : {}),
      ...(finishedAt ? { finished_at: finishedAt } : {}),
      ...(undoReason ? { undo_reason: undoReason } : {}),
      ...(undoneAt ? { undone_at: undoneAt } : {}),
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteBulk(trx: Trx, { organisationId, id }: BulkKey): Promise<void> {
  await trx
    .deleteFrom('bulk_change_row')
    .where('organisation_id', '=', organisationId)
    .where('bulk_id', '=', id)
    .execute();
  await trx.deleteFrom('bulk_change').where('organisation_id', '=', organisationId).where('id', '=', id).execute();
}

export interface StoredRow {
  eventId: number;
  standing: number | null;
  revisionId: number | null;
}

/** The next rows with which a step is not done, by the events' ids. @param outcome null: those not counted yet */
export async function nextRows(
  trx: Trx,
  { organisationId, id }: BulkKey,
  { outcome, limit }: { outcome: BulkOutcome | null; limit: number },
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select event_id as "eventId", standing, revision_id as "revisionId" from bulk_change_row
    where organisation_id = ${organisationId} and bulk_id = ${id} and outcome is not distinct from ${outcome}
    order by event_id limit ${limit}`.execute(trx);
  return rows;
}

export interface RowResult {
  eventId: number;
  outcome: BulkOutcome;
  code?: string | null;
  standing?: number | null;
  revisionId?: number | null;
}

export async function settleRows(
  trx: Trx,
  { organisationId, id }: BulkKey,
  results: readonly RowResult[],
): Promise<void> {
  const of = <T>(value: (one: RowResult) => T) => results.map(value);
  await sql`
    update bulk_change_row r set outcome = n.outcome, code = n.code, standing = coalesce(n.standing, r.standing), revision_id = coalesce(n.revision_id, r.revision_id)
    from unnest(${of((one) => one.eventId)}::bigint[], ${of((one) => one.outcome)}::text[], ${of((one) => one.code ?? null)}::text[],
      ${of((one) => one.standing ?? null)}::bigint[], ${of((one) => one.revisionId ?? null)}::bigint[]) as n (event_id, outcome, code, standing, revision_id)
    where r.organisation_id = ${organisationId} and r.bulk_id = ${id} and r.event_id = n.event_id`.execute(trx);
}

/** Whoever sees only some sites sees only what they began themselves. */
const visible = (scope: Scope, userId: number | null) => sql`
  b.organisation_id = ${scope.organisationId} and (${seesAll(scope)} or b.by_user_id = ${userId}::bigint)`;

export type BulkRecord = Omit<BulkView, 'valueName' | 'done' | 'events'>;

const columns = sql`
  b.id as "changeId", b.change, b.reason, b.state, p.full_name as "byName", b.created_at as "createdAt", b.finished_at as "finishedAt",
  b.undo_reason as "undoReason", b.undone_at as "undoneAt", b.sums,
  (select coalesce(json_object_agg(o.outcome, o.n), '{}') from (
    select coalesce(r.outcome, 'waiting') as outcome, count(*)::int as n from bulk_change_row r
    where r.organisation_id = b.organisation_id and r.bulk_id = b.id group by 1) o) as outcomes`;

export interface BulkReader {
  scope: Scope;
  userId: number | null;
}

export async function findBulk(db: Db, { scope, userId }: BulkReader, id: number): Promise<BulkRecord | undefined> {
  const { rows } = await sql<BulkRecord>`
    select ${columns} from bulk_change b left join identity.person p on p.id = b.by_user_id
    where ${visible(scope, userId)} and b.id = ${id}`.execute(db);
  return rows[0];
}

/** Newest first. */
export async function listBulk(
  db: Db,
  { scope, userId }: BulkReader,
  { limit, offset }: { limit: number; offset: number },
): Promise<BulkRecord[]> {
  const { rows } = await sql<BulkRecord>`
    select ${columns} from bulk_change b left join identity.person p on p.id = b.by_user_id
    where ${visible(scope, userId)} order by b.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countBulk(db: Db, { scope, userId }: BulkReader): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from bulk_change b where ${visible(scope, userId)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** The rows of some outcomes, those that went wrong first. */
export async function listRows(
  db: Db,
  { organisationId, id }: BulkKey,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ eventId: number; outcome: BulkOutcome | null; code: string | null }[]> {
  const { rows } = await sql<{ eventId: number; outcome: BulkOutcome | null; code: string | null }>`
    select event_id as "eventId", outcome, code from bulk_change_row
    where organisation_id = ${organisationId} and bulk_id = ${id}
    order by case outcome when 'refused' then 0 when 'left' then 1 when 'same' then 3 else 2 end, event_id
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Those that are under way and whose worker has said nothing since then. */
export async function listSilent(db: Db, before: Date): Promise<BulkKey[]> {
  const { rows } = await sql<BulkKey>`
    select organisation_id as "organisationId", id from bulk_change
    where state in ('COUNTING', 'RUNNING', 'UNDOING') and alive_at <= ${before}`.execute(db);
  return rows;
}
