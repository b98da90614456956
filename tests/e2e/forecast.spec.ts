import { addDays } from '../../server/platform/time';
import { expect, expectNoAxeProblems, expectNoOverflow, people, test } from './support';

test('a kitchen that counts its guests is told how many portions to prepare', async ({ page, withSession }) => {
  await withSession(people.caterer);
  await page.goto('/food-waste-dashboard');
  await page.getByRole('link', { name: 'Next week’s forecast' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Next week’s forecast' })).toBeVisible();
  await expect(page.getByText('To see portions as well')).toBeVisible();
  const locationId = Number(await page.locator('select[name="locationId"]').inputValue());
  const yesterday = addDays(new Date().toISOString().slice(0, 10), -1);
  const volumes = Array.from({ length: 250 }, (_, at) => ({
    locationId,
    date: addDays(yesterday, -at),
    kind: 'COVERS',
    value: 400 + ((at * 37) % 41) - (at % 7) * 20,
  }));
  await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' };
    await fetch('/rest/v1/volumes', { method: 'POST', headers, body });
  }, JSON.stringify({ volumes }));
  await page.reload();
  const portions = page.getByRole('row', { name: /^Whole week/ });
  const total = async () => Number((await portions.getByRole('cell').nth(4).innerText()).replaceAll(',', ''));
  const usual = await total();
  await page.getByLabel('Portions may run out on').selectOption('20');
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page).toHaveURL(/shortage=20/);
  expect(await total()).toBeLessThan(usual);
  await expectNoAxeProblems(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
});
