import { expect, expectNoAxeProblems, expectNoOverflow, holdBack, islandsAwake, people, test } from './support';

const rowLinks = (period: string) => `#locations-${period} tbody a[href^="/baselines/"]`;

test.describe('deployment status', () => {
  test.beforeEach(async ({ page, withSession }) => {
    await withSession(people.caterer);
    await page.goto('/deployment-status?wasteStageId=all');
    await islandsAwake(page);
  });

  // Spec 2: A click on a baseline-period row opens the readiness modal
  test('the readiness opens by keyboard, keeps the focus, and gives it back', async ({ page }) => {
    const link = page.locator(rowLinks('baseline')).first();
    await link.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Baseline readiness' });
    await expect(dialog.getByText('Weeks in period')).toBeVisible();
    await expectNoAxeProblems(page);
    for (let at = 0; at < 25; at += 1) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || document.activeElement?.closest('dialog[open]') !== null,
        ),
      ).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(link).toBeFocused();
  });

  // Spec 2: A click on a reduction-period row opens the baseline detail modal
  test('a row of the reduction card opens the baseline details', async ({ page }) => {
    await page.locator('#period-reduction > summary').click();
    await page.locator(rowLinks('reduction')).first().click();
    const dialog = page.getByRole('dialog', { name: 'Baseline details' });
    await expect(dialog.getByText('Change in weight')).toBeVisible();
    await expectNoAxeProblems(page);
    await expectNoOverflow(page);
    await dialog.getByRole('link', { name: 'Open full page' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Baseline details' })).toBeVisible();
    await expectNoAxeProblems(page);
  });

  test('the baseline details lead to where baselines are edited', async ({ page }) => {
    await page.locator('#period-reduction > summary').click();
    await page.locator(rowLinks('reduction')).first().click();
    await page.getByRole('dialog', { name: 'Baseline details' }).getByRole('link', { name: 'Manage baseline' }).click();
    await expect(page.frameLocator('iframe').getByRole('heading', { name: 'All baselines' })).toBeVisible();
  });

  // Spec 2: Readiness: a loading bar
  test('a bar shows while the readiness is loaded', async ({ page }) => {
    const held = await holdBack(page, '**/rest/v1/baseline/readiness**');
    await page.locator(rowLinks('baseline')).first().click();
    const dialog = page.getByRole('dialog', { name: 'Baseline readiness' });
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    held.release();
    await expect(dialog.getByText('Weeks in period')).toBeVisible();
    await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  });

  // Spec 2: Deployment status: a progress bar shows while loading
  test('a bar shows while the locations are sorted or filtered', async ({ page }) => {
    const bar = page.getByRole('progressbar');
    await expect(bar).toBeHidden();
    await page.locator('#period-reduction > summary').click();
    // Before its script listens, the link is one like any other.
    await page.waitForLoadState('networkidle');
    const held = await holdBack(page, '**/deployment-status?**sortReduction**');
    await page.locator('#locations-reduction thead a', { hasText: 'Days in stage' }).click();
    await expect(bar).toBeVisible();
    held.release();
    await expect(page.locator('#locations-reduction th[aria-sort="ascending"]')).toContainText('Days in stage');
    await expect(bar).toBeHidden();
  });

  // Spec 8: Loading errors end the loading state
  test('a failed answer is said and can be tried again', async ({ page }) => {
    let failing = true;
    await page.route('**/rest/v1/baseline/readiness**', (route) =>
      failing
        ? route.fulfill({
            status: 404,
            contentType: 'application/json',
            body: '{"code":"notFound","message":"","requestId":""}',
          })
        : route.continue(),
    );
    await page.locator(rowLinks('baseline')).first().click();
    await expect(page.getByRole('alert')).toContainText('could not be loaded');
    failing = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('dialog').getByText('Weeks in period')).toBeVisible();
  });
});

test('sorting one card keeps the sort of another in the address', async ({ page, withSession }) => {
  await withSession(people.fairfax);
  await page.goto('/deployment-status');
  await page.locator('#period-reduction > summary').click();
  await page.locator('#locations-reduction thead a', { hasText: 'Days in stage' }).click();
  await expect(page).toHaveURL(/sortReduction=days/);
  await page.locator('#locations-baseline thead a', { hasText: 'Location' }).click();
  await expect(page).toHaveURL(/sortReduction=days.*sortBaseline=location|sortBaseline=location.*sortReduction=days/);
  await page.reload();
  await expect(page.locator('#locations-reduction th[aria-sort="ascending"]')).toContainText('Days in stage');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a row leads to a complete page', async ({ page, withSession }) => {
    await withSession(people.caterer);
    await page.goto('/deployment-status?wasteStageId=all');
    await page.locator(rowLinks('baseline')).first().click();
    await expect(page.getByRole('heading', { level: 1, name: /Baseline readiness/ })).toBeVisible();
    await expect(page.getByText('Weeks in period')).toBeVisible();
  });
});
