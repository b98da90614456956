import type { Page } from '@playwright/test';
import { readExamples } from './examples';
import { expect, expectNoAxeProblems, expectNoOverflow, test } from './support';

const steps = (page: Page) => page.getByRole('region', { name: 'Getting started' });
const step = (page: Page, title: string) => steps(page).getByRole('listitem').filter({ hasText: title });

test('an empty organisation comes to its first figure by the steps of its home', async ({ page, withSession }) => {
  await withSession(readExamples().newcomer);
  await page.goto('/home');
  await expect(steps(page).getByRole('listitem')).toHaveCount(4);
  await expect(steps(page)).toContainText('0 of 4 done.');
  await expectNoAxeProblems(page);

  // Every screen says why it is empty, and leads on.
  for (const [address, wanted] of [
    ['/deployment-status', 'Add a site'],
    ['/locationCalendar', 'Add a site'],
    ['/performanceDashboard', 'View setup steps'],
    ['/imports', 'New import'],
    ['/enter-waste', 'View setup steps'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('main').getByRole('link', { name: wanted }), address).toBeVisible();
  }
  for (const address of ['/waste-events', '/manage-baselines']) {
    await page.goto(address);
    await expect(page.frameLocator('iframe').getByRole('link', { name: 'View setup steps' }), address).toBeVisible();
  }
  await page.frameLocator('iframe').getByRole('link', { name: 'View setup steps' }).click();
  await expect(page).toHaveURL(/\/home$/);

  await step(page, 'Add a site').getByRole('link', { name: 'Add a site' }).click();
  const frame = page.frameLocator('iframe');
  const dialog = frame.getByRole('dialog');
  await frame.getByRole('button', { name: 'New site' }).click();
  await dialog.getByLabel('Site', { exact: true }).fill('Harbour');
  await dialog.getByRole('combobox', { name: 'Country', exact: true }).pressSequentially('Germ');
  await dialog.getByRole('option', { name: 'Germany', exact: true }).click();
  await dialog.getByRole('button', { name: 'Add site' }).click();
  await expect(frame.getByRole('heading', { level: 1, name: 'Harbour' })).toBeVisible();
  await frame.getByRole('button', { name: 'New location' }).click();
  await dialog.getByLabel('Location', { exact: true }).fill('Galley');
  await dialog.getByRole('button', { name: 'Add location' }).click();
  await expect(frame.getByRole('cell', { name: 'Galley', exact: true })).toBeVisible();

  await page.goto('/home');
  await expect(steps(page)).toContainText('1 of 4 done.');
  await expect(step(page, 'Add a site')).toContainText('(done)');
  await step(page, 'Record waste').getByRole('link', { name: 'Enter waste' }).click();
  await page.getByLabel('Weight', { exact: true }).fill('4.5');
  await page.getByRole('button', { name: 'Save and add another' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved 4.5' })).toBeVisible();

  await expect
    .poll(async () => {
      await page.goto('/home');
      return page.getByRole('main').innerText();
    })
    .toMatch(/Waste, Pre-consumer\s+4\.5\s*kg\s+so far in the week of/);
  await expect(step(page, 'Record waste')).toContainText('(done)');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  await expectNoAxeProblems(page);
});
