import { expect, expectNoAxeProblems, expectNoOverflow, people, test } from './support';

/** The Monday so many weeks before this one. */
function mondayBefore(weeks: number): string {
  const now = new Date();
  const weekday = (now.getUTCDay() + 6) % 7;
  return new Date(now.getTime() - (weekday + weeks * 7) * 86_400_000).toISOString().slice(0, 10);
}

test('a goal is set for what costs most, an action is logged, and its effect is shown with its interval', async ({
  page,
  withSession,
}) => {
  await withSession(people.caterer);
  await page.goto('/goals');
  const first = page.locator('#suggestions').getByRole('listitem').first();
  const item = await first.locator('strong').innerText();
  await first.getByRole('link', { name: /^Set goal/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Set a goal' })).toBeVisible();
  await expectNoAxeProblems(page);

  // A wrong target is told beside its field, and nothing typed is lost.
  await page.getByLabel('Name').fill('Less of it');
  await page.getByLabel('Percent reduction').fill('0');
  await page.getByRole('button', { name: 'Set goal' }).click();
  await expect(page.getByText('Enter a reduction above 0%')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Less of it');
  await page.getByLabel('Percent reduction').fill('15');
  await page.getByLabel('Start date').fill(mondayBefore(9));
  await page.getByRole('button', { name: 'Set goal' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Less of it' })).toBeVisible();
  await expect(page.getByText(item).first()).toBeVisible();
  await expect(page.getByText(/than the baseline. Target: 15% less/)).toBeVisible();

  await page.getByLabel('What was changed').fill('Smaller trays');
  await page.getByLabel('Started on').fill(mondayBefore(6));
  await page.getByRole('button', { name: 'Log action' }).click();
  const action = page.locator('#actions').getByRole('listitem').filter({ hasText: 'Smaller trays' });
  await expect(action.getByText('95% interval')).toBeVisible();
  await expectNoAxeProblems(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);

  await page.getByRole('button', { name: 'Close goal' }).click();
  await expect(page.getByRole('button', { name: 'Reopen goal' })).toBeVisible();
  await page.goto('/goals?show=over');
  await expectNoOverflow(page);
  await page.getByRole('link', { name: 'Less of it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Less of it' })).toBeVisible();
});
