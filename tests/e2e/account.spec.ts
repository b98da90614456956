import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { expect, expectNoAxeProblems, fillSignIn, islandsAwake, password, people, test } from './support';

/** Whoever looks after their account here leaves it as it was: other journeys of the worker know them. */
const somebody = people.german;
const other = 'seven lamps under the bridge';

async function openAccount(page: Page, screen: string): Promise<void> {
  await page.getByLabel(/^Konto von/).press('Enter');
  await page.getByRole('link', { name: 'Ihr Konto' }).press('Enter');
  await page.getByRole('navigation', { name: 'Ihr Konto' }).getByRole('link', { name: screen }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible();
}

async function changePassword(page: Page, { from, to }: { from: string; to: string }): Promise<void> {
  await page.getByLabel('Aktuelles Passwort').fill(from);
  await page.getByLabel('Neues Passwort', { exact: true }).fill(to);
  await page.getByLabel('Neues Passwort bestätigen').fill(to);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText('Passwort geändert.');
}

test('somebody changes their password by keyboard alone, and is signed out everywhere else', async ({
  page,
  signIn,
  signedIn,
}) => {
  const elsewhere = await signedIn(somebody);
  await elsewhere.goto('/home');
  await signIn(somebody);
  await openAccount(page, 'Passwort');
  await changePassword(page, { from: password, to: other });
  await elsewhere.goto('/home');
  await expect(elsewhere).toHaveURL(/\/login$/);
  await changePassword(page, { from: other, to: password });
});

test('an authenticator is set up, asked for at the next sign-in, and turned off again', async ({ page, signIn }) => {
  await signIn(somebody);
  await openAccount(page, 'Bestätigung in zwei Schritten');
  await page.getByRole('button', { name: 'Einrichten Authenticator-App' }).click();
  await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
  await expectNoAxeProblems(page);
  const secret = (await page.locator('code').textContent()) ?? '';
  const code = (steps: number) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * steps });
  await page.locator('[name=code]').fill(code(-1));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Ihre Wiederherstellungscodes' })).toBeVisible();
  await expect(page.locator('code')).toHaveText(Array.from({ length: 10 }, () => /^[A-Z2-7]{5}-/));
  await page.context().clearCookies();
  await fillSignIn(page, somebody);
  await expect(page).toHaveURL(/second-factor/);
  await page.locator('[name=code]').first().fill(code(0));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/home/);
  await page.goto('/account/second-factors');
  await page.getByRole('button', { name: /^Ausschalten/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ausschalten' }).click();
  await expect(page.getByRole('status')).toContainText('Zweiter Faktor ausgeschaltet.');
});

test('a security key is set up by keyboard, named, asked for where a browser is not remembered, and turned off', async ({
  page,
  signIn,
}) => {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('WebAuthn.enable');
  await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'usb', automaticPresenceSimulation: true },
  });
  await signIn(somebody);
  await openAccount(page, 'Bestätigung in zwei Schritten');
  await page.getByRole('button', { name: 'Einrichten Sicherheitsschlüssel oder dieses Gerät' }).press('Enter');
  await islandsAwake(page);
  await expectNoAxeProblems(page);
  await page.getByLabel('Name').fill('Schlüssel am Haken');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Sicherheitsschlüssel oder dieses Gerät einrichten' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Ihre Wiederherstellungscodes' })).toBeVisible();
  await page.getByRole('link', { name: 'Ich habe sie gespeichert' }).press('Enter');
  await page.getByRole('link', { name: 'Umbenennen Schlüssel am Haken' }).press('Enter');
  await page.getByLabel('Name').fill('Schlüssel an der Tür');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText('Name gespeichert.');

  await page.context().clearCookies();
  await fillSignIn(page, somebody);
  await islandsAwake(page);
  await page.locator('[name=rememberDevice]').check();
  await page.locator('[data-island="identity/device-proof"] button').press('Enter');
  await expect(page).toHaveURL(/home/);
  await page.goto('/account/second-factors');
  const browsers = page.locator('#remembered');
  await expect(browsers.getByText('Dieser Browser')).toBeVisible();
  await browsers.getByRole('button', { name: /^Entfernen/ }).press('Enter');
  await expect(page.getByRole('status')).toContainText('Vertrauenswürdiger Browser entfernt.');
  await expect(browsers.getByText('Keine vertrauenswürdigen Browser.')).toBeVisible();
  await page.getByRole('button', { name: 'Ausschalten Schlüssel an der Tür' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Ausschalten' }).press('Enter');
  await expect(page.getByRole('status')).toContainText('Zweiter Faktor ausgeschaltet.');
});

