import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';

/** Whose and for whom: what somebody agrees to for one client in one tenant holds for no other. */
export interface Whose {
  userId: number;
  clientId: string;
  /** The public id of the tenant. */
  tenantId: string;
}

const ofThem = ({ userId, clientId, tenantId }: Whose) =>
  sql<boolean>`user_id = ${userId} and client_id = ${clientId} and tenant_id = ${tenantId}`;

/** Scopes as a list of words; empty where nothing was agreed to. Locked, so that who takes it back waits for what is given by it and ends that too. */
export async function lockConsent(trx: Trx, whose: Whose): Promise<string> {
  const row = await trx
    .selectFrom('identity.oauth_consent')
    .select('scopes')
    .where(ofThem(whose))
    .forShare()
    .executeTakeFirst();
  return row?.scopes.join(' ') ?? '';
}

/** Adds to what was agreed to before. */
export async function addConsent(
  trx: Trx,
  { userId, clientId, tenantId }: Whose,
  { scopes, now }: { scopes: readonly string[]; now: Date },
): Promise<void> {
  await sql`
    insert into identity.oauth_consent as kept (user_id, client_id, tenant_id, scopes, created_at, changed_at) values (${userId}, ${clientId}, ${tenantId}, ${[...scopes]}::text[], ${now}, ${now})
    on conflict (user_id, client_id, tenant_id) do update set changed_at = excluded.changed_at,
      scopes = array(select distinct word from unnest(kept.scopes || excluded.scopes) as word order by word)`.execute(
    trx,
  );
}

export interface ConnectedApp {
  clientId: string;
  name: string;
  tenantId: string;
  tenantName: string;
  /** What it may have, as words. */
  scopes: string[];
  /** null where nobody was asked, as builds before did. */
  agreedAt: Date | null;
  /** Tokens were last given to it; null where it holds none now. */
  lastUsedAt: Date | null;
}

/** What somebody has let programs have, and what programs hold of them. */
export async function listConnectedApps(
  db: Db,
  { userId, now }: { userId: number; now: Date },
): Promise<ConnectedApp[]> {
  const { rows } = await sql<ConnectedApp>`
    with held as (
      select g.client_id, g.tenant_id, max(coalesce(g.refreshed_at[cardinality(g.refreshed_at)], g.created_at)) as last_used, string_agg(g.scope, ' ') as scope
      from identity.oauth_grant g join identity.session s on s.id = g.session_id
      where s.user_id = ${userId} and s.ended_at is null and s.expires_at > ${now} and g.ended_at is null group by g.client_id, g.tenant_id),
    agreed as (select client_id, tenant_id, scopes, changed_at from identity.oauth_consent where user_id = ${userId})
    select c.id::text as "clientId", c.name, t.id::text as "tenantId", t.name as "tenantName",
      coalesce(agreed.scopes, array(select distinct word from unnest(string_to_array(held.scope, ' ')) as word)) as scopes,
      agreed.changed_at as "agreedAt", held.last_used as "lastUsedAt"
    from agreed full join held using (client_id, tenant_id)
    join identity.oauth_client c on c.id::text = client_id
    join identity.tenant t on t.id = tenant_id
    order by lower(c.name), c.id, lower(t.name), t.number`.execute(db);
  return rows;
}

/** Takes back what was agreed to, and ends all that the client holds by it. @returns whether there was anything */
export async function endConsent(trx: Trx, whose: Whose, now: Date): Promise<boolean> {
  const agreed = await trx.deleteFrom('identity.oauth_consent').where(ofThem(whose)).executeTakeFirst();
  const sessions = trx.selectFrom('identity.session').select('id').where('user_id', '=', whose.userId);
  const codes = trx
    .deleteFrom('identity.oauth_code')
    .where('client_id', '=', whose.clientId)
    .where('tenant_id', '=', whose.tenantId);
  await codes.where('used_at', 'is', null).where('session_id', 'in', sessions).execute();
  const grants = trx
    .updateTable('identity.oauth_grant')
    .set({ ended_at: now, end_reason: 'access revoked' })
    .where('client_id', '=', whose.clientId)
    .where('tenant_id', '=', whose.tenantId);
  const held = await grants.where('session_id', 'in', sessions).where('ended_at', 'is', null).executeTakeFirst();
  return agreed.numDeletedRows + held.numUpdatedRows > 0n;
}
