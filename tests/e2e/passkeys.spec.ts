import type { Page } from '@playwright/test';
import { expect, people, test } from './support';

/** What the browser's own script for passkeys does, with the calls as a front end of the identity API sends them. */
const api = '/frontegg/identity/resources';

/** An authenticator inside the machine, whose owner always shows their finger. */
async function addAuthenticator(page: Page): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('WebAuthn.enable');
  await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  });
}

const register = (page: Page) => page.evaluate(async (base) => {
  const post = (path: string, body?: unknown) => fetch(`${base}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const { options } = await (await post('/users/webauthn/v1/devices')).json();
  const made = (await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })) as PublicKeyCredential;
  return (await post('/users/webauthn/v1/devices/verify', { ...made.toJSON(), deviceType: 'Platform' })).status;
}, api);

const enter = (page: Page, who: object) => page.evaluate(async ([base, asked]) => {
  const post = (path: string, body: unknown) => fetch(`${base as string}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const { options } = await (await post('/auth/v1/webauthn/prelogin', asked)).json();
  const signed = (await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })) as PublicKeyCredential;
  const answer = await post('/auth/v1/webauthn/postlogin', signed.toJSON());
  return { status: answer.status, email: (await answer.json()).userEmail };
}, [api, who] as const);

test('a browser adds a passkey and signs in with it, by the address and without', async ({ page, signIn }) => {
  await addAuthenticator(page);
  await signIn(people.german);
  expect(await register(page)).toBeLessThan(300);
  for (const who of [{ email: people.german }, {}]) {
    await page.context().clearCookies();
    await page.goto('/login');
    expect(await enter(page, who)).toEqual({ status: 200, email: people.german });
    await page.goto('/home');
    await expect(page).toHaveURL(/home/);
  }
});