test('a picture that is too large is said before it is sent, and what was typed beside it stays', async ({
  page,
  signIn,
}) => {
  await signIn(somebody);
  await openAccount(page, 'Profil');
  await page.getByLabel('Name').fill('Noch nicht gespeichert');
  const picture = page.locator('[name=image]');
  const choose = (bytes: number) =>
    picture.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(bytes) });
  await choose(5 * 1024 * 1024 + 1);
  await page.locator('#picture button[type=submit]').first().click();
  expect(await picture.evaluate((field: HTMLInputElement) => field.validationMessage)).toBe(
    'Dieses Bild ist größer als 5 MB. Wählen Sie ein kleineres.',
  );
  await expect(page.getByLabel('Name')).toHaveValue('Noch nicht gespeichert');
  await choose(1000);
  expect(await picture.evaluate((field: HTMLInputElement) => field.validity.valid)).toBe(true);
});

test('a passkey is added by the browser and removed again', async ({ page, signIn }) => {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('WebAuthn.enable');
  await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signIn(somebody);
  await openAccount(page, 'Passkeys');
  await islandsAwake(page);
  await page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
  await expect(page.getByRole('status')).toContainText('Passkey hinzugefügt.');
  await expect(page.getByText('Fingerabdruck, Gesicht oder Geräte-PIN')).toBeVisible();
  await islandsAwake(page);
  await page.getByRole('button', { name: 'Passkey hinzufügen' }).click();
  await expect(page.getByText('Auf diesem Gerät gibt es bereits einen Passkey für Ihr Konto.')).toBeVisible();
  await page
    .getByRole('button', { name: /^Entfernen/ })
    .last()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Entfernen' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Passkey entfernt.' })).toBeVisible();
});

test('another session is ended, which signs its browser out', async ({ page, browser, baseURL, signIn }) => {
  const context = await browser.newContext({ baseURL });
  const elsewhere = await context.newPage();
  await fillSignIn(elsewhere, somebody);
  await signIn(somebody);
  await openAccount(page, 'Sitzungen');
  await page
    .getByRole('button', { name: /^Beenden/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Beenden' }).click();
  await expect(page.getByRole('status')).toContainText('Sitzung beendet.');
  await elsewhere.goto('/home');
  await expect(elsewhere).toHaveURL(/\/login$/);
  await context.close();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 }, refusals: [413, 422] });

  test('a picture that is too large is answered by the page it was sent from', async ({ page, signIn }) => {
    await signIn(somebody);
    await page.goto('/account/profile');
    await page
      .locator('[name=image]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.alloc(12 * 1024 * 1024) });
    await page.locator('#picture button[type=submit]').first().click();
    await expect(page.getByText('Dieses Bild ist größer als 5 MB. Wählen Sie ein kleineres.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Profil' })).toBeVisible();
  });

  test('whoever runs none is told so where a security key would be set up, and led to another way', async ({
    page,
    signIn,
  }) => {
    await signIn(somebody);
    await page.goto('/account/second-factors/webauthn');
    const told = page.locator('noscript');
    await expect(told.locator('p')).toContainText('Sicherheitsschlüssel und Geräte brauchen JavaScript');
    await expect(told.locator('p')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Einrichten', exact: true })).toBeHidden();
    await told.locator('a', { hasText: 'Authenticator-App einrichten' }).click();
    await expect(page.getByRole('heading', { name: 'Authenticator-App einrichten' })).toBeVisible();
  });

  test('a phone number is added by the code that was texted, and removed by the one that was mailed', async ({
    page,
    signIn,
  }) => {
    const sent = async (target: string) => {
      const { text } = (
        await (
          await page.request.get(`/dev/outbox?to=${encodeURIComponent(target)}`, {
            headers: { accept: 'application/json' },
          })
        ).json()
      )[0] as { text: string };
      return /\b\d{6}\b/.exec(text)?.[0] ?? '';
    };
    await signIn(somebody);
    await page.goto('/account/phone-numbers');
    await page.getByLabel('Telefonnummer').fill('+49 30 901820');
    await page.getByRole('button', { name: 'Code senden' }).click();
    await page.locator('[name=code]').fill(await sent('+4930901820'));
    await page.getByRole('button', { name: 'Nummer bestätigen' }).click();
    await expect(page.getByRole('status')).toContainText('Nummer bestätigt.');
    await page.getByRole('button', { name: 'Entfernen +4930901820' }).click();
    await page.getByRole('button', { name: 'Code per E-Mail senden' }).click();
    await page.locator('[name=code]').fill(await sent(somebody));
    await page.getByRole('button', { name: 'Nummer entfernen' }).click();
    await expect(page.getByText('Noch keine Telefonnummer.')).toBeVisible();
  });
});
