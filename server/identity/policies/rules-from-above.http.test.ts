import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearerOf, kinds, newToken, type TokenKind } from '../../../tests/support/api-tokens';
import { browser, newOrganisation, newPerson, password, signIn } from '../../../tests/support/people';
import { samlSignIn } from '../../../tests/support/saml-sign-in';
import { ssoPeers, type SsoPeers } from '../../../tests/support/sso-peers';

let peers: SsoPeers;
const { tenantOfProvider, arrive } = samlSignIn(() => peers);
beforeAll(async () => {
  peers = await ssoPeers();
});
afterAll(() => peers.close());

const rules = ['addresses', 'factor'] as const;

/** Somebody of one organization who has gone once into the one below it. */
async function below({ above, domain }: { above: number; domain?: string }) {
  const { app } = peers;
  const number = await newOrganisation(app, { parentId: above });
  const { id: tenantId } = await app.db
    .selectFrom('identity.tenant')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  const person = await newPerson(app, { organisationId: above, permissions: ['fe.*', 'VIEW_BASE_LPO_PAGE'] });
  if (domain !== undefined)
    await app.db
      .updateTable('identity.user')
      .set({ email: `${person.userId}@${domain}` })
      .where('id', '=', person.userId)
      .execute();
  const at = Object.assign(await signIn(app, person.login), { person });
  expect((await at.put('/identity/resources/users/v1/tenant').send({ tenantId })).status).toBe(204);
  return { at, login: person.login };
}

const decided = {
  addresses: (tenant_number: number) =>
    peers.app.db
      .insertInto('identity.address_policy')
      .values({ tenant_number, is_active: true, strategy: 'ALLOW', updated_at: peers.app.clock.now() })
      .execute(),
  factor: (tenant_number: number) =>
    peers.app.db
      .insertInto('identity.mfa_policy')
      .values({ tenant_number, enforce: 'Force', created_at: peers.app.clock.now(), updated_at: peers.app.clock.now() })
      .execute(),
};

const signingIn = (login: string) =>
  browser(peers.app).post('/identity/resources/auth/v1/user').send({ email: login, password });

// Attack: SCIM, roles, impersonation, policies
describe('what a tenant above asks for holds below it', () => {
  it.each(kinds.flatMap((kind) => rules.map((rule) => [kind, rule] as [TokenKind, (typeof rules)[number]])))(
    'of a token: %s, %s',
    async (kind, rule) => {
      const { app } = peers;
      const above = await newOrganisation(app);
      const { at } = await below({ above });
      const token = await bearerOf(app, kind, await newToken(at, { owner: 'users', kind, roleIds: [] }));
      const asked = async () =>
        (await browser(app).get('/identity/resources/roles/v1').set('Authorization', `Bearer ${token}`)).status;
      expect(await asked()).toBe(200);
      await decided[rule](above);
      expect([401, 403]).toContain(await asked());
    },
  );

  it('of a password, where it looks at addresses', async () => {
    const above = await newOrganisation(peers.app);
    const { login } = await below({ above });
    expect((await signingIn(login)).status).toBe(200);
    await decided.addresses(above);
    expect((await signingIn(login)).status).toBe(403);
  });

  it('of a password, where its provider alone lets people in', async () => {
    const { organisationId: above, domain } = await tenantOfProvider();
    const { login } = await below({ above, domain });
    expect((await signingIn(login)).status).toBe(200);
    await peers.app.db
      .updateTable('identity.sso_config')
      .set({ enforced_at: peers.app.clock.now() })
      .where('tenant_number', '=', above)
      .execute();
    expect((await signingIn(login)).status).toBe(403);
  });

  it('lets whoever came by that provider go on into it', async () => {
    const there = await tenantOfProvider();
    await peers.app.db
      .updateTable('identity.sso_config')
      .set({ enforced_at: peers.app.clock.now() })
      .where('tenant_number', '=', there.organisationId)
      .execute();
    const number = await newOrganisation(peers.app, { parentId: there.organisationId });
    const { id: tenantId } = await peers.app.db
      .selectFrom('identity.tenant')
      .select('id')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    const { at } = await arrive(there);
    expect((await at.put('/identity/resources/users/v1/tenant').send({ tenantId })).status).toBe(204);
  });
});
