import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { readExamples, type BrowserExamples } from './examples';
import { ownAccountStates, submit } from './own-account-states';
import type { State } from './states';
import { password } from './support';
import { visit } from './visit';

/** Signing in and out, and the pages that set a password. */
export const accountStates: State[] = [
  { name: 'login/refused', who: 'nobody', open: refuseSignIn },
  { name: 'login/forgot-password', who: 'nobody', open: forgetPassword },
  { name: 'activate-user/by-link', who: 'nobody', open: (page) => visit(page, readExamples().links.activation) },
  { name: 'activate-user/refused', who: 'nobody', open: mistypePassword },
  { name: 'password-reset/by-link', who: 'nobody', open: (page) => visit(page, readExamples().links.reset) },
  { name: 'activate-user/used-up', who: 'nobody', open: (page) => page.goto('/activate-user?token=used-up') },
  { name: 'password-reset/forced', who: 'forced', open: (page) => visit(page, '/password-reset/force') },
  { name: 'password-reset/forced-refused', who: 'forced', open: keepPassword },
  { name: 'login/breached-password', who: 'nobody', open: enterBreached },
  { name: 'login/breached-password-sent', who: 'nobody', open: askForLink },
  { name: 'login/breached-password-without-scripts', who: 'nobody', scripts: false, open: enterBreached },
  { name: 'login/passkey-prompt', who: 'viewer', open: (page) => visit(page, '/account/login/passkey-prompt') },
  { name: 'login/passkey-stopped', who: 'nobody', open: (page) => stopPasskey(page) },
  { name: 'login/passkey-offline', who: 'nobody', open: (page) => stopPasskey(page, { offline: true }) },
  { name: 'login/passkey-prompt-failed', who: 'viewer', open: failPasskey },
  { name: 'logout/asked', who: 'viewer', open: comeFromElsewhere },
  {
    name: 'activate-user/without-scripts',
    who: 'nobody',
    scripts: false,
    open: (page) => page.goto(readExamples().links.activation),
  },
  {
    name: 'password-reset/without-scripts',
    who: 'nobody',
    scripts: false,
    open: (page) => page.goto(readExamples().links.reset),
  },
  {
    name: 'password-reset/forced-without-scripts',
    who: 'forced',
    scripts: false,
    open: (page) => page.goto('/password-reset/force'),
  },
  { name: 'logout/without-scripts', who: 'nobody', scripts: false, open: (page) => page.goto('/logout') },
  { name: 'second-factor/key', who: 'nobody', open: (page) => enterFactor(page, 'key') },
  {
    name: 'second-factor/key-without-scripts',
    who: 'nobody',
    scripts: false,
    open: (page) => enterFactor(page, 'key'),
  },
  { name: 'second-factor/several', who: 'nobody', open: (page) => enterFactor(page, 'all') },
  { name: 'second-factor/set-up', who: 'nobody', open: (page) => enterFactor(page, 'none') },
  { name: 'second-factor/set-up-device', who: 'nobody', open: (page) => enterFactor(page, 'none', 'device') },
  { name: 'second-factor/set-up-phone', who: 'nobody', open: (page) => enterFactor(page, 'none', 'phone') },
  { name: 'second-factor/set-up-email', who: 'nobody', open: (page) => enterFactor(page, 'none', 'email') },
  { name: 'second-factor/recovery-code', who: 'nobody', open: enrolOnce },
  { name: 'account-login/password', who: 'nobody', open: giveName },
  { name: 'account-login/password-without-scripts', who: 'nobody', scripts: false, open: giveName },
  { name: 'account-login/mailed-link', who: 'nobody', open: (page) => askFor(page, 'link') },
  { name: 'account-login/mailed-code', who: 'nobody', open: (page) => askFor(page, 'code') },
  { name: 'account-login/code-refused', who: 'nobody', open: mistypeCode },
  ...ownAccountStates,
  { name: 'account/sign-up/place', who: 'nobody', open: openPlace },
  { name: 'account/sign-up/refused', who: 'nobody', open: (page) => signUp(page, { country: 'QQ' }) },
  { name: 'account/sign-up/done', who: 'nobody', open: (page) => signUp(page, {}) },
  {
    name: 'account/sign-up/ended-link',
    who: 'nobody',
    open: (page) => page.goto('/account/sign-up?invitationToken=ended'),
  },
  { name: 'account/sign-up/invited', who: 'nobody', open: (page) => page.goto(readExamples().links.signUp) },
  { name: 'account/invitation/join', who: 'viewer', open: (page) => page.goto(readExamples().links.join) },
  {
    name: 'account/invitation/join-refused',
    who: 'viewer',
    open: (page) => page.goto('/account/invitation/join?invitationToken=ended'),
  },
  { name: 'account/invitation/pending', who: 'nobody', open: (page) => page.goto(readExamples().links.invitation) },
  { name: 'account/invitation/accepted', who: 'nobody', open: acceptOnce },
  {
    name: 'account/invitation/incomplete',
    who: 'nobody',
    open: (page) => page.goto('/account/invitation/accept?token=half'),
  },
  {
    name: 'account/activate/gone',
    who: 'nobody',
    open: (page) => page.goto('/account/activate?token=gone&userId=gone'),
  },
  { name: 'account/activate/resent', who: 'nobody', open: resendLink },
  {
    name: 'account/step-up/no-factor',
    who: 'viewer',
    open: async (page, say) => {
      await page.goto('/account/step-up');
      await page.getByRole('button', { name: say('signUp.stepUp'), exact: true }).click();
      await page.getByText(say('signUp.noFactor')).waitFor();
    },
  },
  {
    name: 'account/sign-up/without-scripts',
    who: 'nobody',
    scripts: false,
    open: (page) => page.goto('/account/sign-up'),
  },
  { name: 'alerts/unsubscribe/ended', who: 'nobody', open: endMails },
  {
    name: 'alerts/unsubscribe/resumed',
    who: 'nobody',
    open: async (page) => {
      await endMails(page);
      await page.locator('form[action$="/undo"] button').click();
      await page.locator('form[action*="/unsubscribe/"]').waitFor({ state: 'detached' });
    },
  },
  { name: 'alerts/unsubscribe/unknown', who: 'nobody', open: (page) => page.goto('/alerts/unsubscribe/none') },
  { name: 'privacy-policy/to-accept', who: 'fresh', open: (page) => page.goto('/privacy-policy') },
];

