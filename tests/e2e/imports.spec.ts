import type { Page } from '@playwright/test';
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

test('a spreadsheet that is no text is refused before anything is kept', async ({ page, signIn }) => {
  await signIn(people.caterer);
  await page.goto('/imports/new');
  await page.locator('input[name=file]').setInputFiles({ name: 'book.csv', mimeType: 'text/csv', buffer: Buffer.from('PK\u0003\u0004\u0000\u0000binary') });
  await page.getByLabel('How to read it').selectOption('generic');
  await page.getByRole('button', { name: 'Send file' }).click();
  await expect(page.getByText(/not a text file/).first()).toBeVisible({ timeout: 20_000 });
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
