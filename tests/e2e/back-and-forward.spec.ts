import type { FrameLocator, Page } from '@playwright/test';
import { expect, islandsAwake, people, test } from './support';

const scrolled = (page: Page | FrameLocator) =>
  page.locator('html').evaluate((html) => (html as HTMLElement).ownerDocument.defaultView?.scrollY ?? 0);
const filtersAwake = '[data-island="filters/report-filters"][data-island-state="awake"]';

test.describe('the steps of the browser', () => {
  test.beforeEach(({ withSession }) => withSession(people.caterer));

  test('lead through filters and the order of a table, each with what its address says', async ({ page }) => {
    await page.goto('/performanceDashboard');
    const range = page.getByLabel('Date range');
    await range.focus();
    await page.waitForSelector(filtersAwake);
    await range.selectOption('last4Weeks');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page).toHaveURL(/range=last4Weeks/);
    // The page came anew, the focus did not move.
    await expect(page.getByRole('button', { name: 'Apply filters' })).toBeFocused();
    await page.locator('#performance thead a', { hasText: 'Weight vs' }).click();
    await expect(page.locator('#performance th[aria-sort="ascending"]')).toContainText('Weight');

    await page.goBack();
    await expect(page).not.toHaveURL(/sort=/);
    await expect(page.locator('#performance th[aria-sort]')).not.toContainText('Weight');
    await expect(range).toHaveValue('last4Weeks');
    await page.goBack();
    await expect(page).toHaveURL(/\/performanceDashboard$/);
    // Chosen before the page was left, and not what this address shows.
    await expect(range).toHaveValue('last13Weeks');
    await page.goForward();
    await expect(page).toHaveURL(/range=last4Weeks/);
    await expect(range).toHaveValue('last4Weeks');
    await page.goForward();
    await expect(page).toHaveURL(/sort=/);
    await expect(page.locator('#performance th[aria-sort="ascending"]')).toContainText('Weight');
  });

  test('lead to the order of a table however quickly they are taken', async ({ page }) => {
    await page.goto('/home');
    await page.goto('/performanceDashboard');
    await page.locator('#performance thead a', { hasText: 'Weight vs' }).click();
    await expect(page).toHaveURL(/sort=/);
    await page.goBack();
    await expect(page.locator('#performance th[aria-sort]')).not.toContainText('Weight');
    await page.goBack();
    await expect(page).toHaveURL(/home$/);
    await page.goForward({ waitUntil: 'commit' });
    // The scripts of the page do not listen yet.
    await page.evaluate(() => window.history.forward());
    await expect(page).toHaveURL(/sort=/);
    await expect(page.locator('#performance th[aria-sort="ascending"]')).toContainText('Weight');
  });

  test('return to where a page was scrolled to', async ({ page }) => {
    await page.goto('/performanceDashboard');
    await page.locator('#performance thead a', { hasText: 'Weight vs' }).scrollIntoViewIfNeeded();
    const before = await scrolled(page);
    expect(before).toBeGreaterThan(200);
    await page.locator('#performance thead a', { hasText: 'Weight vs' }).click();
    await expect(page).toHaveURL(/sort=/);
    await page.goBack();
    await expect(page).not.toHaveURL(/sort=/);
    await expect.poll(async () => Math.abs((await scrolled(page)) - before)).toBeLessThan(3);
  });

  test('lead through the filters, the order and the pages of a framed list', async ({ page }) => {
    await page.goto('/waste-events');
    const frame = page.frameLocator('iframe');
    const [stage, weight] = [frame.getByLabel('Stage'), frame.getByRole('columnheader', { name: 'Net weight' })];
    await frame.getByRole('button', { name: 'More filters', exact: true }).click();
    await stage.selectOption({ label: 'Post-consumer' });
    await expect(page).toHaveURL(/wasteStageId=9/);
    await frame.getByRole('button', { name: 'Net weight' }).click();
    await expect(weight).toHaveAttribute('aria-sort', 'ascending');

    await page.goBack();
    await expect(weight).not.toHaveAttribute('aria-sort');
    await expect(stage).toHaveValue('9');
    await page.goBack();
    await expect(page).toHaveURL(/\/waste-events$/);
    await expect(stage).toHaveValue('');
    await expect
      .poll(async () => new Set(await frame.locator('td[data-label="Stage"]').allInnerTexts()))
      .not.toEqual(new Set(['Post-consumer']));
    await page.goForward();
    await expect(stage).toHaveValue('9');

    // From another page and back: the frame shows what the host's address says.
    await page.goto('/home');
    await page.goBack();
    await expect(stage).toHaveValue('9');
  });

  test('count what was typed in one field as one', async ({ page }) => {
    await page.goto('/sites');
    const frame = page.frameLocator('iframe');
    const search = frame.getByLabel('Search');
    await search.fill('Har');
    await expect(page).toHaveURL(/text=Har$/);
    await search.fill('Harbour');
    await expect(page).toHaveURL(/text=Harbour$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/sites$/);
    await expect(search).toHaveValue('');
  });

  test('lead out of one thing to its place in the framed list, as its own way back does', async ({ page }) => {
    await page.goto('/manage-baselines');
    const frame = page.frameLocator('iframe');
    const row = frame.locator('tbody button').nth(25);
    const key = await row.getAttribute('data-key');
    const opened = frame.locator(`[data-key="${key}"]`);
    await row.scrollIntoViewIfNeeded();
    await row.click();
    await expect(page).toHaveURL(/location=\d+/);
    await expect(frame.locator('h1')).toBeFocused();
    await page.goBack();
    await expect(opened).toBeFocused();
    await expect(opened).toBeInViewport();
    await page.goForward();
    await expect(frame.locator('h1')).toBeVisible();
    await expect(opened).toHaveCount(0);
    await frame.getByRole('button', { name: 'Baselines' }).first().click();
    await expect(page).not.toHaveURL(/location=/);
    await expect(opened).toBeFocused();
    await expect(opened).toBeInViewport();
  });

  test('close what was opened above a framed list', async ({ page }) => {
    await page.goto('/waste-events');
    const frame = page.frameLocator('iframe');
    await frame.locator('tbody button').first().click();
    await expect(frame.getByRole('dialog')).toBeVisible();
    await page.goBack();
    await expect(frame.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(/\/waste-events$/);
  });

  test('close once what is closed twice in a moment', async ({ page }) => {
    await page.goto('/home');
    await page.goto('/waste-events');
    const frame = page.frameLocator('iframe');
    await frame.locator('tbody button').first().click();
    const dialog = frame.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await dialog
      .getByRole('button', { name: 'Close' })
      .first()
      .evaluate((button: HTMLElement) => {
        button.click();
        button.click();
      });
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/\/waste-events$/);
  });

  test('after days were marked, they have the focus and stand in view with what came of it', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/locationCalendar');
    await islandsAwake(page);
    await page.locator('#days').scrollIntoViewIfNeeded();
    await page.waitForSelector('[data-island="calendar/month-grid"][data-island-state="awake"]');
    const day = page.locator('#days td').nth(9);
    await day.click();
    await page.getByRole('button', { name: 'Mark days' }).click();
    await expect(page).toHaveURL(/change=/);
    await expect(day.locator('a')).toBeFocused();
    await expect(day).toBeInViewport();
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeInViewport();
    await undo.click();
    await expect(page.locator('#days')).toBeInViewport();
    await expect(page.getByText('Change undone')).toBeInViewport();
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the browser leads back to the filters of the address', async ({ page, withSession }) => {
    await withSession(people.caterer);
    await page.goto('/deployment-status');
    const stage = page.getByLabel('Stage');
    const usual = await stage.inputValue();
    await stage.selectOption({ label: 'Post-consumer' });
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page).toHaveURL(/wasteStageId=9/);
    await page.goBack();
    await expect(page).toHaveURL(/\/deployment-status$/);
    await expect(stage).toHaveValue(usual);
  });
});
