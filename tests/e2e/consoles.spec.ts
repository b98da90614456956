import type { Page } from '@playwright/test';
import { expect, expectNoAxeProblems, islandsAwake, people, test, walkTo } from './support';

const caterer = 'Kettle & Crumb (simulated)';

// Spec 4: Feature toggle: flip enabled, save, then reload the list
test('a feature that staff switch off is gone for the organization at once, and back when they switch it on', async ({
  signedIn,
}) => {
  const [staff, customer] = [await signedIn(people.staff), await signedIn(people.caterer)];
  const button = customer.locator('header').getByRole('link', { name: 'Enter waste' });
  await customer.goto('/home');
  await expect(button).toBeVisible();

  await staff.goto('/home');
  await staff.locator('nav').getByText('CCM tools').click();
  await staff.locator('nav').getByRole('link', { name: 'Feature flags' }).click();
  await expect(staff).toHaveURL(/feature-flags/);
  await islandsAwake(staff);
  await staff.getByLabel('Feature', { exact: true }).selectOption({ label: 'Enter waste' });
  await expect(staff).toHaveURL(/flag=enter-waste/);
  await islandsAwake(staff);
  await staff.evaluate(() => {
    (window as { stays?: true }).stays = true;
  });
  const flip = staff.getByRole('button', { name: `Enabled ${caterer}` });
  await walkTo(staff, flip);
  await staff.keyboard.press('Enter');
  const back = staff.getByRole('button', { name: `Disabled ${caterer}` });
  await expect(back).toBeFocused();
  await expect(staff.getByText(`Enter waste is disabled for ${caterer}.`)).toBeVisible();
  expect(await staff.evaluate(() => (window as { stays?: true }).stays)).toBe(true);
  await expectNoAxeProblems(staff);

  await customer.reload();
  await expect(button).toHaveCount(0);
  await customer.goto('/enter-waste');
  await expect(customer).toHaveURL(/\/home$/);
  await staff.keyboard.press('Enter');
  await expect(flip).toBeFocused();
  await customer.reload();
  await expect(button).toBeVisible();
});

test.describe('where the server refuses', () => {
  test.use({ refusals: [404, 503] });

  // Spec 8: Failed feature calls are only logged
  test('a switch that fails is told, and the list stays as it is', async ({ signedIn }) => {
    const staff = await signedIn(people.staff);
    await staff.goto('/feature-flags?flag=sheet-imports');
    await islandsAwake(staff);
    // The organisation is gone since the list was made.
    await staff
      .locator('form[data-swap-form]')
      .first()
      .evaluate((form) => form.setAttribute('action', '/feature-flags/sheet-imports/900000001'));
    await staff.locator('form[data-swap-form] button').first().click();
    await expect(staff.getByText('Support reference')).toBeVisible();
    await staff.goto('/feature-flags?flag=sheet-imports');
    await expect(staff.getByRole('button', { name: `Enabled ${caterer}` })).toBeVisible();
  });
});

test('staff end a session after a question, and whoever used it is signed out with the next click', async ({
  signedIn,
}) => {
  const [staff, customer] = [await signedIn(people.staff), await signedIn(people.viewer)];
  await customer.goto('/home');
  await staff.goto(`/sessions?q=${people.viewer}`);
  await islandsAwake(staff);
  const end = staff.locator('#sessions').getByRole('button', { name: `End ${people.viewer}` });
  const before = await end.count();
  await end.first().click();
  const question = staff.getByRole('dialog');
  await expect(question).toContainText(`This will end ${people.viewer}’s session`);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(end).toHaveCount(before);
  for (let left = before - 1; left >= 0; left -= 1) {
    await end.first().click();
    await question.getByRole('button', { name: 'End', exact: true }).click();
    await expect(end).toHaveCount(left);
  }
  await expect(staff.getByText('Session ended.')).toBeVisible();
  await customer.goto('/deployment-status');
  await expect(customer).toHaveURL(/\/login$/);
  await staff.goto('/sessions');
  await expect(staff.locator('#sessions').getByText('This session')).toBeVisible();
  await expect(staff.locator('#history tbody tr').first()).toBeVisible();
});

const linesIn = (page: Page) => page.locator('dialog[open] dl > div');

test.describe('where a question cannot be answered', () => {
  test.use({ refusals: [400, 404] });

  // Spec 2: Support console: each search opens a modal titled Lookup By Id listing the lines of the returned description
  // Spec 5: Support lookup forms: no validation shown
  test('staff look up a person and an id in a window, and are told where nothing has it', async ({ signedIn }) => {
    const page = await signedIn(people.staff);
    await page.goto('/support-console');
    await islandsAwake(page);
    await walkTo(page, page.getByLabel('Login', { exact: true }));
    await page.keyboard.type(people.caterer);
    await page.keyboard.press('Enter');
    const found = page.getByRole('dialog', { name: 'Lookup By Id' });
    await expect(found).toContainText('Anton Berger');
    await expect(linesIn(page).first()).toContainText(caterer);
    await expectNoAxeProblems(page);
    await page.keyboard.press('Escape');
    await expect(found).toHaveCount(0);
    await expect(page.getByLabel('Login', { exact: true })).toBeFocused();

    const site = page.getByLabel('Site Id', { exact: true });
    for (const [typed, said] of [
      ['900000001', 'Nothing found with the ID 900000001'],
      ['north', 'IDs must be whole numbers. Other values can have up to 254 characters.'],
      ['', 'IDs must be whole numbers. Other values can have up to 254 characters.'],
    ] as const) {
      await site.fill(typed);
      await site.press('Enter');
      await expect(found).toContainText(said);
      await page.keyboard.press('Escape');
      await expect(found).toHaveCount(0);
    }
  });
});

test('the tool that looks up ids opens by a key and from the menu, on every page', async ({ signedIn }) => {
  const page = await signedIn(people.staff);
  await page.goto('/sessions');
  await islandsAwake(page);
  await page.locator('nav').getByText('CCM tools').click();
  await page.locator('nav').getByRole('link', { name: 'Look up an ID' }).click();
  const tool = page.getByRole('dialog', { name: 'Look up an ID' });
  await tool.getByLabel('Look up', { exact: true }).selectOption({ label: 'Login Name' });
  await tool.getByLabel('ID or text').fill(people.viewer);
  await page.keyboard.press('Enter');
  await expect(tool).toContainText('Vera Lind');
  await expectNoAxeProblems(page);
  await page.keyboard.press('Escape');
  await expect(tool).toBeHidden();

  await page.locator('main h1').click();
  await page.keyboard.press('i');
  await tool.getByLabel('Look up', { exact: true }).selectOption({ label: 'Organization' });
  await tool.getByLabel('ID or text').fill('1');
  await tool.getByRole('button', { name: 'Search' }).click();
  await expect(tool.locator('dt').first()).toHaveText('Organization');
  await expect(tool.locator('dd').first()).toHaveText('Tare (1)');
  await expect(page).toHaveURL(/\/sessions/);
});
