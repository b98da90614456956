import { expect, expectNoAxeProblems, expectNoOverflow, people, test } from './support';

/** A month so many before this one, and its days. */
function monthBefore(months: number): { month: string; days: string[] } {
  const now = new Date();
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1, 12));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const month = first.toISOString().slice(0, 7);
  return { month, days: Array.from({ length: last }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`) };
}

test.use({ refusals: [422] });

test('covers are typed and pasted, and waste for each cover stands beside the baseline and opens', async ({
  page,
  withSession,
}) => {
  await withSession(people.caterer);
  await page.goto('/volume-adjusted-metrics?level=location');
  await page.getByRole('main').getByRole('link', { name: 'Enter covers and sales' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Covers and sales' })).toBeVisible();
  // A forecast is of the kitchen that weighs most of late; others may have stopped.
  await page.goto('/food-waste-dashboard/forecast');
  const weighing = await page.locator('select[name="locationId"]').inputValue();
  await page.goto(`/volumes?locationId=${weighing}`);
  await page.getByRole('link', { name: 'Previous month' }).click();
  await expect(page).toHaveURL(/month=/);

  // By the keyboard alone: a number, the next cells, and Enter.
  await page.locator('[name="covers1"]').fill('120 guests');
  await page.locator('[name="covers1"]').press('Enter');
  await expect(page.getByText('Enter only a number')).toBeVisible();
  await expectNoAxeProblems(page);
  await page.locator('[name="covers1"]').fill('120');
  await page.locator('[name="covers1"]').press('Tab');
  await expect(page.locator('[name="transactions1"]')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 figure saved.')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1280, height: 900 });

  const location = page.locator('select[name="locationId"]');
  const locationId = await location.inputValue();
  const rows = Array.from({ length: 12 }, (_, at) => monthBefore(at + 1)).flatMap(({ days }) =>
    days.map((day, at) => `${day}\t${100 + (at % 7) * 5}`),
  );
  await page.getByLabel('Paste rows here').fill(['Date\tGuests', ...rows, `${monthBefore(1).month}-01\t1`].join('\n'));
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('The same day is listed twice.')).toBeVisible();
  await expectNoAxeProblems(page);
  await page.getByLabel('Skip the rows with problems').check();
  await page.getByRole('button', { name: /^Save \d+ figures/ }).click();
  await expect(page.getByText(/figures saved\./)).toBeVisible();

  await page.goto(`/volume-adjusted-metrics?level=location&locationId=${locationId}`);
  await expect(page.getByRole('heading', { name: 'Waste per cover by location' })).toBeVisible();
  await expect(page.getByText(/vs\. the baseline of/)).toBeVisible();
  await expectNoAxeProblems(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  const detail = page.locator('#vam-detail').getByRole('row').nth(1);
  await detail.getByRole('link').nth(1).click();
  await expect(page).toHaveURL(/\/events\?figure=total/);
  await page.goBack();
  await page.locator('#vam-detail').getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`/volumes\\?locationId=${locationId}&month=`));
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('figures are entered, and a month is locked and unlocked with a reason', async ({ page, withSession }) => {
    await withSession(people.caterer);
    await page.goto(`/volumes?month=${monthBefore(14).month}`);
    await page.locator('[name="covers3"]').fill('80');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('1 figure saved.')).toBeVisible();
    await page.getByText(/^Lock \w+ \d+/).click();
    await page.getByLabel('Reason').fill('Books closed');
    await page.getByRole('button', { name: 'Lock month' }).click();
    await expect(page.getByText('Reason: Books closed')).toBeVisible();
    await expect(page.locator('[name="covers3"]')).toHaveCount(0);
    await page.locator('summary', { hasText: 'Unlock month' }).click();
    await page.getByLabel('Reason').fill('A late receipt');
    await page.getByRole('button', { name: 'Unlock month' }).click();
    await expect(page.locator('[name="covers3"]')).toHaveValue('80');
  });
});
