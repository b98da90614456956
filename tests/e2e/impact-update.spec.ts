import { expect, expectNoAxeProblems, expectNoOverflow, people, test } from './support';

test('an impact update is made, frozen, shared by a link and printed', async ({ page, withSession, browser }) => {
  await withSession(people.caterer);
  await page.goto('/impact-update');
  await expectNoAxeProblems(page);
  await page.getByRole('button', { name: 'Create impact update' }).click();
  await expect(page.getByRole('link', { name: 'Download PDF' })).toBeVisible({ timeout: 60_000 });
  await expectNoAxeProblems(page);
  const avoided = page.locator('dl dd').filter({ hasText: 'CO₂e' }).first();
  await expect(avoided).toHaveText(/\d.*kg CO₂e/);
  const claimed = await avoided.innerText();

  await page.getByLabel('Link expires in').selectOption('30');
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = page.getByRole('link', { name: /impact-update-report\/shared/ });
  await expect(link).toBeVisible();
  const href = (await link.getAttribute('href')) ?? '';
  const address = `/impact-update-report/shared/${href.split('/').at(-1)}`;

  // Somebody without an account, on a phone.
  const elsewhere = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const reader = await elsewhere.newPage();
  await reader.goto(new URL(address, page.url()).href);
  await expect(reader.getByText(claimed).first()).toBeVisible();
  await expectNoOverflow(reader);
  await expectNoAxeProblems(reader);
  await expect(reader.getByRole('main').getByRole('link')).toHaveCount(0);

  await page.getByRole('button', { name: 'Revoke' }).first().click();
  await expect(page.getByRole('button', { name: 'Revoke' })).toHaveCount(0);
  await reader.reload();
  await expect(reader.getByText('Link not found').first()).toBeVisible();
  await elsewhere.close();

  await page.getByRole('link', { name: 'Printable page' }).click();
  await expect(page.getByRole('navigation', { name: /menu/i })).toHaveCount(0);
  await expect(page.getByText(claimed).first()).toBeVisible();

  await page.goto('/impact/items');
  await expectNoAxeProblems(page);
  const dish = page.getByLabel('Food category of Soup', { exact: true });
  await dish.selectOption({ label: 'Vegetables' });
  await page.getByRole('button', { name: 'Save categories' }).click();
  await expect(page.getByText(/categor(y|ies) saved/)).toBeVisible();
  await expect(page.getByLabel('Food category of Soup', { exact: true })).toHaveValue('vegetables');
});
