import type { Page } from '@playwright/test';
import { bookOf } from '../../server/platform/sheet/workbook/workbook.fixtures';
import { expect, expectNoAxeProblems, expectNoOverflow, people, test } from './support';

/** One place of the demo, with a decimal comma and a day that does not exist; each test marks its lines with a note. */
const sheet = (note: string) => ({
  name: 'weighings.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([
    'date,time,site,location,stage,item,weight,unit,cost,note',
    `2026-03-02,09:00,Mersey Gate,Deli bar,8,Bread,"1,5",kg,2.50,${note}`,
    `2026-03-02,10:00,Mersey Gate,Deli bar,8,Soup,2500,g,,${note}`,
    `2026-02-30,11:00,Mersey Gate,Deli bar,8,Soup,1,kg,,${note}`,
  ].join('\n')),
});

async function send(page: Page, note: string): Promise<void> {
  await page.goto('/imports/new');
  await page.locator('input[name=file]').setInputFiles(sheet(note));
  await page.getByLabel('How to read it').selectOption('generic');
  await page.getByRole('button', { name: 'Send file' }).click();
  await page.waitForURL(/\/imports\/\d+$/);
}

test('a sheet is checked, imported and undone by keyboard; the bad line says why', async ({ page, signIn }) => {
  test.setTimeout(90_000);
  await signIn(people.caterer);
  await send(page, 'by keyboard');
  const run = page.getByRole('button', { name: 'Run import' });
  await expect(run).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('cell', { name: /There is no such day/ })).toBeVisible();
  await expectNoAxeProblems(page);
  await run.press('Enter');
  await expect(page.getByText('Undo this import')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('£').first()).toBeVisible();
  await expectNoAxeProblems(page);
  await page.getByLabel('Reason').fill('Only a trial');
  await page.getByRole('button', { name: 'Undo import' }).press('Enter');
  const question = page.getByRole('dialog');
  await expect(question).toBeVisible();
  await expectNoAxeProblems(page);
  await question.locator('button[value=yes]').press('Enter');
  await expect(page.getByText('Undone').first()).toBeVisible();
  await expectNoAxeProblems(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
});

test('a file that only claims to be a workbook is refused before anything is kept', async ({ page, signIn }) => {
  await signIn(people.caterer);
  await page.goto('/imports/new');
  await page.locator('input[name=file]').setInputFiles({ name: 'book.csv', mimeType: 'text/csv', buffer: Buffer.from('PK\u0003\u0004\u0000\u0000binary') });
  await page.getByLabel('How to read it').selectOption('generic');
  await page.getByRole('button', { name: 'Send file' }).click();
  await expect(page.getByText(/not an Excel workbook/).first()).toBeVisible({ timeout: 20_000 });
});

test('a workbook with usual names is imported in at most six clicks', async ({ page, signIn }) => {
  test.setTimeout(90_000);
  await signIn(people.caterer);
  let clicks = 0;
  const click = async (name: string, role: 'button' | 'link' = 'button') => {
    clicks += 1;
    await page.getByRole(role, { name }).first().click({ timeout: 20_000 });
  };
  await page.goto('/imports');
  await click('New import', 'link');
  const day = (text: string) => new Date(`${text}T00:00:00Z`);
  const buffer = await bookOf({ Cover: [['Waste of March']], März: [
    ['Abfall im März'], [],
    ['Datum', 'Betrieb', 'Standort', 'Stufe', 'Speise', 'Gewicht (kg)', 'Bemerkung'],
    [day('2026-03-02'), 'Mersey Gate', 'Deli bar', 8, 'Bread', 1.234, 'a workbook'],
    [day('2026-03-03'), 'Mersey Gate', 'Deli bar', 8, 'Soup', 2.5, 'a workbook'],
  ] });
  clicks += 1;
  await page.locator('input[name=file]').setInputFiles({ name: 'märz.xlsx', mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer });
  await click('Send file');
  await expect(page.getByText('Everything that an event needs is assigned.')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('From the name “gewicht” and cells such as 1.234 · 2.5')).toBeVisible();
  await expect(page.getByLabel('Line of the column names')).toHaveValue('3');
  await expectNoAxeProblems(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await click('Check file');
  await click('Run import');
  await expect(page.getByText('Undo this import')).toBeVisible({ timeout: 20_000 });
  expect(clicks).toBeLessThanOrEqual(6);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the same works by reloading', async ({ page, signIn }) => {
    test.setTimeout(60_000);
    await signIn(people.caterer);
    await send(page, 'without scripts');
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('button', { name: 'Run import' })).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 20_000 });
    await page.getByRole('button', { name: 'Run import' }).click();
    await expect(async () => {
      await page.reload();
      await expect(page.getByText('Undo this import')).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 20_000 });
  });
});
