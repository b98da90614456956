import type { Page } from '@playwright/test';
import { expect, expectNoAxeProblems, expectNoOverflow, people, test, walkTo } from './support';

const weight = (page: Page) => page.getByLabel('Weight', { exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save and add another' });
const today = (page: Page) => page.getByRole('complementary').getByText(/kg$/).first();
const kilograms = async (page: Page) => Number((await today(page).innerText()).replace(/[^\d.]/g, ''));

/** Of the demo's first location, where one is still to be chosen. */
async function openForm(page: Page): Promise<void> {
  await page.goto('/enter-waste?choose=location');
  await page.getByRole('main').getByRole('link').first().click();
  await expect(weight(page)).toBeVisible();
}

const saved = (page: Page, text: RegExp) => expect(page.getByRole('status').filter({ hasText: text })).toBeVisible();

test.describe('entering waste on a phone', () => {
  // A question is answered with 409.
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, refusals: [409, 422] });

  test('ten weighings in a row by touch and by keyboard add up, and the last is undone', async ({
    page,
    withSession,
  }) => {
    await withSession(people.caterer);
    await page.goto('/home');
    await page.getByRole('link', { name: 'Enter waste' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Enter waste' })).toBeVisible();
    await openForm(page);
    await expectNoOverflow(page);
    await expectNoAxeProblems(page);
    const before = await kilograms(page);
    const [first, second] = await page
      .getByRole('radio')
      .evaluateAll((all) =>
        all
          .filter((one) => (one as HTMLInputElement).name === 'itemId')
          .map((one) => one.closest('label')?.innerText ?? ''),
      );

    await expect(weight(page)).toBeFocused();
    await page.locator('label', { hasText: first }).first().tap();
    for (let nth = 1; nth <= 5; nth += 1) {
      await weight(page).fill(`${nth}.5`);
      await save(page).tap();
      await saved(page, new RegExp(`Saved ${nth}\\.5\\skg ${first}`));
      await expect(page.getByRole('radio', { name: first })).toBeChecked();
      await expect(weight(page)).toHaveValue('');
      await expect(weight(page)).toBeFocused();
    }
    await walkTo(page, page.getByRole('radio', { name: first }));
    await page.keyboard.press('ArrowRight');
    await walkTo(page, weight(page), 'Shift+Tab');
    for (let nth = 6; nth <= 10; nth += 1) {
      await expect(weight(page)).toBeFocused();
      await page.keyboard.type(`0,${nth === 10 ? 1 : nth}`);
      await page.keyboard.press('Enter');
      await saved(page, new RegExp(`Saved 0\\.${nth === 10 ? 1 : nth}\\skg ${second}`));
    }
    // 1.5 + 2.5 + 3.5 + 4.5 + 5.5 and 0.6 + 0.7 + 0.8 + 0.9 + 0.1
    expect(await kilograms(page)).toBeCloseTo(before + 17.5 + 3.1, 5);
    await expectNoOverflow(page);
    await expectNoAxeProblems(page);

    await page.reload();
    expect(await kilograms(page)).toBeCloseTo(before + 20.6, 5);
    await page.getByRole('button', { name: /^Undo 0\.1/ }).tap();
    await saved(page, /Undone: 0\.1\skg/);
    expect(await kilograms(page)).toBeCloseTo(before + 20.5, 5);
    await expect(page.getByRole('radio', { name: second })).toBeChecked();

    await save(page).tap();
    await expect(page.getByRole('alert')).toContainText('Nothing was saved.');
    await expect(page.getByText('Enter the weight.')).toBeVisible();
    await expect(weight(page)).toBeFocused();
    await expectNoAxeProblems(page);
  });

  test('an implausible weight is asked about, by keyboard, and nothing typed is lost', async ({
    page,
    withSession,
  }) => {
    await withSession(people.caterer);
    await openForm(page);
    await page.getByRole('radio').and(page.locator('[name=itemId]')).first().check({ force: true });
    await weight(page).fill('99999');
    await page.keyboard.press('Enter');
    const question = page.getByRole('group', { name: /99,999\skg is .* Save it anyway\?$/ });
    await expect(question).toBeFocused();
    await expect(question).toBeInViewport();
    await expect(weight(page)).toHaveValue('99999');
    await expectNoOverflow(page);
    await expectNoAxeProblems(page);

    await page.keyboard.press('Enter');
    await expect(question).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(weight(page)).toBeFocused();
    await walkTo(page, page.getByRole('button', { name: /^Save 99,999\skg anyway$/ }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await saved(page, /Saved 99,?999\skg/);
    await page
      .getByRole('button', { name: /^Undo 99,?999/ })
      .first()
      .tap();
    await saved(page, /Undone: 99,?999\skg/);
  });

  test('everything that a thumb must hit is large enough, and the button stays in reach', async ({
    page,
    withSession,
  }) => {
    await withSession(people.caterer);
    await openForm(page);
    const small = await page
      .locator('main')
      .locator('a, button, select, summary, label:has(input[type="radio"]), input:not([type="hidden"], [type="radio"])')
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility())
          .map((one) => ({
            name: one.textContent || one.getAttribute('name'),
            height: one.getBoundingClientRect().height,
          }))
          .filter(({ height }) => height < 48),
      );
    expect(small).toEqual([]);
    await expect(save(page)).toBeInViewport({ ratio: 1 });
  });
});

test('staff choose the organization, which stays from one entry to the next', async ({ page, withSession }) => {
  await withSession(people.staff);
  await page.goto('/enter-waste');
  const choice = page.getByLabel('Organization', { exact: true });
  await expect(page.getByRole('button', { name: 'Show', exact: true })).toHaveCount(0);
  await choice.selectOption({ label: 'Kettle & Crumb (simulated)' });
  await expect(page).toHaveURL(/organisationId=\d+/);
  await page.getByRole('main').getByRole('link').first().click();
  await expect(choice.locator('option:checked')).toHaveText('Kettle & Crumb (simulated)');
  await page.getByRole('radio').and(page.locator('[name=itemId]')).first().check({ force: true });
  await weight(page).fill('0.5');
  await save(page).click();
  await saved(page, /Saved 0\.5/);
  await expect(choice.locator('option:checked')).toHaveText('Kettle & Crumb (simulated)');
  await page
    .getByRole('button', { name: /^Undo 0\.5/ })
    .first()
    .click();
  await saved(page, /Undone/);
});

test('a location is found among many by typing, with the keyboard alone', async ({ page, withSession }) => {
  await withSession(people.caterer);
  await page.goto('/enter-waste?choose=location');
  const box = page.getByRole('combobox', { name: 'Location or site name' });
  await box.focus();
  await page.keyboard.type('elm row');
  await expect(page.getByRole('listbox', { name: 'Location or site name' }).getByRole('option')).toHaveCount(1);
  await expectNoAxeProblems(page);
  await page.keyboard.press('Enter');
  await expect(weight(page)).toBeFocused();
  await expect(page.getByRole('main')).toContainText('Elm Row Primary');
});

test.describe('with scripts off', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('an organization is chosen with its button', async ({ page, withSession }) => {
    await withSession(people.staff);
    await page.goto('/enter-waste');
    await page.getByLabel('Organization', { exact: true }).selectOption({ label: 'Kettle & Crumb (simulated)' });
    await expectNoOverflow(page);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByRole('main').getByRole('link').first()).toHaveAttribute('href', /organisationId=\d+/);
  });

  test('an item of another name is weighed, kept and undone', async ({ page, withSession }) => {
    await withSession(people.caterer);
    await openForm(page);
    await weight(page).fill('2');
    await page.locator('label', { hasText: 'Other item' }).click();
    await page.getByLabel('Item name').fill('ea');
    await save(page).click();
    await expect(page.getByText('More than one item matches “ea”.')).toBeVisible();
    await expect(weight(page)).toHaveValue('2');
    await page.locator('label', { hasText: 'Melon and pineapple' }).click();
    await page.locator('label', { hasText: /^lb$/ }).click();
    await save(page).click();
    await saved(page, /Saved 2\slb Melon and pineapple/);
    await expect(page.getByRole('radio', { name: 'Melon and pineapple' })).toBeChecked();
    await expect(page.getByRole('radio', { name: 'lb' })).toBeChecked();

    const address = page.url();
    const undo = page.getByRole('button', { name: /^Undo 2\slb Melon/ }).first();
    await undo.click();
    await saved(page, /Undone: 2\slb Melon and pineapple/);
    await page.goto(address);
    await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toHaveCount(0);
  });
});
