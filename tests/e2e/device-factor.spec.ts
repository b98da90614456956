import type { Page } from '@playwright/test';
import { expect, expectNoAxeProblems, islandsAwake, password, people, test } from './support';

/** A security key, or the machine itself, whose owner always touches it. */
async function addAuthenticator(page: Page, transport: 'usb' | 'internal'): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('WebAuthn.enable');
  const machine = transport === 'internal';
  await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: machine,
      hasUserVerification: machine,
      isUserVerified: machine,
      automaticPresenceSimulation: true,
    },
  });
}

const own = '/frontegg/identity/resources/users/v1/mfa';

/** What a front end of the identity API sends. @returns its answer */
const call = <Answer>(page: Page, path: string, body: unknown, method = 'POST') =>
  page.evaluate(
    async ([to, sent, how]) => {
      const answer = await fetch(to, {
        method: how,
        headers: { 'content-type': 'application/json' },
        ...(sent === null ? {} : { body: JSON.stringify(sent) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: (text === '' ? null : JSON.parse(text)) as unknown };
    },
    [path, body, method] as const,
  ) as Promise<{ status: number; body: Answer }>;

async function enrol(page: Page): Promise<number> {
  const {
    body: { webauthnToken, options },
  } = await call<{ webauthnToken: string; options: PublicKeyCredentialCreationOptionsJSON }>(
    page,
    `${own}/webauthn/enroll`,
    {},
  );
  const made = await page.evaluate(async (asked) => {
    const credential = (await navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(asked),
    })) as PublicKeyCredential;
    return credential.toJSON() as unknown;
  }, options);
  return (
    await call(page, `${own}/webauthn/enroll/verify`, { deviceType: 'CrossPlatform', webauthnToken, options: made })
  ).status;
}

/** Their proof is fresh: what was enrolled for this test goes again. */
async function disableAll(page: Page): Promise<void> {
  const { body } = await call<{ webauthn: { id: string }[] }>(page, `${own}/devices`, null, 'GET');
  for (const { id } of body.webauthn)
    expect((await call(page, `${own}/webauthn/${id}/disable/verify`, {})).status).toBe(204);
}

async function fill(page: Page, login: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username or email').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/second-factor$/);
}

test('somebody signs in with their password and then a touch of their security key', async ({
  page,
  signIn,
  browser,
  baseURL,
}) => {
  await addAuthenticator(page, 'usb');
  await signIn(people.fairfax);
  expect(await enrol(page)).toBeLessThan(300);
  await page.context().clearCookies();
  await fill(page, people.fairfax);
  await islandsAwake(page);
  await expectNoAxeProblems(page);
  const button = page.getByRole('button', { name: 'Use your security key' });
  await page.getByLabel(/^Trust this browser/).focus();
  await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/home$/);

  const plain = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const still = await plain.newPage();
  await fill(still, people.fairfax);
  await expect(still.locator('noscript p')).toContainText('Security keys and devices need JavaScript');
  await expect(still.locator('noscript p')).toBeVisible();
  await expect(still.getByRole('button', { name: 'Use your security key' })).toBeHidden();
  await expect(still.getByText('Can’t use any of these?')).toBeVisible();
  await plain.close();
  await disableAll(page);
});

test('somebody whose key is not there is told so, and may try again', async ({ page, signIn }) => {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('WebAuthn.enable');
  const key = { protocol: 'ctap2', transport: 'usb', automaticPresenceSimulation: true } as const;
  const { authenticatorId } = await protocol.send('WebAuthn.addVirtualAuthenticator', { options: key });
  await signIn(people.fairfax);
  expect(await enrol(page)).toBeLessThan(300);
  const {
    credentials: [credential],
  } = await protocol.send('WebAuthn.getCredentials', { authenticatorId });
  await protocol.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  const other = await protocol.send('WebAuthn.addVirtualAuthenticator', { options: key });
  await page.context().clearCookies();
  await fill(page, people.fairfax);
  await islandsAwake(page);
  await page.getByRole('button', { name: 'Use your security key' }).click();
  await expect(page.getByRole('alert')).toContainText('Verification was not completed.');
  if (credential) await protocol.send('WebAuthn.addCredential', { authenticatorId: other.authenticatorId, credential });
  await page.getByRole('button', { name: 'Use your security key' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await disableAll(page);
});

test('somebody who must have a second factor sets this device up on the way in', async ({ page, signIn }) => {
  await addAuthenticator(page, 'internal');
  await signIn(people.fairfax);
  const policy = '/frontegg/identity/resources/configurations/v1/mfa-policy';
  expect((await call(page, policy, { enforceMFAType: 'Force' })).status).toBe(200);
  await page.context().clearCookies();
  await fill(page, people.fairfax);
  await expectNoAxeProblems(page);
  await page.getByRole('link', { name: 'Set up a security key or this device' }).click();
  await islandsAwake(page);
  await expectNoAxeProblems(page);
  await page.getByRole('button', { name: 'Set up a security key or this device' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  await page.getByRole('link', { name: 'I’ve saved my codes' }).click();
  await expect(page).toHaveURL(/\/home$/);
  const {
    body: { webauthn },
  } = await call<{ webauthn: { deviceType: string }[] }>(page, `${own}/devices`, null, 'GET');
  expect(webauthn).toEqual([expect.objectContaining({ deviceType: 'Platform' })]);
  expect((await call(page, policy, { enforceMFAType: 'DontForce' })).status).toBe(200);
  await disableAll(page);
});
