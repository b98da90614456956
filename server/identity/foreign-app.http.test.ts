import express, { type Express } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oidcPeers, peerKey } from '../../tests/support/counterparts/oidc-peer';
import { publishedClient } from '../../tests/support/counterparts/published-client';
import { arriveFrom, oidcTenant } from '../../tests/support/oidc-tenant';
import { addPasskey, signInByPasskey } from '../../tests/support/passkeys';
import { browser, newOrganisation, newPerson, password, tokenOf } from '../../tests/support/people';
import { samlSignIn } from '../../tests/support/saml-sign-in';
import { ssoPeers, type SsoPeers } from '../../tests/support/sso-peers';
import { testSecret, type TestApp } from '../../tests/support/test-app';
import type { Actor } from '../platform/actor';
import type { SignedIn } from './ports';
import { createIdentity } from './';

/** What another product makes of somebody: it has no sites and no weights. */
const actorOf = async ({ permissions, tenantNumber: id, tenantName: name, ...person }: SignedIn): Promise<Actor> => ({
  ...person,
  permissions: new Set(permissions) as Actor['permissions'],
  organisation: {
    ...{ id, name, currency: 'EUR', countryCode: 'DE', timeZone: 'Europe/Berlin', switchedOff: [] },
    ...{ exclusionThreshold: 0, trackingLimit: 0, simulated: false, dataVersion: 0 },
  },
  unit: { id: 1, abbr: 'kg', gramsPerUnit: 1000 },
  restriction: null,
});

/** A small application that is not Tare. */
function library({ db, resources }: TestApp): Express {
  const { config, outbound, log, clock, metrics } = resources;
  const identity = createIdentity({
    ...{ db, config, secret: testSecret, outbound, log, metrics, startedAt: clock.now(), actorOf },
    rateLimits: { take: async () => undefined },
    openTenant: () => Promise.reject(new Error('Nobody opens a library here.')),
    placeChoices: async () => ({ countries: [], timeZones: [], currencies: [] }),
    holdsData: async () => false,
    countPlaces: async () => ({ sites: 0, locations: 0 }),
    keepUnit: async () => undefined,
  }).host({
    ...{ resources, secret: testSecret },
    shell: ({ title, lang, html }) => `<!doctype html><html lang=${lang}><title>Library: ${title}</title>${html}`,
  });
  const app = express().set('trust proxy', 'loopback');
  app.get('/home', async (request, response) => {
    const actor = await identity.findActor(request, response);
    response.send(actor ? `${actor.fullName} reads` : 'Nobody reads');
  });
  return app.use(identity.router);
}

let providers: Awaited<ReturnType<typeof oidcPeers>>;
let tare: SsoPeers;
/** Those of Tare, with the library in front of the same database. */
let peers: SsoPeers;
let app: TestApp;
let person: Awaited<ReturnType<typeof newPerson>>;
beforeAll(async () => {
  providers = await oidcPeers();
  tare = await ssoPeers([providers.host]);
  app = { ...tare.app, app: library(tare.app) };
  peers = { ...tare, app };
  person = await newPerson(app, { organisationId: await newOrganisation(app) });
});
afterAll(() => Promise.all([tare.close(), providers.close()]));

const signIn = async (at: ReturnType<typeof browser>, typed: string) => {
  const page = await at.get('/login');
  const fields = { _csrf: tokenOf(page.text), username: person.login, password: typed };
  return { page, answer: await at.post('/login').type('form').send(fields) };
};

describe('another application', () => {
  it('signs somebody in by a password, on pages in its own document', async () => {
    const at = browser(app);
    expect((await at.get('/home')).text).toBe('Nobody reads');
    const { page, answer } = await signIn(at, password);
    expect([page.status, page.text.includes('<title>Library: '), answer.headers.location]).toEqual([
      200,
      true,
      '/home',
    ]);
    expect((await at.get('/home')).text).toMatch(/ reads$/);
    expect((await at.get('/account/profile')).text).toContain('<title>Library: ');
    await at.post('/rest/v1/auth/logout').send({});
    expect((await at.get('/home')).text).toBe('Nobody reads');
  });

  it('refuses a wrong one, and a form without its token', async () => {
    const at = browser(app);
    expect((await signIn(at, `${password}!`)).answer.status).toBe(422);
    expect((await at.post('/login').type('form').send({ username: person.login, password })).status).toBe(403);
    expect((await at.get('/home')).text).toBe('Nobody reads');
  });

  it('signs somebody in by a passkey, through the published client', async () => {
    const client = await publishedClient(app);
    const [first, second] = [client.browser(), client.browser()];
    await first.signIn(person);
    const authenticator = await addPasskey(first);
    expect(await signInByPasskey(second, { authenticator })).toMatchObject({
      mfaRequired: false,
      userEmail: person.login,
    });
    await client.close();
  });

  it('signs somebody in by the OpenID provider of their organization', async () => {
    const there = await oidcTenant(tare, providers.peer(await peerKey('ES256')));
    const { at, arrival } = await arriveFrom(peers, there);
    expect([arrival.headers.location, (await at.get('/home')).text]).toEqual(['/home', 'Kim Novak reads']);
  });

  it('signs somebody in by the SAML provider of their organization', async () => {
    const there = await samlSignIn(() => tare).tenantOfProvider();
    const said = { attributes: { displayName: ['Kim Novak'] } };
    const { at, arrival } = await samlSignIn(() => peers).arrive(there, said);
    expect([arrival.headers.location, (await at.get('/home')).text]).toEqual(['/home', 'Kim Novak reads']);
  });
});
