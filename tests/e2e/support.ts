import AxeBuilder from '@axe-core/playwright';
import {
  expect,
  request,
  test as base,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test';
import { freshSeconds } from '../../server/identity/policies/mfa/factor.rules';
import { startDemoServer } from './demo-server';
import { password } from './password';

export { password };

/** `npm run test:full`: what is slow by nature is looked at too. */
export const fullRun = process.env.TARE_TEST_FULL === '1';

export const people = {
  staff: 'staff@tare.test',
  fairfax: 'admin@fairfax.test',
  caterer: 'admin@caterer.test',
  german: 'admin-de@caterer.test',
  viewer: 'viewer@caterer.test',
  reader: 'reader@caterer.test',
  site: 'site@caterer.test',
  fresh: 'new@caterer.test',
} as const;

interface OfTest {
  /** Fills the sign-in form, where signing in is what the test is about. */
  signIn(login: string): Promise<void>;
  /** Gives the test's own page this person's session; no page is open yet. */
  withSession(login: string): Promise<void>;
  /** A page of its own in which this person is signed in already. */
  signedIn(login: string): Promise<Page>;
  /** A page of a kept browser, for tests that only look. */
  looking(login: string): Promise<Page>;
  /** Whether the person has the permission that a route asks for. */
  mayOpen(login: string, access: string): Promise<boolean>;
  /** What the server may answer without it counting as an error; the browser writes each of them to the console. */
  refusals: number[];
}

interface OfWorker {
  /** The server’s process. A test that ends it starts it again. */
  process: Awaited<ReturnType<typeof startDemoServer>>;
  /** The address of a server with the demo, which no other worker uses. */
  server: string;
  /** Somebody who is signed in, once for all tests of the worker. */
  known(login: string): Promise<Known>;
  /** A browser that the tests of the worker take turns with, signed in as somebody or as nobody; each finds cookies and storage as they were. */
  kept(login: string | null): Promise<BrowserContext>;
}

interface Known {
  state: Awaited<ReturnType<BrowserContext['storageState']>>;
  permissions: string[];
  /** Milliseconds since 1970 UTC: from then on a change may ask them to prove themselves anew, while a test is under way. */
  until: number;
}

const longestTest = 120;

/** Every test fails on an error in the console, which is where a broken content security policy shows. */
export const test = base.extend<OfTest, OfWorker>({
  process: [
    async ({}, use) => {
      const server = await startDemoServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  server: [async ({ process: { url } }, use) => use(url), { scope: 'worker' }],
  known: [
    async ({ browser, server }, use) => {
      const people = new Map<string, Known>();
      await use(async (login) => {
        const before = people.get(login);
        // A person has a few sessions only, and a test that signs in by the form may end the oldest.
        const person =
          before && Date.now() < before.until && (await isSignedIn(before, server))
            ? before
            : await getToKnow(browser, { server, login });
        people.set(login, person);
        return person;
      });
    },
    { scope: 'worker' },
  ],
  kept: [
    async ({ browser, server, known }, use) => {
      const contexts = new Map<string | null, BrowserContext>();
      await use(async (login) => {
        const context = contexts.get(login) ?? (await browser.newContext({ baseURL: server }));
        contexts.set(login, context);
        await context.unrouteAll();
        await context.clearPermissions();
        await context.setStorageState(login === null ? { cookies: [], origins: [] } : (await known(login)).state);
        return context;
      });
      for (const context of contexts.values()) await context.close();
    },
    { scope: 'worker' },
  ],
  refusals: [[401, 404, 410, 422], { option: true }],
  baseURL: async ({ server }, use) => use(server),
  page: async ({ page, refusals }, use) => {
    const errors = errorsOf(page, refusals);
    await use(page);
    // ASVS V3.4.3
    expect(errors, 'errors in the browser’s console').toEqual([]);
  },
  signIn: async ({ page }, use) => {
    await use((login) => fillSignIn(page, login));
  },
  withSession: async ({ page, known }, use) => {
    await use(async (login) => page.context().addCookies((await known(login)).state.cookies));
  },
  signedIn: async ({ browser, baseURL, known, refusals }, use) => {
    const contexts: BrowserContext[] = [];
    const errors: string[][] = [];
    await use(async (login) => {
      const context = await browser.newContext({ baseURL, storageState: (await known(login)).state });
      contexts.push(context);
      const page = await context.newPage();
      errors.push(errorsOf(page, refusals));
      return page;
    });
    for (const context of contexts) await context.close();
    expect(errors.flat(), 'errors in the browser’s console').toEqual([]);
  },
  looking: async ({ kept, refusals }, use) => {
    const pages: Page[] = [];
    const errors: string[][] = [];
    await use(async (login) => {
      const page = await (await kept(login)).newPage();
      pages.push(page);
      errors.push(errorsOf(page, refusals));
      return page;
    });
    for (const page of pages) await page.close();
    expect(errors.flat(), 'errors in the browser’s console').toEqual([]);
  },
  mayOpen: async ({ known }, use) => {
    await use(async (login, access) => access === 'signed-in' || (await known(login)).permissions.includes(access));
  },
});

async function isSignedIn({ state: storageState }: Known, server: string): Promise<boolean> {
  const context = await request.newContext({ baseURL: server, storageState });
  const signedIn = (await context.get('/rest/v1/user')).ok();
  await context.dispose();
  return signedIn;
}

async function getToKnow(browser: Browser, { server, login }: { server: string; login: string }): Promise<Known> {
  const context = await browser.newContext({ baseURL: server });
  await fillSignIn(await context.newPage(), login);
  const { permissions } = (await (await context.request.get('/rest/v1/user')).json()) as { permissions: string[] };
  const state = await context.storageState();
  await context.close();
  return { state, permissions, until: Date.now() + (freshSeconds - longestTest) * 1000 };
}

export async function fillSignIn(page: Page, login: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username or email').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
}

function errorsOf(page: Page, refusals: readonly number[]): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !refusals.some((status) => message.text().includes(`status of ${status}`)))
      errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

export { expect };

/** Experimental in axe, and so left out unless asked for: whoever speaks to the computer says what stands on a button. */
const namesHoldWords = 'label-content-name-mismatch';

/** In the page and its frames, which are of one origin: the other mode of the library opens a further page for each look. Of what is right nothing is gathered. */
const axeOf = (page: Page, rules: Record<string, { enabled: boolean }> = {}) =>
  new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'], rules });

/** Password managers keep a new password under the name that stands beside it in its form. */
export async function expectNamedPasswords(page: Page): Promise<void> {
  const nameless = await page.evaluate(() => {
    const isName = ({ type, value }: HTMLInputElement) => type !== 'hidden' && value !== '';
    return [...document.querySelectorAll('input[autocomplete="new-password"]')]
      .map((field) => field.closest('form'))
      .filter(
        (form) =>
          ![...(form?.querySelectorAll<HTMLInputElement>('input[autocomplete~="username"]') ?? [])].some(isName),
      )
      .map((form) => form?.action);
  });
  expect(nameless).toEqual([]);
}

export const expectNoProblemsInColor = (page: Page): Promise<void> =>
  expectNothingOf(axeOf(page, { [namesHoldWords]: { enabled: true } }));

/** On the way of a journey; the walks of pages and states look at colors. */
export const expectNoAxeProblems = (page: Page): Promise<void> =>
  fullRun ? expectNoProblemsInColor(page) : expectNoStructuralProblems(page);

/** All but colors, which are the same for everybody; they cost most of the time. */
export const expectNoStructuralProblems = (page: Page): Promise<void> =>
  expectNothingOf(axeOf(page, { [namesHoldWords]: { enabled: true }, 'color-contrast': { enabled: false } }));

/** What a theme or a width may change: colours, and which words are in sight. */
export async function expectNoContrastProblems(page: Page): Promise<void> {
  await themeSettled(page);
  await expectNothingOf(axeOf(page).withRules(['color-contrast', namesHoldWords]));
}

async function expectNothingOf(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze();
  expect(
    violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ target }) => target.join(' '))
          .slice(0, 3)
          .join(' | ')}`,
    ),
  ).toEqual([]);
}

/** A theme may fade in, and halfway no colour is that of either. Asked from outside, since a page may have no scripts to wait with. */
export async function themeSettled(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.getAnimations().some(({ playState }) => playState === 'running')))
    .toBe(false);
}

/** Nothing may scroll sideways but a table in its own frame; a page that was just given another width may take a moment. */
export async function expectNoOverflow(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0);
}

/** Lets no request to these addresses through until it is released. */
export async function holdBack(page: Page, addresses: string): Promise<{ release(): void; asked(): number }> {
  let release = () => {};
  const gate = new Promise<void>((open) => {
    release = open;
  });
  let asked = 0;
  await page.route(addresses, async (route) => {
    asked += 1;
    await gate;
    await route.continue();
  });
  return { release, asked: () => asked };
}

/** Waits until every island that wakes by itself listens. */
export async function islandsAwake(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[data-island-when="load"], [data-island-when="idle"]')].every(
      (element) => element.getAttribute('data-island-state') === 'awake',
    ),
  );
}

/** Presses Tab, or another key, until the focus is there, as whoever has no mouse would. */
export async function walkTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let steps = 0; steps < 100; steps += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`100 presses of ${key} do not lead to ${wanted.toString()}`);
}