/** The page between the password and the session, at its first step or a chosen one. */
async function enterFactor(page: Page, who: 'key' | 'all' | 'none', step?: string): Promise<void> {
  await page.goto('/login');
  await page.locator('[name=username]').fill(readExamples().factors[who]);
  await page.locator('[name=password]').fill(password);
  await page.locator('[name=password]').press('Enter');
  await page.waitForURL((url) => url.pathname.endsWith('/second-factor'));
  if (step !== undefined) await page.goto(`/account/login/second-factor?with=${step}`);
}

let taken = 0;

/** Of what works once, the next one; each worker has a server of its own. */
function nextOf(kind: keyof BrowserExamples['once']): string {
  const examples = readExamples().once[kind];
  taken += 1;
  return examples[taken % examples.length] ?? '';
}

async function enrolOnce(page: Page): Promise<void> {
  await page.context().clearCookies({ name: /session/ });
  await page.goto('/login');
  await page.locator('[name=username]').fill(nextOf('enrolment'));
  await page.locator('[name=password]').fill(password);
  await page.locator('[name=password]').press('Enter');
  const secret = (await page.locator('main code').textContent()) ?? '';
  await page.locator('[name=code]').fill(generateSync({ secret }));
  await page.locator('[name=code]').press('Enter');
  await page.locator('main li code').first().waitFor();
}

async function acceptOnce(page: Page): Promise<void> {
  await page.goto(nextOf('invitation'));
  await submit(page, 'main');
  await page.locator('form[action="/account/invitation/accept"]').waitFor({ state: 'detached' });
}

async function refuseSignIn(page: Page): Promise<void> {
  await page.goto('/login');
  await page.locator('[name=username]').fill('somebody@tare.test');
  await page.locator('[name=password]').fill('not this one');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
}

async function giveName(page: Page): Promise<void> {
  await page.goto('/account/login');
  await page.locator('[name=email]').fill('somebody@tare.test');
  await page.locator('[name=email]').press('Enter');
  await page.locator('[name=password]').waitFor();
}

/** Has what signs in mailed instead of typing a password. */
async function askFor(page: Page, what: 'link' | 'code'): Promise<void> {
  await giveName(page);
  await page.locator(`form[action$="/send-${what}"] button`).click();
  await page.getByRole('status').waitFor();
}

async function mistypeCode(page: Page): Promise<void> {
  await askFor(page, 'code');
  await page.locator('[name=code]').fill('000000');
  await page.locator('[name=code]').press('Enter');
  await page.getByRole('alert').waitFor();
}

