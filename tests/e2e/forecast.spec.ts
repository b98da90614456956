import { expect, expectNoAxeProblems, expectNoOverflow, people, test } from './support';

test('a kitchen that counts its guests is told how many portions to prepare', async ({ page, withSession }) => {
  await withSession(people.caterer);
  await page.goto('/food-waste-dashboard');
  await page.getByRole('link', { name: 'Next week’s forecast' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Next week’s forecast' })).toBeVisible();
  const portions = page.getByRole('row', { name: /^Whole week/ });
  const total = async () => Number((await portions.getByRole('cell').nth(4).innerText()).replaceAll(',', ''));
  const usual = await total();
  await page.getByLabel('Portions can run out on').selectOption('20');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page).toHaveURL(/shortage=20/);
  expect(await total()).toBeLessThan(usual);
  await expectNoAxeProblems(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
});
