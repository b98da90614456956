import { expect, expectNoAxeProblems, people, test, walkTo } from './support';
import { framesSettled, visit } from './visit';

const phone = { width: 390, height: 844 };

test('a sheet above the page closes when the focus goes on behind it, and Escape leads back to its button', async ({
  signedIn,
}) => {
  const page = await signedIn(people.caterer);
  await page.setViewportSize(phone);
  await visit(page, '/performanceDashboard');
  const sheets = page.locator(':popover-open');
  for (const opener of [
    page.getByRole('button', { name: 'Menu', exact: true }),
    page.getByRole('button', { name: 'Filters', exact: true }),
  ]) {
    await opener.press('Enter');
    await expect(sheets).toHaveCount(1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await expect(sheets).toHaveCount(0);
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(sheets).toHaveCount(1);
    await walkTo(page, page.locator('#performance thead a').first());
    await expect(sheets).toHaveCount(0);
  }
});

test('the slash leads to the first filter: in the page, behind its button on a phone, and in a frame', async ({
  signedIn,
}) => {
  const page = await signedIn(people.caterer);
  const slash = async (address: string) => {
    await visit(page, address);
    await framesSettled(page);
    await page.keyboard.press('/');
  };
  await slash('/performanceDashboard');
  await expect(page.getByLabel('Date range')).toBeFocused();
  await slash('/waste-events');
  await expect(page.frameLocator('iframe').getByLabel('Search', { exact: true })).toBeFocused();
  await page.setViewportSize(phone);
  await slash('/performanceDashboard');
  await expect(page.getByRole('button', { name: 'Filters', exact: true })).toBeFocused();
});

test('brackets turn the page of a list, in the page and in a frame, wherever the focus is', async ({ signedIn }) => {
  const page = await signedIn(people.caterer);
  for (const address of ['/events', '/waste-events']) {
    await visit(page, address);
    await framesSettled(page);
    await page.keyboard.press(']');
    await expect(page).toHaveURL(/page=2/);
    await framesSettled(page);
    await page.keyboard.press('[');
    await expect(page).not.toHaveURL(/page=2/);
    await framesSettled(page);
  }
  const heading = page.frameLocator('iframe').getByRole('heading', { level: 1 });
  await heading.focus();
  await page.keyboard.press(']');
  await expect(page).toHaveURL(/page=2/);
});

test('Ctrl+K finds pages and places from a page, from a field, from a frame and on a phone', async ({ signedIn }) => {
  const page = await signedIn(people.caterer);
  const search = page.getByRole('dialog', { name: 'Find a page, setting, site or location' });
  const field = search.getByRole('combobox');
  const options = search.getByRole('option');
  await visit(page, '/performanceDashboard');
  await page.getByLabel('Date range').focus();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await expect(options.first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await expect(page.getByLabel('Date range')).toBeFocused();

  await visit(page, '/waste-events');
  await page.frameLocator('iframe').getByLabel('Search', { exact: true }).focus();
  await page.keyboard.press('Meta+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('nothing has this name');
  await expect(search.getByRole('status')).toHaveText('No matches');
  await field.fill('users');
  await expect(options.first()).toHaveText(/Users.*Page/);
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await expectNoAxeProblems(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/users$/);

  // Enter goes to what was typed, also where the list still answers what was typed before.
  await visit(page, '/home');
  await page.keyboard.press('Control+k');
  await field.fill('users');
  await expect(options.first()).toHaveText(/Users.*Page/);
  await field.fill('alerts');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/alerts$/);

  await page.setViewportSize(phone);
  await visit(page, '/home');
  await page.getByRole('link', { name: 'Search', exact: true }).click();
  await field.fill('kitchen');
  await expect(options.first()).toHaveText(/Kitchen/i);
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(field).toHaveAttribute('aria-activedescendant', (await options.nth(1).getAttribute('id')) ?? 'none');
  await options.nth(1).click();
  await expect(page).toHaveURL(/(site|location)(Id)?=\d+/);
});
