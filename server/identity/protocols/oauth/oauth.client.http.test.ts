import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedClient, refusal, type ClientBrowser } from '../../../../tests/support/counterparts/published-client';
import { authorizeParameters, newVerifier, ownClient, toldBy } from '../../../../tests/support/oauth';
import { withOwnClock, type ClockedApp } from '../../../../tests/support/other-app';
import { browser, joinOrganisation, newOrganisation, newPerson, type Person } from '../../../../tests/support/people';
import { testApp } from '../../../../tests/support/test-app';

let app: ClockedApp;
let client: Awaited<ReturnType<typeof publishedClient>>;
let organisationId: number;

beforeAll(async () => {
  app = withOwnClock(await testApp());
  client = await publishedClient(app);
  organisationId = await newOrganisation(app);
});
afterAll(() => client.close());

async function person(): Promise<{ someone: Person; at: ClientBrowser }> {
  const someone = await newPerson(app, { organisationId, permissions: ['VIEW_BASE_LPO_PAGE'] });
  const at = client.browser();
  await at.signIn(someone);
  // Hosted login: the page of the front end has no token yet, its browser is signed in here.
  at.accessToken = null;
  return { someone, at };
}

/** What the front end's page goes to, and what it comes back with. */
async function comeBack(at: ClientBrowser): Promise<{ code: string; verifier: string }> {
  const verifier = newVerifier();
  const cookie = [...at.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(
    `${client.baseUrl}/frontegg/oauth/authorize?${new URLSearchParams(authorizeParameters(ownClient, verifier))}`,
    { headers: { cookie }, redirect: 'manual' },
  );
  const { code = '', state } = toldBy({ headers: { location: answer.headers.get('location') ?? '' } });
  expect(state).toBe('the state');
  return { code, verifier };
}

const exchangeBody = ({ code, verifier }: { code: string; verifier: string }) => ({
  grant_type: 'authorization_code' as const,
  code,
  redirect_uri: ownClient.redirectUri,
  code_verifier: verifier,
});
const refreshBody = (refreshToken: string) => ({ grant_type: 'refresh_token' as const, refresh_token: refreshToken });
const opens = async (token: string | null) =>
  (
    await browser(app)
      .get('/rest/v1/user')
      .set('Authorization', `Bearer ${token ?? ''}`)
  ).status;

describe('the hosted login of the published client', () => {
  it('exchanges its code, and reads who is signed in', async () => {
    const { at, someone } = await person();
    const got = await comeBack(at);
    const { user, activeTenant } = (await at.run((api) =>
      api.auth.exchangeOAuthTokensV2(exchangeBody(got)),
    )) as unknown as { user: Record<string, unknown>; activeTenant: { tenantId: string } };
    expect(user).toMatchObject({ email: someone.login, expiresIn: 900, tenantId: activeTenant.tenantId });
    expect(await opens(at.accessToken)).toBe(200);
    expect(await refusal(at.run((api) => api.auth.exchangeOAuthTokensV2(exchangeBody(got))))).toEqual({
      message: 'codeUsed',
      statusCode: 400,
    });
    expect(await opens(at.accessToken)).toBe(401);
  });

  it('goes on by its refresh token, in either form of the call', async () => {
    const { at, someone } = await person();
    const got = await comeBack(at);
    const user = (await at.run((api) => api.auth.exchangeOAuthTokens(exchangeBody(got)))) as unknown as {
      refreshToken: string;
    };
    const renewed = (await at.run((api) =>
      api.auth.exchangeOAuthTokens(refreshBody(user.refreshToken)),
    )) as unknown as { email: string; refreshToken: string };
    expect([renewed.email, renewed.refreshToken === user.refreshToken]).toEqual([someone.login, false]);
    expect(await opens(at.accessToken)).toBe(200);
    // As the type of the package has it.
    expect(
      (
        (await at.run((api) => api.auth.exchangeOAuthTokensV2({ refresh_token: renewed.refreshToken }))) as unknown as {
          user: { email: string };
        }
      ).user.email,
    ).toBe(someone.login);
  });

  it('renews silently by the cookie, in the tab’s own tenant', async () => {
    const { at, someone } = await person();
    const other = await newOrganisation(app);
    await joinOrganisation(app, someone, { organisationId: other, permissions: ['EDIT_USERS'] });
    const { id } = await app.db
      .selectFrom('identity.tenant')
      .select('id')
      .where('number', '=', other)
      .executeTakeFirstOrThrow();
    at.tabTenantId = id;
    await at.run((api) => api.auth.silentOAuthRefreshTokenV2());
    expect(decodeJwt(at.accessToken ?? '')).toMatchObject({ tenantId: id, permissions: ['EDIT_USERS'] });
    at.tabTenantId = null;
    const { email } = (await at.run((api) => api.auth.silentOAuthRefreshToken())) as unknown as { email: string };
    expect(email).toBe(someone.login);
    expect(await refusal(client.browser().run((api) => api.auth.silentOAuthRefreshTokenV2()))).toMatchObject({
      statusCode: 401,
    });
  });

  it('signs out', async () => {
    const { at } = await person();
    const got = await comeBack(at);
    await at.run((api) => api.auth.exchangeOAuthTokensV2(exchangeBody(got)));
    const token = at.accessToken;
    await at.run((api) => api.auth.OAuthLogout({ id_token_hint: token ?? '' }));
    expect([await opens(token), at.cookies.has('fe_refresh_tare')]).toEqual([401, false]);
    expect(await refusal(at.run((api) => api.auth.silentOAuthRefreshTokenV2()))).toMatchObject({ statusCode: 401 });
  });
});
