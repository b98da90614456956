import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  answerConsent,
  asBearer,
  ask,
  authorize,
  codeFor,
  consentPageOf,
  exchange,
  finished,
  leadsTo,
  newClient,
  oauthScene,
  ownClient,
  refresh,
  shownOn,
  toldBy,
  tokensFor,
  type TestClient,
} from '../../../../tests/support/oauth';
import { browser, joinOrganisation, newOrganisation, signedInAs, tokenOf } from '../../../../tests/support/people';

const { app, after, someone, organisationId } = await oauthScene();
let client: TestClient;

beforeAll(async () => {
  client = await newClient(app, { name: 'The <kitchen> app', scopes: ['waste:read', 'waste:write'] });
});
beforeEach(() => after(0));

const tenantIdOf = async (number: number) =>
  (await app.db.selectFrom('identity.tenant').select('id').where('number', '=', number).executeTakeFirstOrThrow()).id;
const audited = async (userId: number) =>
  (
    await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('user_id', '=', userId)
      .where('action', 'like', 'oauth.%')
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);
const silent = { prompt: 'none' };
const reading = { scope: 'openid waste:read' };

describe('a program of somebody else', () => {
  // Attack: OAuth server
  it('gets a code once the person has agreed to what it asks for, and is not asked about again', async () => {
    const at = await someone();
    const asked = await ask(at, client);
    expect(leadsTo(asked).pathname).toBe('/oauth/prelogin');
    // There is no way around the question.
    expect(leadsTo(await at.get(`/oauth/postlogin/redirect?state=${toldBy(asked).state}`)).pathname).toBe(
      '/oauth/prelogin',
    );
    const page = await consentPageOf(at, asked);
    expect(page.text).toContain('Allow The &lt;kitchen&gt; app access?');
    for (const said of [at.person.login, 'See your email address', 'See your name', 'client.test'])
      expect(page.text).toContain(said);
    expect(page.text).not.toContain('waste figures');
    expect(toldBy(await finished(at, await answerConsent(at, page, { answer: 'allow' })))).toEqual({
      code: expect.any(String),
      state: 'the state',
      iss: 'http://tare.test',
    });
    expect(toldBy(await ask(at, client, { more: silent })).code).toBeDefined();
    expect(await audited(at.person.userId)).toEqual(['oauth.consent']);
  });

  it('is told where the person says no, who is asked again the next time', async () => {
    const at = await someone();
    const page = await consentPageOf(at, await ask(at, client));
    expect(toldBy(await finished(at, await answerConsent(at, page, { answer: 'deny' })))).toEqual({
      error: 'access_denied',
      state: 'the state',
      iss: 'http://tare.test',
    });
    expect(toldBy(await ask(at, client, { more: silent }))).toEqual({
      error: 'consent_required',
      state: 'the state',
      iss: 'http://tare.test',
    });
    expect(await audited(at.person.userId)).toEqual(['oauth.deny']);
  });

  it('asks for more with another question, and for less with none', async () => {
    const at = await someone();
    await authorize(at, client, { more: reading });
    const more = { scope: 'openid waste:read waste:write' };
    expect(toldBy(await ask(at, client, { more: { ...more, ...silent } })).error).toBe('consent_required');
    expect((await consentPageOf(at, await ask(at, client, { more }))).text).toContain(
      'Enter waste events on your behalf',
    );
    await authorize(at, client, { more });
    for (const asked of [more, reading, { scope: 'openid' }])
      expect(toldBy(await ask(at, client, { more: { ...asked, ...silent } })).code).toBeDefined();
  });

  it('may have the question asked once more', async () => {
    const at = await someone();
    await authorize(at, client);
    const asked = await ask(at, client, { more: { prompt: 'consent' } });
    const page = await consentPageOf(at, asked);
    expect([leadsTo(asked).pathname, page.status]).toEqual(['/oauth/prelogin', 200]);
    expect(toldBy(await finished(at, await answerConsent(at, page, { answer: 'allow' }))).code).toBeDefined();
  });

  it('is agreed to in one tenant, and for one client', async () => {
    const at = await someone();
    const other = await newOrganisation(app);
    await joinOrganisation(app, at.person, { organisationId: other, permissions: [] });
    await authorize(at, client);
    expect(toldBy(await ask(at, client, { more: { ...silent, tenantId: await tenantIdOf(other) } })).error).toBe(
      'consent_required',
    );
    expect(toldBy(await ask(at, await newClient(app), { more: silent })).error).toBe('consent_required');
    expect(toldBy(await ask(await someone(), client, { more: silent })).error).toBe('consent_required');
    expect(toldBy(await ask(at, client, { more: silent })).code).toBeDefined();
  });

  it('is agreed to by whoever was asked, where they were asked', async () => {
    const [at, other] = [await someone(), await someone()];
    const asked = await ask(at, client);
    const page = await consentPageOf(at, asked);
    const shown = shownOn(await consentPageOf(other, await ask(other, client)));
    // Shown to somebody else; of another browser; by a form of another site.
    expect((await answerConsent(at, page, { answer: 'allow', shown })).status).toBe(303);
    expect(
      (
        await answerConsent(other, await consentPageOf(other, await ask(other, client)), {
          answer: 'allow',
          shown: shownOn(page),
        })
      ).status,
    ).toBe(303);
    expect(
      (
        await other
          .post(`/oauth/consent?state=${toldBy(asked).state}`)
          .type('form')
          .send({ _csrf: tokenOf((await other.get('/home')).text), shown: shownOn(page), answer: 'allow' })
      ).status,
    ).toBe(400);
    expect(
      (
        await at
          .post(`/oauth/consent?state=${toldBy(asked).state}`)
          .type('form')
          .set('Sec-Fetch-Site', 'cross-site')
          .set('Origin', 'https://evil.test')
          .send({ shown: shownOn(page), answer: 'allow' })
      ).status,
    ).toBe(403);
    for (const one of [at, other])
      expect(toldBy(await ask(one, client, { more: silent })).error).toBe('consent_required');
    expect(toldBy(await finished(at, await answerConsent(at, page, { answer: 'allow' }))).code).toBeDefined();
  });

  it('asks for no more than staff let it', async () => {
    const narrow = await newClient(app, { scopes: ['waste:read'] });
    const at = await someone();
    const { scope } = await tokensFor(app, at, narrow, { scope: 'openid waste:read waste:write' });
    expect(scope).toBe('openid waste:read');
  });

  it('is no question of the installation’s own front end', async () => {
    expect(toldBy(await ask(await someone(), ownClient)).code).toBeDefined();
  });
});

