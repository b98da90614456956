import { expect, expectNoAxeProblems, expectNoOverflow, people, test } from './support';

const numberIn = (text: string) => Number(/[\d,.]+/.exec(text)?.[0].replaceAll(',', ''));

test('the costliest item is found, narrowed to, and opened at its weighings', async ({ page, withSession }) => {
  await withSession(people.caterer);
  await page.goto('/food-waste-dashboard');
  await expect(page.getByLabel('Date range')).toHaveValue('last7Days');
  await page.getByText('Cost', { exact: true }).click();
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page).toHaveURL(/measure=cost/);
  const items = page.getByRole('region', { name: 'By item' });
  const [name, ...others] = await items.getByRole('listitem').first().getByRole('link').allInnerTexts();
  expect(others).toHaveLength(1);
  await items.getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL(/itemId=\d+/);
  await expect(page.getByText(`Item: ${name}`)).toBeVisible();
  await expect(items).toHaveCount(0);
  await expectNoAxeProblems(page);
  const weight = page.locator('main a[href^="/events?figure=total"]').filter({ hasText: 'kg' }).first();
  const said = numberIn(await weight.innerText());
  await weight.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Waste events behind the numbers' })).toBeVisible();
  const sum = page.getByRole('heading', { name: 'Weight', exact: true }).locator('xpath=following-sibling::p[1]');
  // It has two decimals, the figure one: each is rounded from the same grams.
  expect(Math.abs(numberIn(await sum.innerText()) - said)).toBeLessThanOrEqual(0.0551);
  await page.goBack();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
});

test('any days are taken, and the same days are compared with others', async ({ page, withSession }) => {
  await withSession(people.caterer);
  await page.goto('/food-waste-dashboard?range=last4Weeks');
  await page.getByLabel('Date range').focus();
  await page.waitForSelector('[data-island="filters/report-filters"][data-island-state="awake"]');
  await page.getByLabel('Date range').selectOption('custom');
  const end = page.getByLabel('End date');
  const saturday = new Date(Date.parse(await end.inputValue()) - 86_400_000).toISOString().slice(0, 10);
  await end.fill(saturday);
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await expect(page).toHaveURL(new RegExp(`endDate=${saturday}`));
  const compare = page.locator('#compare');
  await compare.getByRole('button', { name: 'Compare' }).click();
  await expect(page).toHaveURL(/compareStart=/);
  await expect(page).toHaveURL(/range=custom/);
  await expectNoAxeProblems(page);
});
