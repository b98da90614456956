import { sql } from 'kysely';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { Contest, ContestTerms } from './leaderboard.contract';

const columns = sql`
  k.id as "contestId", k.version, k.name, k.metric, k.ranked_by as by, k.stage_id as "wasteStageId", k.start_date as "startDate",
  k.end_date as "endDate", k.country_code as "countryCode", k.region_name as "regionName", k.segment_name as "segmentName"`;

/** The one that ends last first. */
export async function listContests(db: Db, { organisationId }: Scope): Promise<Contest[]> {
  const { rows } = await sql<Contest>`
    select ${columns} from contest k where k.organisation_id = ${organisationId} order by k.end_date desc, lower(k.name), k.id`.execute(
    db,
  );
  return rows;
}

export async function findContest(db: Db, { organisationId }: Scope, contestId: number): Promise<Contest | undefined> {
  const { rows } = await sql<Contest>`
    select ${columns} from contest k where k.organisation_id = ${organisationId} and k.id = ${contestId}`.execute(db);
  return rows[0];
}

/** The contest, held until the transaction ends. */
export async function lockContest(
  trx: Trx,
  { organisationId }: Scope,
  contestId: number,
): Promise<Contest | undefined> {
  const { rows } = await sql<Contest>`
    select ${columns} from contest k where k.organisation_id = ${organisationId} and k.id = ${contestId} for update`.execute(
    trx,
  );
  return rows[0];
}

export async function countContests(trx: Trx, { organisationId }: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from contest where organisation_id = ${organisationId}`.execute(trx);
  return rows[0]?.count ?? 0;
}

interface Written {
  terms: ContestTerms;
  now: Date;
}

export async function insertContest(trx: Trx, { organisationId }: Scope, { terms, now }: Written): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into contest (organisation_id, name, metric, ranked_by, stage_id, start_date, end_date, country_code, region_name, segment_name, created_at, updated_at)
    values (${organisationId}, ${terms.name}, ${terms.metric}, ${terms.by}, ${terms.wasteStageId}, ${terms.startDate}::date, ${terms.endDate}::date,
      ${terms.countryCode}, ${terms.regionName}, ${terms.segmentName}, ${now}, ${now})
    returning id`.execute(trx);
  return Number(rows[0]?.id);
}

export async function updateContest(
  trx: Trx,
  { organisationId }: Scope,
  { contestId, terms, now }: Written & { contestId: number },
): Promise<void> {
  await sql`
    update contest set version = version + 1, name = ${terms.name}, metric = ${terms.metric}, ranked_by = ${terms.by}, stage_id = ${terms.wasteStageId},
      start_date = ${terms.startDate}::date, end_date = ${terms.endDate}::date, country_code = ${terms.countryCode}, region_name = ${terms.regionName},
      segment_name = ${terms.segmentName}, updated_at = ${now}
    where organisation_id = ${organisationId} and id = ${contestId}`.execute(trx);
}

export async function deleteContest(trx: Trx, { organisationId }: Scope, contestId: number): Promise<void> {
  await sql`delete from contest where organisation_id = ${organisationId} and id = ${contestId}`.execute(trx);
}
