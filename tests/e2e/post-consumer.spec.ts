import { expect, expectNoAxeProblems, expectNoOverflow, people, test } from './support';

test.use({ refusals: [422] });

test('guests are entered by day, and what each of them left follows', async ({ page, withSession }) => {
  await withSession(people.caterer);
  await page.goto('/post-consumer?range=last4Weeks');
  await expect(page.getByRole('heading', { level: 1, name: 'Post-consumer waste' })).toBeVisible();
  await expectNoAxeProblems(page);
  await page.locator('#guest-places-table').getByRole('link').first().click();

  const strip = page.locator('#guests');
  const weighed = strip
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .last();
  const field = weighed.locator('input[inputmode="numeric"]');
  await field.fill('-4');
  await field.press('Enter');
  await expect(page.getByText('The figure cannot be negative.')).toBeVisible();
  await expectNoAxeProblems(page);
  await field.fill('1000');
  await page.getByRole('button', { name: 'Save guest counts' }).click();
  await expect(page.getByText('1 figure saved.')).toBeVisible();
  const kilograms = Number.parseFloat((await weighed.getByRole('link').textContent()) ?? '');
  // Both are rounded to one decimal as they are shown.
  const perGuest = Number.parseFloat((await weighed.getByRole('cell').last().textContent()) ?? '');
  expect(Math.abs(perGuest - kilograms)).toBeLessThanOrEqual(0.1001);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
});
