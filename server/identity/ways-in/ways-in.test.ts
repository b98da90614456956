import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { declaredRoutes, nameOf, type DeclaredRoute } from '../../../tests/support/declared-routes';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { definePage, reply } from '../../platform/http/define-route';
import type { IdentityParts } from '../parts';
import { createPassport } from './passport/way-in';
import { checkWaysIn, createWaysIn, type Coming, type WaysIn } from './ways-in';

let app: TestApp;
let routes: DeclaredRoute[];
let waysIn: WaysIn;
const passport = createPassport();
beforeAll(async () => {
  app = await testApp();
  routes = declaredRoutes(app);
  waysIn = createWaysIn(passport, {} as IdentityParts);
});

const waysOf = ({ wayIn = [] }: Pick<DeclaredRoute, 'wayIn'>) => [wayIn].flat();

/** What proves by each way who somebody is, and the files in which it is written. */
const proofs = {
  password: [/(?<![.\w])signIn\(/, 'ways-in/password/sign-in.service.ts'],
  magicLink: [/\benterByMagicLink\(/, 'ways-in/passwordless/passwordless.service.ts'],
  emailCode: [/\benterByCode\(/, 'ways-in/passwordless/passwordless.service.ts'],
  smsCode: [/\benterBySms\(/, 'ways-in/phone/sms-entry.service.ts'],
  passkey: [/\bsignInByPasskey\(/, 'ways-in/passkey/passkey-sign-in.service.ts'],
  activation: [/\bactivate\(|\bactivateByLink\(/, 'ways-in/sign-up/activation.service.ts'],
  secondFactor: [/\bproveSignIn\(/, 'ways-in/second-factor/sign-in-proof.service.ts'],
  saml: [/\btakeSamlAnswer\(|\benterBySamlAnswer\(/, 'ways-in/sso/saml-sign-in.service.ts'],
  oidc: [/\btakeOidcAnswer\(|\benterByOidcAnswer\(/, 'ways-in/sso/oidc-sign-in.service.ts'],
  social: [/\benterBySocial\(/, 'ways-in/social/social-sign-in.service.ts'],
} as const satisfies Record<keyof WaysIn, readonly [RegExp, string]>;

describe('each way in', () => {
  it('is a strategy that passport knows, and that routes name', () => {
    expect(Object.keys(waysIn)).toEqual(Object.keys(proofs));
    // Whoever asks for a strategy that passport does not have is told so by its middleware.
    for (const name of Object.keys(proofs))
      expect(Object.keys((passport as unknown as { _strategies: object })._strategies)).toContain(name);
    expect(new Set(routes.flatMap(waysOf))).toEqual(new Set(Object.keys(proofs)));
  });

  it('is taken by its strategy alone: no route calls what it does by itself', () => {
    const sources = readdirSync('server/identity', { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /\.tsx?$/.test(file) && !/\.(test|strategy)\.tsx?$/.test(file) && file !== 'ways-in/ways-in.ts')
      .map((file) => ({ file, text: readFileSync(join('server/identity', file), 'utf8') }));
    expect(sources.length).toBeGreaterThan(200);
    for (const [calls, written] of Object.values(proofs))
      expect(sources.filter(({ text }) => calls.test(text)).map(({ file }) => file)).toEqual([written]);
  });

  it('comes to the one admission', () => {
    const admitting = readdirSync('server/identity', { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /\.service\.ts$/.test(file))
      .filter((file) => /\badmit(Proven)?\(trx\b/.test(readFileSync(join('server/identity', file), 'utf8')));
    // Activation comes there by `enterByLink`; the providers of organizations share their last step.
    const shared = { 'ways-in/sign-up/activation.service.ts': 'ways-in/password/sign-in.service.ts' };
    const sso = 'ways-in/sso/sso-sign-in.service.ts';
    const expected = Object.values(proofs).map(([, file]) =>
      file.startsWith('ways-in/sso/') ? sso : ((shared as Record<string, string>)[file] ?? file),
    );
    expect(new Set(admitting)).toEqual(new Set(expected));
  });
});

describe('a route', () => {
  it('names a way in that there is, or the server does not start', () => {
    const route = definePage({
      method: 'get',
      path: '/x',
      access: 'public',
      wayIn: 'kerberos',
      handle: () => reply.text(''),
    });
    expect(() => checkWaysIn([route], waysIn)).toThrow('The route /x names the way in kerberos, which does not exist.');
    expect(() => checkWaysIn([{ ...route, wayIn: ['saml', 'toString'] }], waysIn)).toThrow('toString');
    expect(() => checkWaysIn(routes, waysIn)).not.toThrow();
  });

  it('takes no way in that it does not name', async () => {
    const context = { visitor: {}, waysIn: ['passkey'], through: async () => undefined } as unknown as Coming;
    await expect(waysIn.password.enter(context, { username: 'kim', password: 'x' })).rejects.toThrow(
      'lets somebody in by password and does not say so',
    );
  });

  it('that lets strangers in by a proof names its way, and is a form or a call', () => {
    const named = routes.filter((route) => waysOf(route).length > 0);
    expect(named.length).toBeGreaterThan(30);
    // Whoever comes back from a provider comes by an address.
    const read = named.filter(({ method }) => method === 'get').map(nameOf);
    expect(read.sort()).toEqual([
      'get /account/oidc/callback',
      'get /account/saml/callback',
      'get /account/social/success',
      'get /auth/oidc/callback',
    ]);
    for (const { path, method } of routes.filter(({ surface, method: by }) => surface === 'identity' && by === 'post'))
      if (/\/postlogin$/.test(path))
        expect([path, routes.find((one) => one.path === path && one.method === method)?.wayIn ?? null]).not.toContain(
          null,
        );
  });
});