/** Two passwords that differ: the form comes back and says so. */
async function mistypePassword(page: Page): Promise<void> {
  await visit(page, readExamples().links.activation);
  await page.locator('[name=password]').fill('four words in a row');
  await page.locator('[name=repeatPassword]').fill('four words in a raw');
  await page.keyboard.press('Enter');
  await page.locator('[name=repeatPassword][aria-invalid="true"]').waitFor();
}

/** The password that somebody has already is no new one. */
async function keepPassword(page: Page): Promise<void> {
  await visit(page, '/password-reset/force');
  for (const field of ['password', 'repeatPassword']) await page.locator(`[name=${field}]`).fill(password);
  await page.keyboard.press('Enter');
  await page.locator('[name=password][aria-invalid="true"]').waitFor();
}

/** A link on another site leads to the question whether to sign out. */
async function comeFromElsewhere(page: Page): Promise<void> {
  await page.goto('/home');
  const address = new URL('/logout', page.url()).href;
  await page.goto(`data:text/html,<a href="${address}">out</a>`);
  await page.getByRole('link').click();
  await page.locator('form[action="/logout"] button').waitFor();
}

async function enterBreached(page: Page): Promise<void> {
  const { login, password: lost } = readExamples().breached;
  await page.goto('/login');
  await page.locator('[name=username]').fill(login);
  await page.locator('[name=password]').fill(lost);
  await page.keyboard.press('Enter');
  await page.locator('form[action="/account/login/breached-password"] button').waitFor();
}

async function askForLink(page: Page): Promise<void> {
  await enterBreached(page);
  await page.locator('form[action="/account/login/breached-password"] button').click();
  await page.getByRole('status').waitFor();
}

/** A browser that refuses to make one, as when the person stops. */
/** Nobody confirms what the button asks for, or the server is out of reach. */
async function stopPasskey(page: Page, { offline = false } = {}): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    navigator.credentials.get = () => Promise.reject(new DOMException('stopped', 'NotAllowedError'));
  });
  if (offline) await page.route('**/webauthn/prelogin', (route) => route.abort());
  await visit(page, '/login');
  await page.locator('[data-island="identity/passkey-sign-in"] button').click();
  await page.locator('[data-island="identity/passkey-sign-in"] [role=alert]').waitFor();
}

async function failPasskey(page: Page): Promise<void> {
  await page.route('**/webauthn/v1/devices', (route) => route.fulfill({ status: 409, json: { errors: [] } }));
  await visit(page, '/account/login/passkey-prompt');
  await page.locator('[data-island="identity/passkey-prompt"] button').click();
  await page.locator('[data-island="identity/passkey-prompt"] [role=alert]').waitFor();
}

async function forgetPassword(page: Page): Promise<void> {
  await page.goto('/login');
  const link = page.locator('a[href^="/forgot-password"]');
  await link.focus();
  await page
    .locator('[data-island="identity/forgot-password"][data-island-state="awake"]')
    .waitFor({ state: 'attached' });
  await link.click();
  await page.getByRole('dialog').waitFor();
}

async function openPlace(page: Page): Promise<void> {
  await visit(page, '/account/sign-up');
  await page.locator('main details > summary').click();
}

/** Each time with another address: of the second sign-up with the same one nobody is told anything else. */
async function signUp(page: Page, { country }: { country?: string }): Promise<void> {
  await visit(page, '/account/sign-up');
  await page.locator('[name=email]').fill(`nina-${Date.now()}@tare.test`);
  await page.locator('[name=name]').fill('Nina Holm');
  await page.locator('[name=organization]').fill('Holm Kitchens');
  // The United States, which the language names, have several.
  if (country === undefined) await page.locator('[name=timeZone]').selectOption('America/New_York');
  else
    await page.locator('[name=country] option:checked').evaluate((option, value) => {
      (option as HTMLOptionElement).value = value;
    }, country);
  await page.locator('[name=organization]').press('Enter');
  await (
    country === undefined
      ? page.locator('form[action="/account/activate/resend"]')
      : page.locator('[name=country][aria-invalid="true"]')
  ).waitFor();
}

async function resendLink(page: Page): Promise<void> {
  await visit(page, '/account/activate');
  await page.locator('[name=email]').fill('nina@tare.test');
  await page.keyboard.press('Enter');
  await page.getByRole('status').waitFor();
}

async function endMails(page: Page): Promise<void> {
  await page.goto(readExamples().addresses['/alerts/unsubscribe/:unsubscribeToken'] ?? '');
  const end = page.locator('form[action$="?page=1"] button');
  if ((await end.count()) > 0) await end.click();
  await page.locator('form[action$="/undo"]').waitFor();
}
