import type { CDPSession, Page } from '@playwright/test';
import { expect, expectNoAxeProblems, islandsAwake, people, test } from './support';

const devices = '/frontegg/identity/resources/users/webauthn/v1/devices';

interface Authenticator {
  /** Whether its owner is there, and shows their finger. */
  set(owner: { present?: boolean; verified?: boolean }): Promise<void>;
}

/** An authenticator inside the machine. */
async function addAuthenticator(page: Page): Promise<Authenticator> {
  const protocol: CDPSession = await page.context().newCDPSession(page);
  await protocol.send('WebAuthn.enable');
  const { authenticatorId } = await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async set({ present, verified }) {
      if (present !== undefined)
        await protocol.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: present });
      if (verified !== undefined)
        await protocol.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: verified });
    },
  };
}

/** Adds a passkey with the calls that a front end of the identity API sends, and leaves. */
async function register(page: Page): Promise<void> {
  const status = await page.evaluate(async (to) => {
    const post = (path: string, body?: unknown) =>
      fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const { options } = await (await post(to)).json();
    const made = (await navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
    })) as PublicKeyCredential;
    return (await post(`${to}/verify`, { ...made.toJSON(), deviceType: 'Platform' })).status;
  }, devices);
  expect(status).toBeLessThan(300);
  await page.context().clearCookies();
}

test('the button of the sign-in page signs in by a passkey; one that is not confirmed is said, and the button keeps the focus', async ({
  page,
  signIn,
  browser,
  baseURL,
}) => {
  const authenticator = await addAuthenticator(page);
  await signIn(people.german);
  await register(page);
  await authenticator.set({ present: false });
  await page.goto('/login');
  await islandsAwake(page);
  await expectNoAxeProblems(page);
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await authenticator.set({ present: true, verified: false });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('No passkey was used, or the request timed out.');
  await expect(button).toBeFocused();
  await expectNoAxeProblems(page);
  await authenticator.set({ verified: true });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/home$/);

  const plain = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const still = await plain.newPage();
  await still.goto('/login');
  await expect(still.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(still.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
  await plain.close();
});

test('the field for the name in the login box offers a passkey, by which somebody is in', async ({ page, signIn }) => {
  await addAuthenticator(page);
  await signIn(people.german);
  await register(page);
  // A virtual authenticator picks what the browser would list.
  await page.goto('/account/login');
  await expect(page).toHaveURL(/\/home$/);
});
