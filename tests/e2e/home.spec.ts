import { expect, expectNoAxeProblems, people, test } from './support';

test('each link of home leads to its page with the filter set', async ({ page, withSession }) => {
  await withSession(people.caterer);
  await page.goto('/home');
  await expectNoAxeProblems(page);
  const items = page.getByRole('region', { name: 'What needs attention' }).getByRole('listitem');
  const hrefs = await items
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(hrefs.map((href) => href.split('?')[0])).toEqual(
    expect.arrayContaining(['/performanceDashboard', '/deployment-status']),
  );
  for (const [at, href] of hrefs.entries()) {
    const item = items.nth(at);
    const count = /^\d+/.exec(await item.innerText())?.[0] ?? '';
    await item.getByRole('link').click();
    await expect(page).toHaveURL((url) => `${url.pathname}${url.search}${url.hash}` === href);
    const asked = new URL(href, 'http://tare.invalid').searchParams;
    if (href.startsWith('/deployment-status')) {
      await expect(page.getByRole('heading', { level: 1, name: 'Deployment status' })).toBeVisible();
      await expect(page.getByLabel('Stage of processing')).toHaveValue(asked.get('wasteStageId') ?? '');
      await expect(page.locator(`${href.slice(href.indexOf('#'))} > summary`)).toContainText(
        new RegExp(`(?<!\\d)${count} locations?\\D`),
      );
    } else {
      await expect(page.getByRole('heading', { level: 1, name: 'Performance dashboard' })).toBeVisible();
      await expect(page.getByLabel('Date range')).toHaveValue('custom');
      await expect(page.getByLabel('Start date')).toHaveValue(asked.get('startDate') ?? '');
      await expect(page.getByLabel('End date')).toHaveValue(asked.get('endDate') ?? '');
      await expect(page.getByLabel('Stage of processing')).toHaveValue(asked.get('wasteStageId') ?? '');
      await expect(page.locator('#performance th[aria-sort]')).toContainText(
        asked.get('sort') === 'tracking' ? 'Days tracked' : 'Needs attention',
      );
    }
    await page.goBack();
    await expect(item).toBeVisible();
  }
});
