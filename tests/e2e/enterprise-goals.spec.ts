import { expect, expectNoAxeProblems, expectNoOverflow, people, test } from './support';

test('a goal of the organization is set, a site is exempted with a reason, and locations get their goals', async ({
  page,
  withSession,
}) => {
  await withSession(people.caterer);
  await page.goto('/enterprise-goals');
  await page.getByRole('link', { name: 'Set a goal' }).first().click();
  await page.getByLabel('Name').fill('Half of it');
  // It began half a year ago, on a Monday.
  const monday = new Date(Date.now() - (((new Date().getUTCDay() + 6) % 7) + 26 * 7) * 86_400_000);
  await page.getByLabel('Start date').fill(monday.toISOString().slice(0, 10));
  await expectNoAxeProblems(page);
  await page.getByRole('button', { name: 'Set goal' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Half of it' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Waste and target line' })).toBeVisible();

  const site = page.locator('#enterprise-goal-sites').getByRole('row').nth(1);
  const name = (await site.getByRole('cell').first().innerText()).split('\n')[0] ?? '';
  await site.getByRole('link', { name: /^Exempt/ }).click();
  await page.getByLabel(/^Why is/).fill('Closes in spring');
  await page.getByRole('button', { name: 'Exempt site' }).click();
  const exempted = page.locator('#enterprise-goal-sites').getByRole('row').filter({ hasText: name });
  await expect(exempted.getByText('Closes in spring')).toBeVisible();
  await expectNoAxeProblems(page);

  await page.getByRole('button', { name: 'Set goals for locations' }).click();
  await page.goto('/goals?text=half');
  await expect(page.getByRole('link', { name: 'Half of it' }).first()).toBeVisible();
  await page.goBack();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
});
