import type { Page } from '@playwright/test';
import { expect, expectNoAxeProblems, expectNoContrastProblems, expectNoOverflow, expectNoStructuralProblems, islandsAwake, people, test } from './support';
import { walkedPages } from './pages';

test.describe.configure({ mode: 'parallel' });

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
/** The first who may see a page looks at it in every width and theme. */
const walkers = [people.caterer, people.staff, people.fairfax, people.viewer, people.site];

for (const { address, access, conditional } of walkedPages()) {
  test(`${address}: nothing overflows, axe finds nothing`, async ({ page, signedIn, mayOpen }) => {
    if (access === 'public') return lookEverywhere(page, address);
    const opens = async (login: string) => (await mayOpen(login, access)) && (!conditional || (await (await signedIn(login)).request.get(address, { maxRedirects: 0 })).status() === 200);
    const visitors = await Promise.all(walkers.map(async (login) => ((await opens(login)) ? [login] : [])));
    const [first, ...others] = visitors.flat();
    expect(first, `somebody of the demo may open a page of ${access}`).toBeDefined();
    await test.step(first ?? '', async () => lookEverywhere(await signedIn(first ?? ''), address));
    for (const login of others) await test.step(login, async () => look(await signedIn(login), address));
  });
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  expect(new URL(page.url()).pathname, 'the page itself, not where it sent somebody').toBe(address.split('?')[0]);
  await islandsAwake(page);
  for (const frame of await page.locator('iframe[data-legacy-frame]').all()) await expect(frame.contentFrame().locator('main')).not.toHaveAttribute('aria-busy', 'true');
}

async function openWide(page: Page, address: string): Promise<void> {
  await page.setViewportSize(wide);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await open(page, address);
  await expectNoOverflow(page);
}

async function look(page: Page, address: string): Promise<void> {
  await openWide(page, address);
  await expectNoStructuralProblems(page);
}

async function lookEverywhere(page: Page, address: string): Promise<void> {
  await openWide(page, address);
  await expectNoAxeProblems(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoContrastProblems(page);
  await page.setViewportSize(narrow);
  await open(page, address);
  await expectNoOverflow(page);
  await expectNoContrastProblems(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoContrastProblems(page);
}
