import { expect, expectNoAxeProblems, expectNoOverflow, people, test } from './support';

const today = () => new Date().toISOString().slice(0, 10);

test('a partner is added, a pickup recorded and confirmed with its receipt, and the statement has both weights', async ({
  page,
  withSession,
}) => {
  await withSession(people.caterer);
  await page.goto('/donation-dashboard/partners/new');
  await page.getByLabel('Name').fill('Corner Kitchen');
  await page.getByRole('button', { name: 'Add partner' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expectNoAxeProblems(page);

  await page.goto('/donation-dashboard/pickups/new');
  await page.getByLabel('Location', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Partner', { exact: true }).selectOption({ label: 'Corner Kitchen' });
  await page.getByLabel('Pickup weight').fill('12.5');
  // A date that cannot be is told beside its field, and nothing typed is lost.
  await page.getByLabel('Use-by date').fill('2001-01-01');
  await page.getByRole('button', { name: 'Save pickup' }).click();
  await expect(page.getByText('Food past its use-by date cannot be donated.')).toBeVisible();
  await expect(page.getByLabel('Pickup weight')).toHaveValue('12.5');
  await page.getByLabel('Use-by date').fill('');
  await page.getByRole('button', { name: 'Save pickup' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pickup by Corner Kitchen' })).toBeVisible();
  await expectNoAxeProblems(page);

  await page.getByLabel('Receipt number').fill('CK-1');
  await page.getByLabel('Receipt weight').fill('12');
  await page.getByRole('button', { name: 'Confirm receipt' }).click();
  await expect(page.getByText('Receipt confirmed.')).toBeVisible();
  await expect(page.getByText('−0.5 kg')).toBeVisible();

  await page.goto(`/donation-dashboard/statement?range=custom&startDate=${today()}&endDate=${today()}`);
  await expect(page.getByRole('cell', { name: 'CK-1' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
});

test('a spreadsheet is read, its problems are told by row, and its rows become pickups', async ({
  page,
  withSession,
}) => {
  await withSession(people.caterer);
  await page.goto('/donation-dashboard/pickups/new');
  const options = page.getByLabel('Location', { exact: true }).locator('option');
  const place = await options.nth(1).innerText();
  const site =
    (await page.getByLabel('Location', { exact: true }).locator('optgroup').first().getAttribute('label')) ?? '';
  await page.goto('/donation-dashboard/import');
  const sheet = `Date,Location,Partner,Food,Weight (kg)\n${today()},"${site}, ${place}",Sheet Partner,Rolls,3.25\n${today()},Atlantis,Sheet Partner,Rolls,1\n`;
  await page
    .getByLabel('Spreadsheet or CSV file')
    .setInputFiles({ name: 'lots.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) });
  await page.getByRole('button', { name: 'Read file' }).click();
  await expect(page.getByText('No location or site has this name.')).toBeVisible();
  await expect(page.getByText('No partner has this name.')).toBeVisible();
  await page.getByLabel('Add partners and items that do not exist yet').check();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('heading', { name: '1 row ready, 3.3 kg' })).toBeVisible();
  await expectNoAxeProblems(page);
  await page.getByLabel('Skip these rows and import the rest').check();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByText('1 pickup imported.')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Sheet Partner' }).first()).toBeVisible();
});
