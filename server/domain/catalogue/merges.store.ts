import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Trx } from '../../platform/db/database';
import type { JobHandle } from '../../platform/jobs/job-handle';
import type { Merge } from './hierarchies.contract';
import type { ElementCode } from './refdata.contract';

export interface MergeKey {
  organisationId: number;
  oldId: number;
}

export const mergeJob: JobHandle<MergeKey> = {
  name: 'hierarchies.merge',
  payload: z.object({ organisationId: z.int(), oldId: z.int() }),
};

const mostListed = 20;

/** The newest merges of an element. */
export async function listMerges(db: Db, organisationId: number, elementCode: ElementCode): Promise<Merge[]> {
  const { rows } = await sql<Merge>`
    select m.old_id as "oldId", old.name as "oldName", m.new_id as "newId", kept.name as "newName", m.state, m.events_expected as "eventsExpected",
      m.events_moved as "eventsMoved", m.merged_at as "mergedAt", m.by_login as "byLogin"
    from ref_merge m
    join ref_value old on old.organisation_id = m.organisation_id and old.id = m.old_id
    join ref_value kept on kept.organisation_id = m.organisation_id and kept.id = m.new_id
    where m.organisation_id = ${organisationId} and old.element_code = ${elementCode}
    order by m.merged_at desc, m.old_id desc limit ${mostListed}`.execute(db);
  return rows;
}

export async function countBelow(trx: Trx, organisationId: number, valueId: number): Promise<number> {
  const {
    rows: [row],
  } = await sql<{
    below: number;
  }>`select count(*)::int as below from ref_value where organisation_id = ${organisationId} and parent_id = ${valueId}`.execute(
    trx,
  );
  return row?.below ?? 0;
}

interface NewMerge extends MergeKey {
  newId: number;
  eventsExpected: number;
  by: { userId: number | null; login: string };
  now: Date;
}

/** From here on who names the old value means the new one; so does who names one that became the old one before. */
export async function insertMerge(
  trx: Trx,
  { organisationId, oldId, newId, eventsExpected, by, now }: NewMerge,
): Promise<void> {
  await sql`update ref_merge set new_id = ${newId} where organisation_id = ${organisationId} and new_id = ${oldId}`.execute(
    trx,
  );
  await trx
    .insertInto('ref_merge')
    .values({
      organisation_id: organisationId,
      old_id: oldId,
      new_id: newId,
      merged_at: now,
      by_user_id: by.userId,
      by_login: by.login,
      state: 'RUNNING',
      events_expected: eventsExpected,
      alive_at: now,
    })
    .execute();
  await sql`update ref_value set status = 'I', version = version + 1 where organisation_id = ${organisationId} and id = ${oldId}`.execute(
    trx,
  );
}

/** The values directly below one, with the ids of what is to be moved. */
export async function listBelow(trx: Trx, organisationId: number, valueId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('ref_value')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('parent_id', '=', valueId)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

export interface StoredMerge extends MergeKey {
  newId: number;
  oldName: string;
  newName: string;
  elementCode: ElementCode;
  state: 'RUNNING' | 'DONE';
  eventsMoved: number;
  userId: number | null;
  login: string;
}

export async function lockMerge(trx: Trx, { organisationId, oldId }: MergeKey): Promise<StoredMerge | undefined> {
  const { rows } = await sql<StoredMerge>`
    select m.organisation_id as "organisationId", m.old_id as "oldId", m.new_id as "newId", old.name as "oldName", kept.name as "newName",
      old.element_code as "elementCode", m.state, m.events_moved as "eventsMoved", m.by_user_id as "userId", m.by_login as login
    from ref_merge m
    join ref_value old on old.organisation_id = m.organisation_id and old.id = m.old_id
    join ref_value kept on kept.organisation_id = m.organisation_id and kept.id = m.new_id
    where m.organisation_id = ${organisationId} and m.old_id = ${oldId} for update of m`.execute(trx);
  return rows[0];
}

export async function noteProgress(
  trx: Trx,
  { organisationId, oldId }: MergeKey,
  { moved, done, now }: { moved: number; done: boolean; now: Date },
): Promise<void> {
  await sql`
    update ref_merge set events_moved = events_moved + ${moved}, alive_at = ${now},
      state = case when ${done} then 'DONE' else state end, finished_at = case when ${done} then coalesce(finished_at, ${now}) else finished_at end
    where organisation_id = ${organisationId} and old_id = ${oldId}`.execute(trx);
}

/** Merges whose worker has said nothing since `silentSince`, and those that ended after `endedSince`, for events that were under way. */
export async function listOpenMerges(
  db: Db,
  { silentSince, endedSince }: { silentSince: Date; endedSince: Date },
): Promise<MergeKey[]> {
  const { rows } = await sql<MergeKey>`
    select organisation_id as "organisationId", old_id as "oldId" from ref_merge
    where (state = 'RUNNING' and alive_at <= ${silentSince}) or (state = 'DONE' and alive_at >= ${endedSince} and finished_at >= ${endedSince})`.execute(
    db,
  );
  return rows;
}
