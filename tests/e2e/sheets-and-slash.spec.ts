import { expect, people, test, walkTo } from './support';
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
