import { sql } from 'kysely';
import type { Db, Trx } from '../../../platform/db/database';
import { clientScopesOf } from '../../core/tokens/client-scopes.rules';
import type { ClientForm } from './oauth-client.contract';

export interface ClientRow extends ClientForm {
  id: string;
  secretHash: Buffer | null;
  /** Nobody signs in for it, and nothing that it holds is good. */
  switchedOff: boolean;
  createdAt: Date;
  updatedAt: Date;
}

const columns = [
  'id',
  'name',
  'redirect_uris',
  'post_logout_redirect_uris',
  'allowed_origins',
  'auth_method',
  'secret_hash',
  'scopes',
  'switched_off_at',
  'created_at',
  'updated_at',
] as const;

interface StoredRow {
  id: string;
  name: string;
  redirect_uris: string[];
  post_logout_redirect_uris: string[];
  allowed_origins: string[];
  auth_method: string;
  secret_hash: Buffer | null;
  scopes: string[];
  switched_off_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

const rowOf = (row: StoredRow): ClientRow => ({
  id: row.id,
  name: row.name,
  redirectUris: row.redirect_uris,
  postLogoutRedirectUris: row.post_logout_redirect_uris,
  allowedOrigins: row.allowed_origins,
  authMethod: row.auth_method as ClientForm['authMethod'],
  secretHash: row.secret_hash,
  scopes: clientScopesOf(row.scopes),
  switchedOff: row.switched_off_at !== null,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const valuesOf = ({ name, redirectUris, postLogoutRedirectUris, allowedOrigins, authMethod, scopes }: ClientForm) => ({
  name,
  scopes,
  redirect_uris: redirectUris,
  post_logout_redirect_uris: postLogoutRedirectUris,
  allowed_origins: allowedOrigins,
  auth_method: authMethod,
});

export async function listClients(db: Db): Promise<ClientRow[]> {
  return (
    await db
      .selectFrom('identity.oauth_client')
      .select(columns)
      .orderBy(sql`lower(name)`)
      .orderBy('id')
      .execute()
  ).map(rowOf);
}

export async function findClientRow(db: Db | Trx, id: string): Promise<ClientRow | null> {
  const row = await db.selectFrom('identity.oauth_client').select(columns).where('id', '=', id).executeTakeFirst();
  return row ? rowOf(row) : null;
}

/** @returns its id */
export async function insertClient(
  trx: Trx,
  form: ClientForm,
  { secretHash, now }: { secretHash: Buffer | null; now: Date },
): Promise<string> {
  const { id } = await trx
    .insertInto('identity.oauth_client')
    .values({ ...valuesOf(form), secret_hash: secretHash, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateClient(
  trx: Trx,
  id: string,
  { form, secretHash, now }: { form: ClientForm; secretHash: Buffer | null; now: Date },
): Promise<void> {
  await trx
    .updateTable('identity.oauth_client')
    .set({ ...valuesOf(form), secret_hash: secretHash, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Of all that a client holds of people nothing is left; what they agreed to stands. */
export async function endAllOfClient(trx: Trx, id: string): Promise<void> {
  for (const table of ['identity.oauth_code', 'identity.oauth_request', 'identity.oauth_grant'] as const)
    await trx.deleteFrom(table).where('client_id', '=', id).execute();
}

export async function switchClient(trx: Trx, id: string, { off, now }: { off: boolean; now: Date }): Promise<void> {
  await trx
    .updateTable('identity.oauth_client')
    .set({ switched_off_at: off ? now : null, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** With all that it holds of people's sessions. */
export async function deleteClient(trx: Trx, id: string): Promise<void> {
  // First, so that nothing is given by it meanwhile.
  await trx.deleteFrom('identity.oauth_client').where('id', '=', id).execute();
  await endAllOfClient(trx, id);
  await trx.deleteFrom('identity.oauth_consent').where('client_id', '=', id).execute();
}

/** Whether a page of this origin may ask for tokens from a browser. */
export async function isClientOrigin(db: Db, origin: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity.oauth_client')
    .select('id')
    .where(sql<boolean>`${origin} = any(allowed_origins)`)
    .where('switched_off_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
