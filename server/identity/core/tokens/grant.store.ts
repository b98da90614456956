import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { planKept } from '../../../platform/db/kept-plans';
import type { SignedIn } from '../../ports';
import { isAdmitted, readSignedIn, signedInQuery, type SessionRow } from '../sessions/session.store';
import { claimFacts, type ClaimFacts } from './claim-facts.store';
import { keptRefreshes, type RefreshState } from './refresh.rules';

/** What a client holds of somebody's session. */
export interface Grant extends RefreshState {
  id: string;
  clientId: string;
  sessionId: string;
  /** The public id of the tenant that it was given in. */
  tenantId: string;
  scope: string;
  ended: boolean;
}

type NewGrant = Pick<Grant, 'clientId' | 'sessionId' | 'tenantId' | 'scope'>;

const selected = sql`g.id, g.client_id as "clientId", g.session_id as "sessionId", g.tenant_id as "tenantId", g.scope, g.refreshes, g.refreshed_at as "refreshedAt", g.ended_at is not null as ended`;

type Nullable<T> = { [K in keyof T]: T[K] | null };

interface WithPerson {
  grant: Grant;
  /** Who stands behind it. @returns and @throws as `findSignedIn` */
  person(): Promise<SignedIn | null>;
  /** What the next tokens say of them; null where none is to be given before more was asked. */
  facts: ClaimFacts | null;
}

interface Asked {
  /** The public id of another tenant than the grant's; null for its own. */
  tenantId: string | null;
  /** What replaces its newest token at once; null where more is to be asked first. */
  replacing: { number: number; clientId: string } | null;
  now: Date;
}

const replacement = (now: Date) => sql`
  set refreshes = g.refreshes + 1, refreshed_at = (array_append(g.refreshed_at, ${now}::timestamptz))[greatest(1, cardinality(g.refreshed_at) + 2 - ${keptRefreshes}::int):]`;

/**
 * A grant with the session that it is of, in one statement that also replaces its newest refresh token where nothing can be said against it: what
 * nearly every refresh is. Whoever may not come in leaves the token as it is.
 * @returns `facts` of the next tokens where the token was replaced
 */
export async function findForRefresh(
  db: Db,
  id: string,
  { tenantId, replacing, now }: Asked,
): Promise<WithPerson | null> {
  const signedIn = signedInQuery({
    session: sql`g.session_id`,
    tenant: sql`coalesce(${tenantId}::uuid, g.tenant_id)`,
    now,
  });
  const whose = { userId: sql`found.user_id`, tenantNumber: sql`found.tenant_number` };
  const {
    rows: [row],
  } = await sql<Grant & Nullable<SessionRow> & Nullable<ClaimFacts>>`${planKept}
    with found as (
      select ${selected}, person.* from identity.oauth_grant g left join lateral (${signedIn}) as person on true where g.id = ${id}),
    replaced as (
      update identity.oauth_grant g ${replacement(now)}
      from found where g.id = found.id and g.refreshes = ${replacing?.number ?? null}::int and g.client_id = ${replacing?.clientId ?? null}::text and g.ended_at is null and ${isAdmitted('found')}
      returning 1)
    select found.*, facts.* from found left join lateral (
      select more.* from replaced, (${claimFacts(whose, now)}) as more) as facts on true`.execute(db);
  if (!row) return null;
  const { session_id: sessionId, verified, tenantIds, roles } = row;
  return {
    grant: row,
    person: async () => (sessionId === null ? null : readSignedIn(db, row as SessionRow, { now })),
    facts: tenantIds && { verified: verified === true, tenantIds, roles: roles ?? [] },
  };
}

export async function lockGrant(trx: Trx, id: string): Promise<Grant | null> {
  const { rows } =
    await sql<Grant>`select ${selected} from identity.oauth_grant g where g.id = ${id} for update`.execute(trx);
  return rows[0] ?? null;
}

/** A grant whose tokens are good, with what its client may be given at this instant; whether its session lives is another question. */
export async function findOpenGrant(
  db: Db,
  id: string,
): Promise<{ clientId: string; scope: string; allowed: string[] | null } | null> {
  const { rows } = await sql<{ clientId: string; scope: string; allowed: string[] | null }>`${planKept}
    select g.client_id as "clientId", g.scope, (select c.scopes from identity.oauth_client c where c.id::text = g.client_id and c.switched_off_at is null) as allowed
    from identity.oauth_grant g where g.id = ${id} and g.ended_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Whether tokens of a grant are good; whether its session lives is another question. */
export async function isGrantOpen(db: Db, id: string): Promise<boolean> {
  const { rows } =
    await sql`${planKept} select 1 from identity.oauth_grant where id = ${id} and ended_at is null`.execute(db);
  return rows.length > 0;
}

export async function insertGrant(
  trx: Trx,
  { clientId, sessionId, tenantId, scope }: NewGrant,
  now: Date,
): Promise<Grant> {
  const { id } = await trx
    .insertInto('identity.oauth_grant')
    .values({ client_id: clientId, session_id: sessionId, tenant_id: tenantId, scope, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, clientId, sessionId, tenantId, scope, refreshes: 0, refreshedAt: [], ended: false };
}

/** The one grant that a browser's own cookie gives in a session, made with its first use. */
export async function openSilentGrant(
  db: Db,
  { clientId, sessionId, tenantId, scope }: NewGrant,
  now: Date,
): Promise<Pick<Grant, 'id' | 'refreshes'>> {
  const made = {
    client_id: clientId,
    session_id: sessionId,
    tenant_id: tenantId,
    scope,
    silent: true,
    created_at: now,
  };
  // Writes nothing new where there is one, but answers it.
  return db
    .insertInto('identity.oauth_grant')
    .values(made)
    .onConflict((conflict) =>
      conflict
        .column('session_id')
        .where(sql.ref('silent'), '=', sql.lit(true))
        .where('ended_at', 'is', null)
        .doUpdateSet({ client_id: clientId }),
    )
    .returning(['id', 'refreshes'])
    .executeTakeFirstOrThrow();
}

interface Replacing {
  id: string;
  number: number;
  person: Pick<SignedIn, 'userId' | 'tenantNumber'>;
  now: Date;
}

/**
 * Replaces a grant's newest refresh token, in one statement with what the next tokens say of its person.
 * @returns null where the number is not that of the newest, or the grant has ended
 */
export async function replaceNewest(db: Db, { id, number, person, now }: Replacing): Promise<ClaimFacts | null> {
  const { rows } = await sql<ClaimFacts>`${planKept}
    with replaced as (
      update identity.oauth_grant g ${replacement(now)} where g.id = ${id} and g.refreshes = ${number}::int and g.ended_at is null returning 1)
    select facts.* from replaced, (${claimFacts(person, now)}) as facts`.execute(db);
  return rows[0] ?? null;
}

export async function endGrant(trx: Trx, id: string, { now, reason }: { now: Date; reason: string }): Promise<void> {
  await trx
    .updateTable('identity.oauth_grant')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}
