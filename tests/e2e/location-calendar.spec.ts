import { addDays, localDateOf, weekStartOf } from '../../server/platform/time';
import { expect, expectNoAxeProblems, people, test } from './support';

const grid = '[data-island="calendar/month-grid"][data-island-state="awake"]';
const picker = '[data-island="calendar/location-picker"][data-island-state="awake"]';

test.describe('location calendar', () => {
  test('a range is chosen, marked and removed by keyboard alone', async ({ page, withSession }) => {
    await withSession(people.caterer);
    await page.goto('/locationCalendar?month=2031-05#days');
    await page.waitForSelector(grid);
    const focused = page.locator(':focus');
    await expect(focused).toHaveAccessibleName(/^Thursday, May 1, 2031/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(page.locator('[aria-selected="true"]')).toHaveCount(3);
    await expect(page.locator('[aria-live="polite"]', { hasText: '3 days selected: May 5 to May 7' })).toBeVisible();
    await expectNoAxeProblems(page);
    await page.getByLabel('Reason').focus();
    await page.keyboard.type('Keys only');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Days marked')).toBeVisible();
    await expect(
      page.getByRole('link', { name: /^Tuesday, May 6, 2031: Closed by exception, Keys only/ }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Remove the exception for May 5 – 7, 2031' }).focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('dialog');
    await expect(question).toContainText('Remove the exception for May 5 – 7, 2031?');
    await expectNoAxeProblems(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Exception removed')).toBeVisible();
  });

  test('dragging chooses days, Shift and a click go on from there, Escape lets go, Page Down turns the month', async ({
    page,
    withSession,
  }) => {
    await withSession(people.caterer);
    await page.goto('/locationCalendar?month=2031-05');
    const day = (number: number) => page.locator('td a').filter({ hasText: `May ${number}, 2031` });
    await day(13).scrollIntoViewIfNeeded();
    await page.waitForSelector(grid);
    const [from, to] = [page.getByLabel('First day'), page.getByLabel('Last day')];
    await day(13).hover();
    await page.mouse.down();
    await day(15).hover();
    await page.mouse.up();
    await expect(from).toHaveValue('2031-05-13');
    await expect(to).toHaveValue('2031-05-15');
    await day(20).click({ modifiers: ['Shift'] });
    await expect(to).toHaveValue('2031-05-20');
    await page.keyboard.press('Escape');
    await expect(from).toHaveValue('');
    await page.keyboard.press('PageDown');
    await expect(page).toHaveURL(/month=2031-06#days$/);
    await expect(page.locator(':focus')).toHaveAccessibleName(/^Sunday, June 1, 2031/);
  });

  test('what was typed before the page woke stays', async ({ page, withSession }) => {
    await withSession(people.caterer);
    await page.setViewportSize({ width: 390, height: 500 });
    await page.goto('/locationCalendar?month=2031-05');
    await page.evaluate(() => {
      for (const [name, value] of [
        ['fromDate', '2031-05-19'],
        ['toDate', '2031-05-20'],
      ])
        document.querySelector<HTMLInputElement>(`#mark [name="${name}"]`)!.value = value ?? '';
    });
    await page.getByLabel('First day').scrollIntoViewIfNeeded();
    await page.waitForSelector(grid);
    await expect(page.getByLabel('First day')).toHaveValue('2031-05-19');
    await expect(page.getByLabel('Last day')).toHaveValue('2031-05-20');
    await expect(page.locator('[aria-selected="true"]')).toHaveCount(2);
  });

  test('another location is found by typing', async ({ page, withSession }) => {
    await withSession(people.caterer);
    await page.goto('/locationCalendar?month=2031-05');
    await page.waitForSelector(picker);
    const box = page.getByRole('combobox', { name: 'Location' });
    await box.fill('caldew canteen');
    await expect(page.getByRole('listbox', { name: 'Location' }).getByRole('option')).toHaveCount(1);
    await expectNoAxeProblems(page);
    await box.press('Enter');
    await expect(page.getByRole('heading', { level: 2, name: 'Main canteen' })).toBeVisible();
    await expect(page).toHaveURL(/month=2031-05/);
  });
});

/** Weighings of the three weeks before this one, from Monday to Friday. */
function workdays(site: string): Buffer {
  const monday = addDays(weekStartOf(localDateOf(new Date(), 'UTC')), -21);
  const days = Array.from({ length: 21 }, (_, at) => at).filter((at) => at % 7 < 5);
  const rows = days.map((at) => `${addDays(monday, at)},${site},Rice,1.5`);
  return Buffer.from(['Date,Site,Item,Weight (kg)', ...rows].join('\n'));
}

test('the open days that weighings show are confirmed where something waits for them', async ({
  page,
  withSession,
}) => {
  test.setTimeout(90_000);
  await withSession(people.caterer);
  const site = `Larch House ${Date.now()}`;
  await page.goto('/imports/new');
  await page
    .locator('input[name=file]')
    .setInputFiles({ name: 'larch.csv', mimeType: 'text/csv', buffer: workdays(site) });
  await page.getByRole('button', { name: 'Upload file' }).click();
  await page.waitForURL(/\/imports\/\d+$/);
  const imported = page.url();
  await page.getByRole('button', { name: /^Import \d+ weighings?$/ }).click({ timeout: 20_000 });
  await expect(page.getByRole('link', { name: 'Confirm open days' })).toBeVisible({ timeout: 20_000 });

  const unconfirmed = page.getByRole('row', { name: site }).getByRole('link', { name: 'Open days not confirmed' });
  await expect(async () => {
    await page.goto('/deployment-status');
    await expect(unconfirmed).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await expectNoAxeProblems(page);
  await unconfirmed.click();
  const asked = page.getByRole('group', { name: 'Open days not confirmed' });
  await expect(asked).toContainText('In 3 of 3 weeks, weighings were recorded only on these days: Mon–Fri.');
  await expectNoAxeProblems(page);
  await asked.getByRole('button', { name: 'Use Mon–Fri', exact: true }).click();
  await expect(page.getByText(/^Since .*: open Mon–Fri/)).toBeVisible();
  await expect(asked).toHaveCount(0);
  await expect(async () => {
    await page.goto('/deployment-status');
    await expect(page.getByRole('row', { name: site })).toBeVisible({ timeout: 2_000 });
    await expect(unconfirmed).toHaveCount(0, { timeout: 2_000 });
  }).toPass({ timeout: 20_000 });

  // Closes the site again, for tests after this one.
  await page.goto(imported);
  await page.getByLabel('Reason').fill('Only a trial');
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('dialog').locator('button[value=yes]').click();
  await expect(page.getByText('Undone').first()).toBeVisible();
});

test.describe('location calendar without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a day is a link into the form, and a file is shown before it changes anything', async ({
    page,
    withSession,
  }) => {
    await withSession(people.caterer);
    await page.goto('/locationCalendar?month=2031-07');
    await page.locator('td a').filter({ hasText: 'July 8, 2031' }).click();
    await expect(page).toHaveURL(/from=2031-07-08#mark$/);
    await expect(page.getByLabel('First day')).toHaveValue('2031-07-08');
    await page.getByLabel('File').setInputFiles({
      name: 'closures.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'start_date,end_date,kind,name\n2031-07-14,2031-07-18,strike,Pause\n2031-02-30,,strike,Never\n',
      ),
    });
    await page.getByRole('button', { name: 'Check file' }).click();
    await expect(page.getByText('This date does not exist.')).toBeVisible();
    await page.getByRole('button', { name: 'Add 1 exception' }).click();
    await expect(page.getByText('1 exception added.')).toBeVisible();
    await expect(page.getByText('Pause (strike)').first()).toBeVisible();
  });

  test('looking needs no right to change', async ({ page, withSession }) => {
    await withSession(people.viewer);
    await page.goto('/locationCalendar?month=2031-07');
    await expect(page.getByRole('table', { name: /July 2031$/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /Mark days|Save schedule|Check file|Observe|Remove/ })).toHaveCount(
      0,
    );
  });
});
