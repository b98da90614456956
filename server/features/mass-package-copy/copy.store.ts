import { sql } from 'kysely';
import { visibleLocations } from '../../domain/places';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { seesAll } from '../../platform/restriction.rules';
import type { LocalDate } from '../../platform/time';
import type { CopyJob, PartTotals } from './copy.contract';
import type { ConflictRule, DonePlan, JobState, PartName, TargetState } from './copy.rules';

export interface JobKey {
  organisationId: number;
  id: number;
}

interface NewJob {
  sourceId: number;
  sourceDeviceId: number | null;
  parts: readonly PartName[];
  rule: ConflictRule;
  by: number;
  now: Date;
  targets: readonly { locationId: number; leadsSite: boolean }[];
}

export async function insertJob(
  trx: Trx,
  organisationId: number,
  { sourceId, sourceDeviceId, parts, rule, by, now, targets }: NewJob,
): Promise<number> {
  const { id } = await trx
    .insertInto('copy_job')
    .values({
      organisation_id: organisationId,
      source_location_id: sourceId,
      source_device_id: sourceDeviceId,
      parts: [...parts],
      rule,
      state: 'PREVIEW',
      by_user_id: by,
      asked_by: by,
      created_at: now,
      alive_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('copy_job_target')
    .values(
      targets.map(({ locationId, leadsSite }) => ({
        organisation_id: organisationId,
        job_id: id,
        location_id: locationId,
        leads_site: leadsSite,
        state: 'WAITING',
      })),
    )
    .execute();
  return id;
}

export interface StoredJob {
  sourceId: number;
  sourceDeviceId: number | null;
  parts: PartName[];
  rule: ConflictRule;
  state: JobState;
  sourceMark: string | null;
  finishedAt: Date | null;
}

export async function lockJob(trx: Trx, { organisationId, id }: JobKey): Promise<StoredJob | undefined> {
  const { rows } = await sql<StoredJob>`
    select source_location_id as "sourceId", source_device_id as "sourceDeviceId", parts, rule, state, source_mark as "sourceMark", finished_at as "finishedAt"
    from copy_job where organisation_id = ${organisationId} and id = ${id} for update`.execute(trx);
  return rows[0];
}

/** Who asked for the step that is under way. */
export async function findAsker(db: Db, { organisationId, id }: JobKey): Promise<number | undefined> {
  const row = await db
    .selectFrom('copy_job')
    .select('asked_by')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.asked_by;
}

interface JobChange {
  now: Date;
  state?: JobState;
  sourceMark?: string;
  by?: number;
  finishedAt?: Date;
  undoneAt?: Date;
}

export async function changeJob(
  trx: Trx,
  { organisationId, id }: JobKey,
  { now, state, sourceMark, by, finishedAt, undoneAt }: JobChange,
): Promise<void> {
  await trx
    .updateTable('copy_job')
    .set({
      alive_at: now,
      ...(state ? { state } : {}),
      ...(sourceMark ? { source_mark: sourceMark } : {}),
      ...(by ? { asked_by: by } : {}),
      ...(finishedAt ? { finished_at: finishedAt } : {}),
      ...(undoneAt ? { undone_at: undoneAt } : {}),
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute();
}

export async function deleteJob(trx: Trx, { organisationId, id }: JobKey): Promise<void> {
  await trx.deleteFrom('copy_job').where('organisation_id', '=', organisationId).where('id', '=', id).execute();
}

export interface StoredTarget {
  locationId: number;
  leadsSite: boolean;
  state: TargetState;
  code: string | null;
  params: Record<string, string | number> | null;
  day: LocalDate | null;
  mark: string | null;
  changes: DonePlan[] | null;
  afterMarks: Partial<Record<PartName, string>> | null;
}

interface TargetsWanted {
  states?: readonly TargetState[];
  limit?: number;
  offset?: number;
}

/** In the order in which they are done; those that went wrong first where nothing else is said. */
export async function listTargets(
  db: Db | Trx,
  { organisationId, id }: JobKey,
  { states, limit, offset = 0 }: TargetsWanted = {},
): Promise<StoredTarget[]> {
  const wanted = states ? [...states] : null;
  const { rows } = await sql<StoredTarget>`
    select location_id as "locationId", leads_site as "leadsSite", state, code, params, day, mark, changes, after_marks as "afterMarks"
    from copy_job_target where organisation_id = ${organisationId} and job_id = ${id} and (${wanted}::text[] is null or state = any(${wanted}::text[]))
    order by case state when 'FAILED' then 0 when 'LEFT' then 1 else 2 end, leads_site desc, location_id
    limit ${limit ?? null} offset ${offset}`.execute(db);
  return rows;
}

/** What the targets of a copy got and lost, part by part; those that were given back what they had count no more. */
export async function sumChanges(
  db: Db,
  { organisationId, id }: JobKey,
  parts: readonly PartName[],
): Promise<PartTotals[]> {
  const sum = (name: string) => sql`coalesce(sum((p.plan->'counts'->>${name})::int), 0)::int`;
  const { rows } = await sql<PartTotals>`
    select p.plan->>'part' as part, ${sum('added')} as added, ${sum('replaced')} as replaced, ${sum('removed')} as removed, ${sum('kept')} as kept,
      (count(*) filter (where p.plan->>'outcome' = 'changes'))::int as changing, (count(*) filter (where p.plan->>'outcome' = 'refused'))::int as refused
    from copy_job_target t cross join lateral jsonb_array_elements(t.changes) as p (plan)
    where t.organisation_id = ${organisationId} and t.job_id = ${id} and t.state <> 'UNDONE' group by 1`.execute(db);
  const none = { added: 0, replaced: 0, removed: 0, kept: 0, changing: 0, refused: 0 };
  return parts.map((part) => rows.find((row) => row.part === part) ?? { part, ...none });
}

/** These targets wait, with what was shown of them. */
export async function awaitTargets(
  trx: Trx,
  { organisationId, id }: JobKey,
  { day, marks }: { day: LocalDate; marks: ReadonlyMap<number, string> },
): Promise<void> {
  await sql`
    update copy_job_target t set state = 'WAITING', code = null, params = null, day = ${day}::date, mark = n.mark
    from unnest(${[...marks.keys()]}::bigint[], ${[...marks.values()]}::text[]) as n (location_id, mark)
    where t.organisation_id = ${organisationId} and t.job_id = ${id} and t.location_id = n.location_id`.execute(trx);
}

interface Settled {
  locationId: number;
  state: TargetState;
  code?: string | null;
  params?: Record<string, string | number> | null | undefined;
  changes?: readonly DonePlan[];
  afterMarks?: Partial<Record<PartName, string>>;
  now: Date;
}

export async function settleTarget(
  trx: Trx,
  { organisationId, id }: JobKey,
  { locationId, state, code = null, params, changes, afterMarks, now }: Settled,
): Promise<void> {
  await trx
    .updateTable('copy_job_target')
    .set({
      state,
      code,
      params: params ? JSON.stringify(params) : null,
      settled_at: now,
      ...(changes ? { changes: JSON.stringify(changes) } : {}),
      ...(afterMarks ? { after_marks: JSON.stringify(afterMarks) } : {}),
    })
    .where('organisation_id', '=', organisationId)
    .where('job_id', '=', id)
    .where('location_id', '=', locationId)
    .execute();
}

export interface JobReader {
  scope: Scope;
  userId: number | null;
}

/** Whoever sees only some sites sees only what they began themselves. */
const visible = ({ scope, userId }: JobReader) => sql`
  j.organisation_id = ${scope.organisationId} and (${seesAll(scope)} or j.by_user_id = ${userId}::bigint)`;

const jobs = ({ scope }: JobReader) => sql`
  select j.id as "jobId", j.source_location_id as "sourceId", coalesce(l.name, '') as "sourceName", coalesce(s.name, '') as "sourceSite",
    j.source_device_id as "sourceDeviceId", d.name as "sourceDevice", j.parts, j.rule, j.state, p.full_name as "byName",
    j.created_at as "createdAt", j.finished_at as "finishedAt", j.undone_at as "undoneAt",
    (select coalesce(json_object_agg(o.state, o.n), '{}') from (
      select t.state, count(*)::int as n from copy_job_target t where t.organisation_id = j.organisation_id and t.job_id = j.id group by 1) o) as outcomes
  from copy_job j
  left join location l on l.organisation_id = j.organisation_id and l.id = j.source_location_id and ${visibleLocations(scope)}
  left join site s on s.organisation_id = l.organisation_id and s.id = l.site_id
  left join device d on d.organisation_id = l.organisation_id and d.id = j.source_device_id
  left join identity.person p on p.id = j.by_user_id`;

export async function findJob(db: Db | Trx, reader: JobReader, id: number): Promise<CopyJob | undefined> {
  const { rows } = await sql<CopyJob>`${jobs(reader)} where ${visible(reader)} and j.id = ${id}`.execute(db);
  return rows[0];
}

/** Newest first. */
export async function listJobs(
  db: Db,
  reader: JobReader,
  { limit, offset }: { limit: number; offset: number },
): Promise<CopyJob[]> {
  const { rows } = await sql<CopyJob>`
    ${jobs(reader)} where ${visible(reader)} order by j.id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countJobs(db: Db, reader: JobReader): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from copy_job j where ${visible(reader)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Those that are under way and whose worker has said nothing since then. */
export async function listSilent(db: Db, before: Date): Promise<JobKey[]> {
  const { rows } = await sql<JobKey>`
    select organisation_id as "organisationId", id from copy_job
    where state in ('RUNNING', 'UNDOING') and alive_at <= ${before}`.execute(db);
  return rows;
}
