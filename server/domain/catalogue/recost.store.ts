import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database';
import type { LocalDate } from '../../platform/time';
import type { RecostBody, RecostSums, RecostView } from './recost.contract';

export interface RecostKey {
  organisationId: number;
  id: number;
}

const viewColumns = sql`
  r.id as "recostId", r.from_day as "fromDay", r.to_day as "toDay", r.site_id as "siteId", s.name as "siteName", r.reason, r.state, r.by_login as "byLogin",
  r.created_at as "createdAt", r.finished_at as "finishedAt", r.counted, r.written`;
const viewTables = sql`from recost r left join site s on s.organisation_id = r.organisation_id and s.id = r.site_id`;

const mostListed = 20;

/** The newest first. */
export async function listRecosts(db: Db, organisationId: number): Promise<RecostView[]> {
  const { rows } = await sql<RecostView>`
    select ${viewColumns} ${viewTables} where r.organisation_id = ${organisationId} order by r.id desc limit ${mostListed}`.execute(
    db,
  );
  return rows;
}

export async function findRecost(db: Db, { organisationId, id }: RecostKey): Promise<RecostView | undefined> {
  const { rows } =
    await sql<RecostView>`select ${viewColumns} ${viewTables} where r.organisation_id = ${organisationId} and r.id = ${id}`.execute(
      db,
    );
  return rows[0];
}

export async function recostIsRunning(trx: Trx, organisationId: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from recost where organisation_id = ${organisationId} and state = 'RUNNING'`.execute(trx);
  return rows.length > 0;
}

interface NewRecost {
  body: RecostBody;
  by: { userId: number | null; login: string };
  rulesMark: string;
  now: Date;
}

export async function insertRecost(
  trx: Trx,
  organisationId: number,
  { body: { fromDay, toDay, siteId, reason }, by, rulesMark, now }: NewRecost,
): Promise<number> {
  const row = await trx
    .insertInto('recost')
    .values({
      organisation_id: organisationId,
      from_day: fromDay,
      to_day: toDay,
      site_id: siteId,
      reason,
      state: 'COUNTING',
      by_user_id: by.userId,
      by_login: by.login,
      rules_mark: rulesMark,
      created_at: now,
      alive_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** After which event it goes on. */
interface Cursor {
  locationId: number;
  afterDay: LocalDate | null;
  afterEvent: number | null;
}

export interface StoredRecost extends Cursor {
  fromDay: LocalDate;
  toDay: LocalDate;
  siteId: number | null;
  reason: string;
  state: RecostView['state'];
  rulesMark: string;
  counted: RecostSums | null;
  written: RecostSums | null;
  userId: number | null;
  login: string;
}

export async function lockRecost(trx: Trx, { organisationId, id }: RecostKey): Promise<StoredRecost | undefined> {
  const { rows } = await sql<StoredRecost>`
    select from_day as "fromDay", to_day as "toDay", site_id as "siteId", reason, state, rules_mark as "rulesMark", counted, written,
      location_id as "locationId", after_day as "afterDay", after_event as "afterEvent", by_user_id as "userId", by_login as login
    from recost where organisation_id = ${organisationId} and id = ${id} for update`.execute(trx);
  return rows[0];
}

interface Progress {
  state?: RecostView['state'];
  cursor?: Cursor;
  counted?: RecostSums;
  written?: RecostSums;
  by?: NewRecost['by'];
  finishedAt?: Date;
  now: Date;
}

export async function changeRecost(
  trx: Trx,
  { organisationId, id }: RecostKey,
  { state, cursor, counted, written, by, finishedAt, now }: Progress,
): Promise<void> {
  await trx
    .updateTable('recost')
    .set({
      alive_at: now,
      ...(state ? { state } : {}),
      ...(cursor ? { location_id: cursor.locationId, after_day: cursor.afterDay, after_event: cursor.afterEvent } : {}),
      ...(counted ? { counted: JSON.stringify(counted) } : {}),
      ...(written ? { written: JSON.stringify(written) } : {}),
      ...(by ? { by_user_id: by.userId, by_login: by.login } : {}),
      ...(finishedAt ? { finished_at: finishedAt } : {}),
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute();
}

/** Those that are under way and whose worker has said nothing since then. */
export async function listSilentRecosts(db: Db, before: Date): Promise<RecostKey[]> {
  const { rows } = await sql<RecostKey>`
    select organisation_id as "organisationId", id from recost where state in ('COUNTING', 'RUNNING') and alive_at <= ${before}`.execute(
    db,
  );
  return rows;
}
