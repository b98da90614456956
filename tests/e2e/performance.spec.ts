import { expect, expectNoAxeProblems, expectNoOverflow, people, test } from './support';

const awake = '[data-island="filters/report-filters"][data-island-state="awake"]';

test.describe('performance dashboard', () => {
  test.beforeEach(async ({ page, withSession }) => {
    await withSession(people.caterer);
    await page.goto('/performanceDashboard');
  });

  // Spec 5: Performance: Apply is disabled when any fails
  test('wrong dates are said beside the field and cannot be applied; right ones end up in a short address', async ({
    page,
  }) => {
    await page.getByLabel('Date range').focus();
    await page.waitForSelector(awake);
    await page.getByLabel('Date range').selectOption('custom');
    await page.getByLabel('Start date').focus();
    await page.keyboard.type('01062026');
    await expect(page.getByText('The start date must be a Monday.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Apply filters' })).toBeDisabled();
    await page.getByLabel('Start date').fill('2026-01-05');
    await page.getByLabel('End date').fill('2025-12-28');
    await expect(page.getByText('The end date cannot be before the start date.')).toBeVisible();
    await page.getByLabel('End date').fill('2026-02-08');
    await expect(page.getByRole('button', { name: 'Apply filters' })).toBeEnabled();
    await page.getByLabel('End date').press('Enter');
    await expect(page).toHaveURL(
      /\/performanceDashboard\?range=custom&startDate=2026-01-05&endDate=2026-02-08&wasteStageId=8&viewType=locations$/,
    );
    await expectNoAxeProblems(page);
  });

  test('a day that comes without a key, as from a calendar, stands for its week', async ({ page }) => {
    await page.getByLabel('Date range').focus();
    await page.waitForSelector(awake);
    await page.getByLabel('Date range').selectOption('custom');
    const [start, end] = [page.getByLabel('Start date'), page.getByLabel('End date')];
    await start.fill('2026-01-08');
    await expect(start).toHaveValue('2026-01-05');
    await expect(start).toHaveAccessibleDescription(
      'Weeks start on Monday, so the date was changed to the Monday of that week.',
    );
    await end.fill('2026-01-29');
    await expect(end).toHaveValue('2026-02-01');
    await expect(end).toHaveAccessibleDescription(
      'Weeks end on Sunday, so the date was changed to the Sunday of that week.',
    );
    await expect(page.getByRole('button', { name: 'Apply filters' })).toBeEnabled();
  });

  // Spec 5: Performance: start picker max is the end date; end picker min is the start date and max is today
  test('the end picker begins at the start date and ends today', async ({ page }) => {
    await page.getByLabel('Date range').focus();
    await page.waitForSelector(awake);
    await page.getByLabel('Date range').selectOption('custom');
    const [start, end] = [page.getByLabel('Start date'), page.getByLabel('End date')];
    await expect(start).toHaveAttribute('max', await end.inputValue());
    await expect(end).toHaveAttribute('min', await start.inputValue());
    expect(await end.getAttribute('max')).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  // Spec 5: Performance: Apply is disabled while loading
  test('Apply cannot be pressed again while the answer is under way', async ({ page }) => {
    await page.getByLabel('Date range').focus();
    await page.waitForSelector(awake);
    let asked = 0;
    await page.route('**/performanceDashboard?**', async (route) => {
      asked += 1;
      await new Promise((done) => {
        setTimeout(done, 800);
      });
      await route.continue();
    });
    await page.getByLabel('Date range').selectOption('lastWeek');
    const apply = page.getByRole('button', { name: 'Apply filters' });
    // The page notes how its button looks on the way, for the page that follows it.
    await apply.evaluate((button) =>
      button.addEventListener(
        'click',
        () =>
          setTimeout(() => {
            (button as HTMLButtonElement).click();
            window.sessionStorage.setItem('apply', String((button as HTMLButtonElement).disabled));
          }, 300),
        { once: true },
      ),
    );
    await apply.click();
    await expect(page).toHaveURL(/range=lastWeek/);
    expect(await page.evaluate(() => window.sessionStorage.getItem('apply'))).toBe('true');
    expect(asked).toBe(1);
  });

  test('a click on a head sorts and keeps the focus; applying filters keeps the sort', async ({ page }) => {
    await page.locator('#performance thead a', { hasText: 'Weight vs' }).click();
    await expect(page).toHaveURL(/sort=weight/);
    await expect(page.locator('#performance th[aria-sort="ascending"]')).toContainText('Weight');
    await page.locator('#performance thead a', { hasText: 'Weight vs' }).press('Enter');
    await expect(page).toHaveURL(/sort=-weight/);
    await expect(page.locator('#performance th[aria-sort="descending"] a')).toBeFocused();
    await page.getByLabel('Date range').focus();
    await page.waitForSelector(awake);
    await page.getByRole('radio', { name: 'Sites' }).check();
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page).toHaveURL(
      (url) => url.searchParams.get('viewType') === 'sites' && url.searchParams.get('sort') === '-weight',
    );
    await expect(page.locator('#performance th[aria-sort="descending"]')).toContainText('Weight');
  });

  test('a chosen country leaves its regions, here and among the events', async ({ page }) => {
    const narrow = async () => {
      const region = page.getByLabel('Region');
      const offered = () => region.locator('option').allInnerTexts();
      const all = await offered();
      await region.selectOption('Wales');
      await page.getByLabel('Country').selectOption('DE');
      await expect(region).toHaveValue('');
      expect((await offered()).length).toBeLessThan(all.length);
      expect(await offered()).not.toContain('Wales');
      await region.selectOption('Nordrhein-Westfalen');
      await page.getByLabel('Country').selectOption('');
      await expect(region).toHaveValue('Nordrhein-Westfalen');
      expect(await offered()).toEqual(all);
    };
    await page.getByLabel('Date range').focus();
    await page.waitForSelector(awake);
    await narrow();
    await page.goto('/events');
    await page.getByText('More filters').click();
    await page.waitForSelector('[data-island="filters/narrowed-field"][data-island-state="awake"]');
    await narrow();
  });

  // Spec 2: Performance: the performance data calculations modal
  test('the calculations open and close by keyboard', async ({ page }) => {
    const button = page.getByRole('button', { name: 'How figures are calculated' });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'How figures are calculated' });
    await expect(dialog).toContainText('Example:');
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    await expectNoAxeProblems(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
  });

  // A collapsed line belongs to the table, and lies below a cell that stands still.
  test('a column that stands still keeps the lines between the rows', async ({ page }) => {
    await page.setViewportSize({ width: 900, height: 844 });
    const lines = await page.locator('tbody td').evaluateAll((cells) =>
      cells
        .map((cell) => ({ cell, style: getComputedStyle(cell) }))
        .filter(({ cell, style }) => style.position === 'sticky' && cell.closest('tr')?.nextElementSibling)
        .map(({ cell, style }) => [
          getComputedStyle(cell.closest('table') as Element).borderCollapse,
          style.borderBottomWidth,
        ]),
    );
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).toEqual(['separate', '1px']);
  });

  test('on a phone the filters fold into a sheet', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await expect(page.getByLabel('Date range')).toBeVisible();
    await page.waitForSelector(awake, { state: 'attached' });
    await expect(page.getByLabel('Date range')).toBeVisible();
    await page.getByLabel('Date range').selectOption('last4Weeks');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page).toHaveURL(/range=last4Weeks/);
    await expectNoOverflow(page);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the filters are a form, and wrong dates come back with it', async ({ page, withSession }) => {
    await withSession(people.caterer);
    await page.goto('/performanceDashboard');
    await expect(page.getByLabel('Start date')).toBeHidden();
    await page.getByLabel('Date range').selectOption('custom');
    await page.getByLabel('Start date').fill('2026-01-06');
    await page.getByRole('button', { name: 'Apply filters' }).click();
    await expect(page.getByText('The start date must be a Monday.')).toBeVisible();
    await expect(page.getByLabel('Start date')).toHaveValue('2026-01-06');
  });

  test('on a phone the table is within two screens, and the charts come when they are asked for, the value in one currency at a time', async ({
    page,
    withSession,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await withSession(people.caterer);
    await page.goto('/performanceDashboard');
    const chartOf = (currency: string) => page.locator(`#trend-${currency}`);
    await expect(page.locator('#ranking')).toBeHidden();
    const headOf = (currency: string) => page.getByRole('heading', { name: `Change in value in ${currency}` });
    await expect(headOf('EUR')).toBeVisible();
    await page.getByRole('radio', { name: 'Change in value in EUR' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(headOf('GBP')).toBeVisible();
    await expect(headOf('EUR')).toBeHidden();
    expect((await page.locator('tbody tr').filter({ visible: true }).first().boundingBox())?.y).toBeLessThan(2 * 844);
    await page.getByLabel('Show charts').focus();
    await page.keyboard.press('Space');
    await expect(page.locator('#ranking')).toBeVisible();
    await expect(chartOf('EUR')).toBeVisible();
    await expect(chartOf('USD')).toBeHidden();
    await page.getByRole('radio', { name: 'Value in EUR', exact: true }).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('radio', { name: 'Value in USD', exact: true })).toBeChecked();
    await expect(chartOf('USD')).toBeVisible();
    await expect(chartOf('EUR')).toBeHidden();
    await expect(page.locator('#trend-weight')).toBeVisible();
    await expectNoOverflow(page);
  });
});

test('where the usual weeks hold nothing, the newest ones that do are offered', async ({ page, withSession }) => {
  await withSession(people.fairfax);
  await page.goto('/performanceDashboard');
  await page.getByRole('link', { name: 'Show Apr 28 – Jun 1, 2025' }).click();
  await expect(page.locator('#performance')).toContainText('1–100 of 190');
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.locator('#performance')).toContainText('101–190 of 190');
  await expectNoAxeProblems(page);
});
