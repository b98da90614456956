import type { Page } from '@playwright/test';
import { expect, expectNoAxeProblems, expectNoContrastProblems, expectNoOverflow, expectNoStructuralProblems, islandsAwake, test } from './support';
import { readExamples } from './examples';
import { walkedPages } from './pages';
import { visitorsOf } from './visitors';

test.describe.configure({ mode: 'parallel' });

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

/** The first who may see a page looks at it in every width and theme. */
for (const walked of walkedPages()) {
  const { address, exemplary, access } = walked;
  test(`${address}: nothing overflows, axe finds nothing`, async ({ page, signedIn, mayOpen }) => {
    if (access === 'public') return lookEverywhere(page, address);
    const { login: ofExamples, addresses } = readExamples();
    if (exemplary) return lookEverywhere(await signedIn(ofExamples), addresses[address] ?? '');
    const [first, ...others] = await visitorsOf(walked, { signedIn, mayOpen });
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
  await page.setViewportSize(narrow);
  await expectNoOverflow(page);
}

async function lookEverywhere(page: Page, address: string): Promise<void> {
  await openWide(page, address);
  await expectNoAxeProblems(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoContrastProblems(page);
  await page.setViewportSize(narrow);
  await open(page, address);
  await expectNoOverflow(page);
  // Colours of both themes were looked at: what a narrow page alone shows has them as well.
  await expectNoContrastProblems(page);
}