describe('the apps of an account', () => {
  const page = async (at: Awaited<ReturnType<typeof someone>>) => (await at.get('/account/apps')).text;
  const removed = async (at: Awaited<ReturnType<typeof someone>>, of = client) =>
    at
      .post(`/account/apps/${of.id}/remove`)
      .type('form')
      .send({ _csrf: tokenOf(await page(at)), tenantId: await tenantIdOf(organisationId) });

  // Attack: OAuth server
  it('are listed with what each may, and lose it at once', async () => {
    const at = await someone();
    expect(await page(at)).toContain('No apps have access to your account.');
    const tokens = await tokensFor(app, at, client, reading);
    const waiting = await codeFor(at, client, reading);
    const kept = await tokensFor(app, at, await newClient(app, { name: 'The other one' }));
    const listed = await page(at);
    for (const said of ['The &lt;kitchen&gt; app', 'Read the waste figures', 'Last used on', 'The other one'])
      expect(listed).toContain(said);
    expect(listed).not.toContain('Enter waste events');

    expect((await removed(at)).headers.location).toBe('/account/apps?done=removed');
    expect((await asBearer(app, tokens.access_token)).status).toBe(401);
    expect((await refresh(app, client, tokens.refresh_token)).body).toEqual({
      error: 'invalid_grant',
      error_description: 'ended',
    });
    expect((await exchange(app, client, waiting)).body).toEqual({ error: 'invalid_grant', error_description: 'code' });
    expect(toldBy(await ask(at, client, { more: silent })).error).toBe('consent_required');
    expect((await asBearer(app, kept.access_token)).status).toBe(200);
    expect(await page(at)).not.toContain('kitchen');
    expect((await audited(at.person.userId)).at(-1)).toBe('oauth.revoke');
    expect((await removed(at)).status).toBe(422);
  });

  it('are everybody’s own', async () => {
    const [at, other] = [await someone(), await someone()];
    const { access_token: token } = await tokensFor(app, at, client);
    expect(await page(other)).not.toContain('kitchen');
    expect((await removed(other)).status).toBe(422);
    expect((await asBearer(app, token)).status).toBe(200);
  });

  it('are there too where builds before asked nobody', async () => {
    const at = await someone();
    const { access_token: token } = await tokensFor(app, at, client, reading);
    await app.db.deleteFrom('identity.oauth_consent').where('user_id', '=', at.person.userId).execute();
    expect(await page(at)).toContain('Read the waste figures');
    expect((await removed(at)).status).toBe(303);
    expect((await asBearer(app, token)).status).toBe(401);
  });
});

describe('a client that is switched off', () => {
  it('holds nothing any more, and gets nothing until it is on again', async () => {
    const staff = await signedInAs(app, { organisationId: 1, permissions: ['EDIT_OAUTH_CLIENTS'] });
    const csrf = tokenOf((await staff.get('/oauth-clients/new')).text);
    const switched = async (step: 'off' | 'on') =>
      staff.post(`/oauth-clients/${client.id}/${step}`).type('form').send({ _csrf: csrf });
    const at = await someone();
    const tokens = await tokensFor(app, at, client);
    expect((await switched('off')).headers.location).toBe('/oauth-clients?done=switchedOff');
    expect((await staff.get('/oauth-clients')).text).toContain('Turned off');
    expect((await asBearer(app, tokens.access_token)).status).toBe(401);
    expect((await refresh(app, client, tokens.refresh_token)).status).toBe(401);
    expect((await ask(at, client)).body).toEqual({ error: 'invalid_client', error_description: 'client' });
    expect((await switched('on')).headers.location).toBe('/oauth-clients?done=switchedOn');
    // What people agreed to stands; what the client held is gone.
    expect((await refresh(app, client, tokens.refresh_token)).status).toBe(400);
    expect((await asBearer(app, (await tokensFor(app, at, client, silent)).access_token)).status).toBe(200);
    expect(
      (await browser(app).get('/oauth/userinfo').set('Authorization', `Bearer ${tokens.access_token}`)).status,
    ).toBe(401);
  });
});
