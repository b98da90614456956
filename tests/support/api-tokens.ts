import type { Response } from 'supertest';
import type { Permission } from '../../server/platform/permissions';
import { browser, type signedInAs } from './people';
import type { TestApp } from './test-app';

export interface MadeToken {
  id: string;
  secret: string;
}
export type TokenOwner = 'users' | 'tenants';
export type TokenKind = 'api' | 'access';

export const owners: TokenOwner[] = ['users', 'tenants'];
export const kinds: TokenKind[] = ['api', 'access'];
/** Both kinds, of people and of tenants. */
export const eachToken = owners.flatMap((owner) => kinds.map((kind) => [owner, kind] as const));

export const exchangePath = '/identity/resources/auth/v1/api-token';

let made = 0;

/** A role of the organisation's own, whose key begins with `tokens-`. */
export async function newTokenRole(
  { db }: TestApp,
  { organisationId, permissions }: { organisationId: number; permissions: readonly Permission[] },
): Promise<{ id: number; uuid: string }> {
  const role = await db
    .insertInto('identity.role')
    .values({ tenant_number: organisationId, key: `tokens-${(made += 1)}`, name: `Role ${made}` })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
  for (const key of permissions)
    await db.insertInto('identity.role_permission').values({ role_id: role.id, permission_key: key }).execute();
  return role;
}

/** A token that somebody makes through the API. */
export async function newToken(
  by: Awaited<ReturnType<typeof signedInAs>>,
  {
    owner,
    kind,
    roleIds,
    minutes = null,
  }: { owner: TokenOwner; kind: TokenKind; roleIds: string[]; minutes?: number | null },
): Promise<MadeToken> {
  const version = owner === 'tenants' && kind === 'api' ? 'v2' : 'v1';
  const answer = await by
    .post(`/identity/resources/${owner}/${kind}-tokens/${version}`)
    .send({ description: 'Nightly export', expiresInMinutes: minutes, ...(owner === 'tenants' ? { roleIds } : {}) });
  if (answer.status !== 201) throw new Error(`making a token gave ${answer.status}: ${answer.text}`);
  return answer.body as MadeToken;
}

export const exchange = (app: TestApp, { id, secret }: MadeToken) =>
  browser(app).post(exchangePath).send({ clientId: id, secret }) as unknown as Promise<Response>;

/** What is sent as a bearer. */
export async function bearerOf(app: TestApp, kind: TokenKind, token: MadeToken): Promise<string> {
  if (kind === 'access') return token.secret;
  const { status, body } = await exchange(app, token);
  if (status !== 200) throw new Error(`the exchange gave ${status}`);
  return (body as { accessToken: string }).accessToken;
}
