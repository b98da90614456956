import type { Page } from '@playwright/test';
import { readExamples } from './examples';
import { expect, expectNoAxeProblems, expectNoOverflow, test } from './support';

const main = (page: Page) => page.getByRole('main');
const step = (page: Page, title: string) => main(page).getByRole('listitem').filter({ hasText: title });

/** On a phone nothing may be cut off. */
async function expectFitsPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('a new kitchen comes from nothing to its first weighing by screens alone', async ({
  page,
  browser,
  server,
  withSession,
}) => {
  await withSession(readExamples().founder);
  await page.setViewportSize({ width: 1440, height: 900 });

  // Onboarding says what comes first where there is no site.
  await page.goto('/onboarding-dashboard/new');
  await main(page).getByRole('link', { name: 'Add a site' }).click();
  const frame = page.frameLocator('iframe');
  const dialog = frame.getByRole('dialog');
  await frame.getByRole('button', { name: 'New site' }).click();
  await dialog.getByLabel('Site', { exact: true }).fill('Harbour');
  await dialog.getByRole('combobox', { name: 'Country', exact: true }).pressSequentially('Germ');
  await dialog.getByRole('option', { name: 'Germany', exact: true }).click();
  await dialog.getByRole('button', { name: 'Add site' }).click();
  await frame.getByRole('button', { name: 'New location' }).click();
  await dialog.getByLabel('Location', { exact: true }).fill('Galley');
  await dialog.getByRole('button', { name: 'Add location' }).click();
  await expect(frame.getByRole('cell', { name: 'Galley', exact: true })).toBeVisible();

  await page.goto('/home');
  await main(page).getByRole('link', { name: 'Onboarding checklist' }).click();
  await main(page).getByRole('link', { name: 'Start onboarding' }).click();
  await main(page).getByRole('button', { name: 'Start onboarding' }).click();
  await expect(main(page)).toContainText('0 of 10 steps done');
  const checklist = new URL(page.url()).pathname;

  await step(page, 'Open days set').getByRole('link', { name: 'Location calendar' }).click();
  await page.getByRole('checkbox', { name: 'Sunday' }).uncheck();
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await expect(page).toHaveURL(/change=/);

  await page.goto('/device-hub');
  await main(page).getByRole('link', { name: 'Add a device' }).click();
  await page.getByLabel('Name').fill('Dish return');
  await page.getByLabel('Serial number').fill('SN-new-kitchen');
  await page.getByRole('button', { name: 'Add device' }).click();
  await expect(main(page)).toContainText('/tracker and enter this code');
  await expectFitsPhone(page);
  const code = await main(page)
    .getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    .innerText();

  // There is no item yet: their names are typed where the buttons are made.
  await page.goto('/menu-manager');
  await main(page).getByRole('link', { name: 'Create a profile' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Kitchen');
  await page.getByRole('button', { name: 'Create profile' }).click();
  await expectNoAxeProblems(page);
  await expectFitsPhone(page);
  await page.getByRole('textbox', { name: 'Add by name' }).fill('Soup\nBread\n\n Rice ');
  await page.getByRole('button', { name: 'Add these names' }).click();
  await main(page).getByRole('link', { name: 'Publish', exact: true }).click();
  await page.getByRole('checkbox', { name: /Dish return/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(main(page)).toContainText('1 device uses this profile');

  await page.goto('/user-manager');
  await main(page).getByRole('link', { name: 'Invite a user' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Kim Cook');
  await page.getByRole('textbox', { name: 'Email' }).fill('kim.cook@kitchen.test');
  await page.getByRole('checkbox', { name: 'Viewer', exact: true }).check();
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(main(page)).toContainText('Kim Cook');

  const context = await browser.newContext({
    baseURL: server,
    viewport: { width: 1024, height: 768 },
    hasTouch: true,
    locale: 'en-US',
  });
  const tablet = await context.newPage();
  await tablet.clock.install();
  await tablet.goto('/tracker');
  await tablet.getByLabel('Enrollment code').fill(code);
  await tablet.getByRole('button', { name: 'Set up tablet' }).tap();
  await tablet.getByRole('button', { name: 'Soup' }).tap();
  for (const key of ['2', 'Decimal separator', '5']) await tablet.getByRole('button', { name: key, exact: true }).tap();
  await tablet.getByRole('button', { name: 'Save', exact: true }).tap();
  await expect(tablet.getByRole('heading', { level: 1, name: 'Saved' })).toBeVisible();
  // Until then it could be undone.
  await tablet.clock.fastForward(61_000);
  await expect(tablet.getByRole('banner').getByRole('button').last()).toHaveText('Weighings');
  await context.close();

  await expect
    .poll(async () => {
      await page.goto('/home');
      return main(page).innerText();
    })
    .toMatch(/Waste, Pre-consumer\s+2\.5\s*kg/);
  await expectFitsPhone(page);
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' });
  await page.goto(`/food-waste-dashboard?range=custom&startDate=${today}&endDate=${today}`);
  await expect(main(page)).toContainText(/2\.5\s*kg/);
  await expect(page.getByRole('region', { name: 'By item' })).toContainText('Soup');
  await page.goto(checklist);
  for (const title of ['Open days set', 'Hardware delivered', 'Tracker menu published', 'First weighing'])
    await expect(step(page, title).getByText('Done', { exact: true }).first()).toBeVisible();
  await expect(main(page)).toContainText('4 of 10 steps done');
});
