import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { lacksForcedFactor } from '../../policies/mfa/forced-factor';
import type { TokenKind } from './api-token.contract';

/** Whose tokens are meant: those of a person in a tenant, or the tenant's own. */
export interface TokenOwner {
  tenantNumber: number;
  /** null: the tenant's own. */
  userId: number | null;
}

export interface KeptToken {
  id: string;
  kind: TokenKind;
  tenantId: string;
  /** The public id of whoever made it; null where they are gone. */
  madeBy: string | null;
  description: string;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  roles: { id: string; key: string; name: string; builtIn: boolean }[];
}

const ownedBy = ({ tenantNumber, userId }: TokenOwner) =>
  sql<boolean>`(k.tenant_number = ${tenantNumber} and k.user_id is not distinct from ${userId}::bigint)`;

/** A page of somebody's tokens, the newest first. */
export async function listTokens(
  db: Db | Trx,
  owner: TokenOwner,
  { kind, id, limit, offset = 0 }: { kind?: TokenKind; id?: string; limit: number; offset?: number },
): Promise<KeptToken[]> {
  const { rows } = await sql<KeptToken>`
    select k.id, k.kind, t.id as "tenantId", maker.uuid as "madeBy", k.description, k.created_at as "createdAt", k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt",
      coalesce((select jsonb_agg(jsonb_build_object('id', r.uuid, 'key', r.key, 'name', r.name, 'builtIn', r.tenant_number is null) order by r.id) from identity.api_token_role kr join identity.role r on r.id = kr.role_id where kr.token_id = k.id), '[]') as roles
    from identity.api_token k join identity.tenant t on t.number = k.tenant_number left join identity."user" maker on maker.id = k.made_by
    where ${ownedBy(owner)} and (${kind ?? null}::text is null or k.kind = ${kind ?? null}) and (${id ?? null}::uuid is null or k.id = ${id ?? null}::uuid)
    order by k.created_at desc, k.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** @param usable those alone that have not expired by then */
export async function countTokens(db: Db | Trx, owner: TokenOwner, usable?: Date): Promise<number> {
  const {
    rows: [row],
  } = await sql<{ count: number }>`
    select count(*)::int as count from identity.api_token k where ${ownedBy(owner)} and (${usable ?? null}::timestamptz is null or k.expires_at is null or k.expires_at > ${usable ?? null})`.execute(
    db,
  );
  return row?.count ?? 0;
}

interface NewToken extends TokenOwner {
  kind: TokenKind;
  madeBy: number;
  /** The session in which it is made: how its person had proved themselves. */
  sessionId: string;
  description: string;
  secretHash: Buffer;
  expiresAt: Date | null;
  /** Numbers of roles. */
  roles: readonly number[];
  now: Date;
}

/** Whether a tenant forces a second factor that was not given in a session, which may be spared it where a token is not. */
export async function lacksFactorForToken(
  trx: Trx,
  { sessionId, tenantNumber }: { sessionId: string; tenantNumber: number },
): Promise<boolean> {
  const {
    rows: [row],
  } = await sql<{ lacks: boolean }>`
    select ${lacksForcedFactor(sql`${tenantNumber}::bigint`)} as lacks
    from (select amr, '{}'::bigint[] as factor_spared_in, viewed_user_id from identity.session where id = ${sessionId}) s`.execute(
    trx,
  );
  return row?.lacks !== false;
}

/** @returns its id */
export async function insertToken(
  trx: Trx,
  { tenantNumber, userId, kind, madeBy, sessionId, description, secretHash, expiresAt, roles, now }: NewToken,
): Promise<string> {
  const { amr } = await trx
    .selectFrom('identity.session')
    .select('amr')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  const row = {
    tenant_number: tenantNumber,
    user_id: userId,
    kind,
    made_by: madeBy,
    description,
    secret_hash: secretHash,
    created_at: now,
    expires_at: expiresAt,
    amr,
  };
  const { id } = await trx.insertInto('identity.api_token').values(row).returning('id').executeTakeFirstOrThrow();
  if (roles.length > 0)
    await trx
      .insertInto('identity.api_token_role')
      .values(roles.map((role_id) => ({ token_id: id, role_id })))
      .execute();
  return id;
}

/** Those of somebody's own that open something, in every tenant of theirs. */
export async function countTokensOfPerson(db: Db | Trx, userId: number, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('identity.api_token')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function deleteTokensOfPerson(
  trx: Trx,
  userId: number,
): Promise<{ id: string; tenantNumber: number; kind: string; description: string; expiresAt: Date | null }[]> {
  const rows = await trx
    .deleteFrom('identity.api_token')
    .where('user_id', '=', userId)
    .returning(['id', 'tenant_number as tenantNumber', 'kind', 'description', 'expires_at as expiresAt'])
    .execute();
  return rows.map((row) => ({ ...row, tenantNumber: Number(row.tenantNumber) }));
}

/** @returns what was deleted; undefined where they have no such token */
export async function deleteToken(
  trx: Trx,
  owner: TokenOwner,
  { id, kind }: { id: string; kind?: TokenKind | undefined },
): Promise<{ kind: string; description: string; expiresAt: Date | null } | undefined> {
  const { rows } = await sql<{ kind: string; description: string; expiresAt: Date | null }>`
    delete from identity.api_token k where k.id = ${id} and ${ownedBy(owner)} and (${kind ?? null}::text is null or k.kind = ${kind ?? null})
    returning k.kind, k.description, k.expires_at as "expiresAt"`.execute(trx);
  return rows[0];
}
