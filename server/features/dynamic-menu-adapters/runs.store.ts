import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import { adapterLimits } from './adapter-limits.rules';
import type { RunHead, RunResult, RunRow, SourceProblem } from './adapters.contract';
import type { OfAdapter } from './adapters.store';

interface OfRun {
  organisationId: number;
  runId: number;
}

const head = sql`
  r.id as "runId", r.adapter_id as "adapterId", r.mode, r.origin, r.state, coalesce(p.full_name, '') as "askedBy", r.asked_at as "askedAt", r.ended_at as "endedAt",
  r.problem`;

export async function listRuns(
  db: Db,
  { organisationId, adapterId }: OfAdapter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: RunHead[]; total: number }> {
  const { rows } = await sql<RunHead & { total: number }>`
    select ${head}, (r.result->>'menus')::int as menus, (r.result->>'faulty')::int as faulty, count(*) over ()::int as total
    from menu_adapter_run r left join identity.person p on p.id = r.asked_by
    where r.organisation_id = ${organisationId} and r.adapter_id = ${adapterId} order by r.id desc limit ${limit} offset ${offset}`.execute(
    db,
  );
  return { rows, total: rows[0]?.total ?? 0 };
}

export async function findRun(db: Db, { organisationId, runId }: OfRun): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    select ${head}, r.result from menu_adapter_run r left join identity.person p on p.id = r.asked_by
    where r.organisation_id = ${organisationId} and r.id = ${runId}`.execute(db);
  return rows[0];
}

/** What the last run that read anything did not know. */
export async function findLastResult(
  db: Db | Trx,
  { organisationId, adapterId }: OfAdapter,
): Promise<RunResult | undefined> {
  const { rows } = await sql<{ result: RunResult }>`
    select result from menu_adapter_run
    where organisation_id = ${organisationId} and adapter_id = ${adapterId} and result is not null order by id desc limit 1`.execute(
    db,
  );
  return rows[0]?.result;
}

/** Those that nobody works at any more are given up. */
export async function endLostRuns(
  trx: Trx,
  { organisationId, adapterId }: OfAdapter,
  { before, now }: { before: Date; now: Date },
): Promise<void> {
  const problem: SourceProblem = { code: 'lost', params: {} };
  await sql`
    update menu_adapter_run set state = 'failed', ended_at = ${now}, problem = ${JSON.stringify(problem)}
    where organisation_id = ${organisationId} and adapter_id = ${adapterId} and state in ('waiting', 'running') and asked_at < ${before}`.execute(
    trx,
  );
}

interface NewRun {
  mode: 'test' | 'write';
  origin: 'person' | 'schedule';
  askedBy: number | null;
  now: Date;
}

/** @returns undefined where one is under way */
export async function insertRun(
  trx: Trx,
  { organisationId, adapterId }: OfAdapter,
  { mode, origin, askedBy, now }: NewRun,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into menu_adapter_run (organisation_id, adapter_id, mode, origin, state, asked_by, asked_at)
    values (${organisationId}, ${adapterId}, ${mode}, ${origin}, 'waiting', ${askedBy}, ${now})
    on conflict (organisation_id, adapter_id) where state in ('waiting', 'running') do nothing returning id`.execute(
    trx,
  );
  const [made] = rows;
  if (!made) return undefined;
  await sql`
    delete from menu_adapter_run where organisation_id = ${organisationId} and adapter_id = ${adapterId} and id in (
      select id from menu_adapter_run where organisation_id = ${organisationId} and adapter_id = ${adapterId} order by id desc offset ${adapterLimits.runs})`.execute(
    trx,
  );
  return made.id;
}

/** @returns the run, where it is still to be done */
export async function beginRun(
  db: Db,
  { organisationId, runId }: OfRun,
): Promise<Pick<RunRow, 'adapterId' | 'mode' | 'origin'> | undefined> {
  const { rows } = await sql<Pick<RunRow, 'adapterId' | 'mode' | 'origin'>>`
    update menu_adapter_run set state = 'running' where organisation_id = ${organisationId} and id = ${runId} and state in ('waiting', 'running')
    returning adapter_id as "adapterId", mode, origin`.execute(db);
  return rows[0];
}

/** @returns false where it was given up meanwhile */
export async function endRun(
  trx: Trx,
  { organisationId, runId }: OfRun,
  { result, problem, now }: { result: RunResult | null; problem: SourceProblem | null; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update menu_adapter_run set state = ${problem ? 'failed' : 'done'}, ended_at = ${now}, result = ${result && JSON.stringify(result)}::jsonb,
      problem = ${problem && JSON.stringify(problem)}::jsonb
    where organisation_id = ${organisationId} and id = ${runId} and state = 'running' returning 1`.execute(trx);
  return rows.length > 0;
}
