import type { Page } from '@playwright/test';
import { expect, expectNoAxeProblems, expectNoOverflow, people, test } from './support';

const longAwake = '[data-island="events/long-choice"][data-island-state="awake"]';
const weightAbove = (page: Page) =>
  page.getByRole('heading', { name: 'Weight', exact: true }).locator('xpath=following-sibling::p[1]');
const numberIn = (text: string) => Number(/[\d,.]+/.exec(text)?.[0].replaceAll(',', ''));

test.describe('a figure', () => {
  test('of home opens with the keyboard at events whose sums are the figure, and leads back', async ({
    page,
    withSession,
  }) => {
    await withSession(people.caterer);
    await page.goto('/home');
    const figure = page.locator('main a[href^="/events?figure=total"]').first();
    const said = numberIn(await figure.innerText());
    await figure.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Waste events behind the numbers' })).toBeVisible();
    expect(Number(numberIn(await weightAbove(page).innerText()).toFixed(1))).toBe(said);
    await expectNoAxeProblems(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page);
    await page.goBack();
    await expect(figure).toBeVisible();
  });

  test('of the performance table and of the window of a baseline opens how it was reckoned', async ({
    page,
    withSession,
  }) => {
    await withSession(people.caterer);
    await page.goto('/performanceDashboard');
    const change = page.locator('#performance tbody a[href^="/events?figure=weight."]').first();
    const said = /[−+][\d.]+%/.exec(await change.innerText())?.[0] ?? '';
    await change.click();
    await expect(page.locator('#reckoning')).toContainText(`= ${said}`);
    await page.goBack();
    await page.locator('#performance tbody a[href^="/baselines/detail"]').first().click();
    const inWindow = page.getByRole('dialog').locator('a[href^="/events?figure=weight."]').first();
    const change2 = /[−+][\d.]+%/.exec(await inWindow.innerText())?.[0] ?? '';
    await inWindow.click();
    await expect(page.locator('#reckoning')).toContainText(`= ${change2}`);
    await page.getByRole('link', { name: 'View these events' }).click();
    await expect(page).toHaveURL(/half=baseline/);
    await expect(page.locator('#events')).toBeVisible();
  });

  test('of a stored baseline opens the events that it was made of', async ({ page, withSession }) => {
    await withSession(people.caterer);
    await page.goto('/manage-baselines');
    const frame = page.frameLocator('iframe');
    await frame.locator('tbody button').first().click();
    await frame.locator('a[href*="baselineId="]').first().click();
    await expect(page).toHaveURL(/\/events\?figure=total&baselineId=\d+$/);
    await expect(page.locator('#events')).toBeVisible();
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/baselineId=\d+/);
  });
});

test('a long list of the filters is searched by what is typed', async ({ page, withSession }) => {
  await withSession(people.fairfax);
  await page.goto('/events');
  await page.waitForSelector(longAwake);
  const location = page.getByRole('combobox', { name: 'Location' });
  await location.focus();
  await page.keyboard.type('wood');
  const options = page.getByRole('listbox', { name: 'Location' }).getByRole('option');
  await expect(options.filter({ hasNotText: /wood/i })).toHaveCount(0);
  const option = options.first();
  await expect(option).toContainText(/wood/i);
  const name = await option.locator('span').nth(1).innerText();
  await page.keyboard.press('Enter');
  await expect(location).toHaveValue(name);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/locationId=\d+/);
  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue(name);
});
