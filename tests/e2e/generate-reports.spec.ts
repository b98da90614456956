import { readFile } from 'node:fs/promises';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect, expectNoAxeProblems, expectNoOverflow, people, test } from './support';

const plain = (text: string) => text.replace(/\s+/g, ' ');

async function textOf(file: string): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await readFile(file))), {
    mergePages: true,
  });
  return plain(text);
}

test('a report is made, read, downloaded and printed, and a schedule is set', async ({ page, withSession }) => {
  await withSession(people.caterer);
  await page.goto('/generate-reports');
  await expectNoAxeProblems(page);
  await page.getByRole('link', { name: 'Create report: Manager summary' }).click();
  await expectNoAxeProblems(page);
  await page.getByRole('button', { name: 'Create report' }).click();
  const download = page.getByRole('link', { name: 'Download PDF' });
  await expect(download).toBeVisible({ timeout: 60_000 });
  await expectNoAxeProblems(page);
  const waste = plain(await page.locator('dl dd').first().innerText());
  expect(waste).toMatch(/\d kg$/);

  const saved = page.waitForEvent('download');
  await download.click();
  const text = await textOf(await (await saved).path());
  expect(text).toContain(waste);
  expect(text).toContain('Most wasted item:');

  await page.locator('dl dd a').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const events = /total ([\d,.]+) kg/.exec(plain(await page.getByRole('main').innerText()))?.[1] ?? '';
  const kilograms = (amount: string) => Number(amount.replace(/[^\d.]/g, ''));
  expect(kilograms(events)).toBeCloseTo(kilograms(waste), 0);
  await page.goBack();
  await page.getByRole('link', { name: 'Printable page' }).click();
  await expect(page.getByRole('navigation', { name: /menu/i })).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('Most wasted item:');

  await page.goto('/generate-reports/schedules/new?kind=siteComparison');
  await expectNoAxeProblems(page);
  await page.getByLabel('Frequency').selectOption('monthly');
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await expect(page.getByText('Schedule saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Pause schedule' }).click();
  await expect(page.getByText('Paused')).toBeVisible();
});

test.describe('on a phone with scripts off', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('a report is made and read', async ({ page, withSession }) => {
    await withSession(people.caterer);
    await page.goto('/generate-reports/new?kind=topItems');
    await expectNoOverflow(page);
    await page.getByRole('button', { name: 'Create report' }).click();
    await expect(async () => {
      await page.getByRole('link', { name: 'Refresh', exact: true }).click({ timeout: 1_000 });
      await expect(page.getByRole('link', { name: 'Download PDF' })).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    await expectNoOverflow(page);
    await expect(page.getByText(/make up 80% of the waste/)).toBeVisible();
  });
});
