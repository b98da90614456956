import type { Page } from '@playwright/test';
import { readExamples } from './examples';
import { walkedPages } from './pages';
import {
  expect,
  expectNamedPasswords,
  expectNoProblemsInColor,
  expectNoContrastProblems,
  expectNoOverflow,
  expectNoStructuralProblems,
  fullRun,
  islandsAwake,
  people,
  test,
} from './support';
import { visitorsOf } from './visitors';

test.describe.configure({ mode: 'parallel' });

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

/**
 * One person looks at a page in both widths and in one theme: in turns the first of the demo who may, with as many rows as a year brings, and somebody of the examples' organization,
 * with rows of all kinds. A third of the pages are looked at for their colors: they come from the same few names everywhere. A full run sees every page in both themes and as everybody.
 */
for (const [at, walked] of walkedPages().entries()) {
  const [first, second] = at % 2 === 0 ? (['light', 'dark'] as const) : (['dark', 'light'] as const);
  // Colors cost half of a look, and are those of a few parts.
  const colors = fullRun || at % 3 === 0;
  const lookEverywhere = (page: Page, address: string) => lookIn(page, address, { first, second, colors });
  const { address, exemplary, access } = walked;
  test(`${address}: nothing overflows, axe finds nothing`, async ({ page, looking, mayOpen }) => {
    const { login: ofExamples, addresses } = readExamples();
    if (access === 'public') return lookEverywhere(page, exemplary ? (addresses[address] ?? '') : address);
    if (exemplary) return lookEverywhere(await looking(ofExamples), addresses[address] ?? '');
    const visitors = await visitorsOf(walked, { signedIn: looking, mayOpen });
    expect(visitors, `somebody of the demo may open a page of ${access}`).not.toEqual([]);
    const ofExamplesIsDue = at % 2 === 1 && visitors.includes(ofExamples);
    const [somebody = '', ...others] = ofExamplesIsDue ? [ofExamples, ...visitors] : visitors;
    await test.step(somebody, async () => lookEverywhere(await looking(somebody), address));
    for (const login of fullRun ? others : [])
      await test.step(login, async () =>
        // Staff have menus of their own; the others see less of the same, or more of it.
        look(await looking(login), address, { structure: login === people.staff || login === ofExamples }),
      );
  });
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  expect(new URL(page.url()).pathname, 'the page itself, not where it sent somebody').toBe(address.split('?')[0]);
  await islandsAwake(page);
  for (const frame of await page.locator('iframe[data-legacy-frame]').all())
    await expect(frame.contentFrame().locator('main')).not.toHaveAttribute('aria-busy', 'true');
}

type Theme = 'light' | 'dark';

async function openWide(page: Page, address: string, colorScheme: Theme): Promise<void> {
  await page.setViewportSize(wide);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await open(page, address);
  await expectNoOverflow(page);
}

async function look(page: Page, address: string, { structure }: { structure: boolean }): Promise<void> {
  await openWide(page, address, 'light');
  await expectNamedPasswords(page);
  if (structure) await expectNoStructuralProblems(page);
  await page.setViewportSize(narrow);
  await expectNoOverflow(page);
}

async function lookIn(
  page: Page,
  address: string,
  { first, second, colors }: { first: Theme; second: Theme; colors: boolean },
): Promise<void> {
  await openWide(page, address, first);
  await expectNamedPasswords(page);
  await (colors ? expectNoProblemsInColor(page) : expectNoStructuralProblems(page));
  await page.setViewportSize(narrow);
  if (fullRun) {
    await page.emulateMedia({ colorScheme: second });
    await open(page, address);
    await expectNoContrastProblems(page);
  }
  await expectNoOverflow(page);
}
