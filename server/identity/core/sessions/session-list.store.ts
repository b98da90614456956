import { sql, type RawBuilder } from 'kysely';
import { internalOrganisation } from '../../../platform/actor';
import type { Db, Trx } from '../../../platform/db/database';
import type { Sort } from '../../../platform/table/table-query';
import { isLive, liveOwner } from './live-session';

/** Whose sessions somebody may see: those of one tenant, or of all. */
export interface SessionScope {
  tenantNumber: number | null;
}

export interface CurrentSession {
  sessionId: string;
  userId: number;
  username: string;
  fullName: string;
  tenantNumber: number;
  tenantName: string;
  createdAt: Date;
  lastUsedAt: Date;
  userAgent: string;
}

type SessionSort = 'username' | 'organization' | 'creationTime' | 'lastAccessedTime';

const ordered: Record<SessionSort, RawBuilder<unknown>> = {
  username: sql`lower(u.login)`,
  organization: sql`lower(t.name)`,
  creationTime: sql`s.created_at`,
  lastAccessedTime: sql`s.last_used_at`,
};

const within = ({ tenantNumber }: SessionScope, column: RawBuilder<unknown>) =>
  tenantNumber === null ? sql<boolean>`true` : sql<boolean>`${column} = ${tenantNumber}`;
const ofSession = sql`s.tenant_number`;
const ofSample = sql`h.tenant_number`;

interface Wanted {
  now: Date;
  /** A part of the user name, the name or the organisation's name. */
  find?: string | undefined;
}

const found = ({ find = '' }: Wanted) => {
  const part = find.toLowerCase();
  return part === ''
    ? sql<boolean>`true`
    : sql<boolean>`(strpos(lower(u.login), ${part}) > 0 or strpos(lower(u.full_name), ${part}) > 0 or strpos(lower(t.name), ${part}) > 0)`;
};

/** A client view is another face of the session that it was begun in, and ends with it. */
const isOneBrowser = sql<boolean>`s.begun_in is null`;

const live = (scope: SessionScope, wanted: Wanted) =>
  sql`from identity.session s ${liveOwner(wanted.now)} where ${isLive(wanted.now)} and ${isOneBrowser} and ${within(scope, ofSession)} and ${found(wanted)}`;

export async function countSessions(
  db: Db,
  scope: SessionScope,
  wanted: Wanted,
): Promise<{ sessions: number; people: number }> {
  const { rows } = await sql<{
    sessions: number;
    people: number;
  }>`select count(*)::int as sessions, count(distinct s.user_id)::int as people ${live(scope, wanted)}`.execute(db);
  return rows[0] ?? { sessions: 0, people: 0 };
}

interface Page extends Wanted {
  sort: Sort<SessionSort>;
  /** All of them, without. */
  slice?: { limit: number; offset: number };
}

export async function listSessions(
  db: Db,
  scope: SessionScope,
  { sort, slice, ...wanted }: Page,
): Promise<CurrentSession[]> {
  const direction = sort.direction === 'desc' ? sql`desc` : sql`asc`;
  const paged = slice ? sql`limit ${slice.limit} offset ${slice.offset}` : sql``;
  const { rows } = await sql<CurrentSession>`
    select s.id as "sessionId", s.user_id as "userId", u.login as username, u.full_name as "fullName", s.tenant_number as "tenantNumber", t.name as "tenantName",
      s.created_at as "createdAt", s.last_used_at as "lastUsedAt", s.user_agent as "userAgent"
    ${live(scope, wanted)}
    order by ${ordered[sort.column]} ${direction}, s.id ${paged}`.execute(db);
  return rows;
}

type KnownSession = Pick<CurrentSession, 'userId' | 'username' | 'tenantNumber'> & { live: boolean };

/** Whether it still lives or not. */
export async function findSession(
  db: Db,
  scope: SessionScope,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<KnownSession | null> {
  const { rows } = await sql<KnownSession>`
    select s.user_id as "userId", u.login as username, s.tenant_number as "tenantNumber", ${isLive(now)} as live
    from identity.session s join identity."user" u on u.id = s.user_id where s.id = ${sessionId} and ${within(scope, ofSession)}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** @returns false where it has ended meanwhile */
export async function endLiveSession(
  trx: Trx,
  { tenantNumber }: SessionScope,
  { sessionId, now, reason }: { sessionId: string; now: Date; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('identity.session')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .$if(tenantNumber !== null, (query) => query.where('tenant_number', '=', tenantNumber as number))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Counts the live sessions of each tenant, and of the internal one even where it has none, once for an instant however often it is asked; counts before `keepFrom` go. */
export async function sampleSessions(
  trx: Trx,
  { instant, now, keepFrom }: { instant: Date; now: Date; keepFrom: Date },
): Promise<void> {
  await sql`
    insert into identity.session_sample (sampled_at, tenant_number, count)
    select ${instant}, t.number, count(s.id)::int
    from (select s.id, s.tenant_number from identity.session s ${liveOwner(now)} where ${isLive(now)} and ${isOneBrowser}) s
    full join (select number from identity.tenant where number = ${internalOrganisation}) t0 on t0.number = s.tenant_number
    cross join lateral (select coalesce(s.tenant_number, t0.number) as number) t
    group by t.number
    on conflict do nothing`.execute(trx);
  await trx.deleteFrom('identity.session_sample').where('sampled_at', '<', keepFrom).execute();
}

/** Counts that were taken elsewhere; those of an instant that is known stay. */
export async function addSessionSamples(
  trx: Trx,
  samples: readonly { instant: Date; counts: readonly { tenantNumber: number; count: number }[] }[],
): Promise<void> {
  const rows = samples.flatMap(({ instant, counts }) =>
    counts.map(({ tenantNumber, count }) => ({ sampled_at: instant, tenant_number: tenantNumber, count })),
  );
  if (rows.length > 0)
    await trx
      .insertInto('identity.session_sample')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

export interface SessionCount {
  instant: Date;
  count: number;
}

/** Every instant at which somebody counted, the newest first, whether the tenant had sessions or not. */
export async function listSamples(
  db: Db,
  scope: SessionScope,
  slice?: { limit: number; offset: number },
): Promise<SessionCount[]> {
  const paged = slice ? sql`limit ${slice.limit} offset ${slice.offset}` : sql``;
  const { rows } = await sql<SessionCount>`
    select i.sampled_at as instant,
      (select coalesce(sum(h.count), 0)::int from identity.session_sample h where h.sampled_at = i.sampled_at and ${within(scope, ofSample)}) as count
    from identity.session_sample i where i.tenant_number = ${internalOrganisation} order by i.sampled_at desc ${paged}`.execute(
    db,
  );
  return rows;
}

export async function countSamples(db: Db): Promise<number> {
  const { rows } = await sql<{
    instants: number;
  }>`select count(*)::int as instants from identity.session_sample where tenant_number = ${internalOrganisation}`.execute(
    db,
  );
  return rows[0]?.instants ?? 0;
}
