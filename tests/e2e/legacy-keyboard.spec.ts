import type { Locator, Page } from '@playwright/test';
import { expect, expectNoAxeProblems, people, test, walkTo } from './support';

// Wrong input is typed on purpose: 400 for a zone that does not exist, 409 for weeks that make no baseline.
test.use({ refusals: [400, 409, 422] });

/** After the first focus nothing but keys: every step asserts where the focus is, too. */
function keyboardOf(page: Page) {
  const frame = page.frameLocator('iframe');
  const dialog = frame.getByRole('dialog');
  const press = async (button: Locator) => {
    await walkTo(page, button);
    await page.keyboard.press('Enter');
  };
  return {
    frame,
    dialog,
    press,
    open: async (button: Locator) => {
      await press(button);
      await expect(dialog).toBeVisible();
      await expectNoAxeProblems(page);
    },
    type: async (label: string, text: string) => {
      await walkTo(page, dialog.getByLabel(label, { exact: true }).and(dialog.locator('input, textarea')));
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(text);
    },
    /** Sends the form, and expects its words, and the focus back on the button that opened it. */
    save: async (button: Locator, { said, opener }: { said: string; opener: Locator }) => {
      await press(button);
      await expect(dialog).toHaveCount(0);
      await expect(frame.getByText(said).last()).toBeVisible();
      await expect(frame.locator('[aria-busy="true"]')).toHaveCount(0);
      await expect(opener).toBeFocused();
    },
  };
}

test('sites, locations and devices are made, changed and closed by keyboard alone', async ({ page, withSession }) => {
  test.setTimeout(120_000);
  // The organisation of staff has no events: what is made here is in nobody else's figures.
  await withSession(people.staff);
  await page.goto('/sites');
  const { frame, dialog, press, open, type, save } = keyboardOf(page);
  const button = (name: string | RegExp) => frame.locator('main').getByRole('button', { name, exact: true });
  const send = (name: string) => dialog.getByRole('button', { name, exact: true });
  const stamp = Date.now();
  const name = `Keyboard kitchen ${stamp}`;
  const firstName = `First name ${stamp}`;
  const scale = `Scale ${stamp}`;
  const heading = frame.getByRole('heading', { level: 1 });

  await heading.focus();
  await open(button('New site'));
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button('New site')).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  const field = (label: string) => dialog.getByRole('combobox', { name: label, exact: true });
  await press(send('Add site'));
  await expect(dialog.getByLabel('Site', { exact: true })).toBeFocused();
  await expect(dialog.getByLabel('Site', { exact: true })).toHaveAccessibleDescription('Fill in this field.');
  await expect(field('Time zone')).toHaveAttribute('aria-invalid', 'true');
  await expectNoAxeProblems(page);
  await type('Site', firstName);
  await type('Country', 'united states');
  await expect(dialog.getByRole('listbox', { name: 'Country' }).getByRole('option').first()).toContainText(
    'United States',
  );
  await page.keyboard.press('Enter');
  await expect(field('Time zone')).toHaveValue('America/New_York');
  await expect(field('Currency')).toHaveValue(/^USD/);
  await type('Time zone', 'chicago');
  await page.keyboard.press('Enter');
  await expect(field('Time zone')).toHaveValue('America/Chicago');
  await walkTo(page, field('Country'), 'Shift+Tab');
  await page.keyboard.type('Germ');
  await expect(dialog.getByRole('listbox', { name: 'Country' }).getByRole('option')).toHaveText(['Germany']);
  await expectNoAxeProblems(page);
  await page.keyboard.press('Enter');
  await expect(field('Time zone')).toHaveValue('Europe/Berlin');
  await expect(field('Currency')).toHaveValue(/^EUR/);
  await expect(field('Time zone')).toHaveAccessibleDescription(/cannot be changed after the first event/);
  await press(send('Add site'));
  await expect(heading).toHaveText(firstName);
  await expect(heading).toBeFocused();
  await expect(frame.locator('main')).toContainText('Germany');

  await open(button('Edit'));
  await type('Site', name);
  await save(send('Save changes'), { said: 'Changes saved.', opener: button('Edit') });
  await expect(heading).toHaveText(name);
  await walkTo(page, button('Sites'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText('Sites');
  await expect(heading).toBeFocused();
  await press(frame.getByRole('table').getByRole('button', { name }));
  await expect(heading).toHaveText(name);
  await expect(heading).toBeFocused();

  await open(button('New location'));
  await type('Location', 'Servery');
  await walkTo(page, dialog.getByLabel('Closed on public holidays'));
  await page.keyboard.press('Space');
  await save(send('Add location'), { said: 'Location created.', opener: button('New location') });
  const place = frame.getByRole('table', { name: 'Locations' }).getByRole('row').filter({ hasText: 'Servery' });
  await expect(place).toContainText('Open on public holidays');

  await open(button('New device'));
  await type('Device', `${scale} A`);
  await type('Serial number', name);
  await save(send('Add device'), { said: 'Device created.', opener: button('New device') });
  await open(button(`Edit ${scale} A`));
  await type('Device', scale);
  await walkTo(page, dialog.getByLabel('Location'));
  await page.keyboard.type('Nowhere');
  await save(send('Save changes'), { said: 'Changes saved.', opener: button(`Edit ${scale}`) });
  await expect(frame.getByRole('table', { name: 'Devices' }).getByRole('row').filter({ hasText: scale })).toContainText(
    'Not assigned',
  );

  await open(button(`New key ${scale}`));
  await press(send('New key'));
  await expect(dialog.getByText(/^tare_/)).toBeVisible();
  await expect(send('Copy key')).toBeFocused();
  await expectNoAxeProblems(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button(`New key ${scale}`)).toBeFocused();

  await walkTo(page, button('Close location Servery'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('listitem')).toHaveText([
    /not accept new events/,
    /Its data and its results/,
    /You can reopen it/,
  ]);
  await expect(dialog.getByLabel('Last day')).toHaveValue(/^\d{4}-\d\d-\d\d$/);
  await expectNoAxeProblems(page);
  await save(send('Close location'), { said: 'Servery closed.', opener: button('Reopen location Servery') });
  await expect(place).toContainText('Closed');
  await press(button(`Retire device ${scale}`));
  await expect(dialog.getByRole('listitem')).toHaveText([
    /key will stop working immediately/,
    /has sent are kept/,
    /reactivate the device/,
  ]);
  await save(send('Retire device'), { said: `${scale} retired.`, opener: button(`Reactivate device ${scale}`) });
  await press(button('Close site'));
  await expectNoAxeProblems(page);
  // Its button goes with it; the way back stands above.
  await save(send('Close site'), { said: `${name} closed.`, opener: heading });
  await walkTo(page, button('Reopen site'));
  await page.keyboard.press('Enter');
  await save(send('Reopen site'), { said: `${name} reopened.`, opener: heading });
});

test('a baseline is filtered for, set by hand and given back to the rule by keyboard alone', async ({
  page,
  withSession,
}) => {
  test.setTimeout(120_000);
  await withSession(people.caterer);
  await page.goto('/manage-baselines');
  const { frame, dialog, press, open, type, save } = keyboardOf(page);
  const button = (name: string) => frame.locator('main').getByRole('button', { name, exact: true });
  const send = (name: string) => dialog.getByRole('button', { name, exact: true });
  const heading = frame.getByRole('heading', { level: 1 });
  const rows = frame.locator('tbody tr');

  await frame.getByLabel('Search').focus();
  await page.keyboard.type('Elm Row Primary');
  await walkTo(page, frame.getByLabel('Stage'));
  await page.keyboard.type('Pre');
  await expect(page).toHaveURL(/text=Elm\+Row\+Primary&wasteStageId=8/);
  await expect(rows).toHaveCount(1);
  await press(rows.getByRole('button', { name: 'Elm Row Primary' }));
  await expect(heading).toContainText('Elm Row Primary');
  await expect(heading).toBeFocused();
  await expect(frame.getByText('Method: Automatic')).toBeVisible();

  await open(button('Turn off auto-baseline'));
  const reason = dialog.getByLabel('Reason');
  await press(send('Turn off auto-baseline'));
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAccessibleDescription('Fill in this field.');
  await type('Reason', 'The kitchen is rebuilt');
  await save(send('Turn off auto-baseline'), {
    said: 'Auto-baseline is off.',
    opener: button('Turn on auto-baseline'),
  });

  await open(button('Start a new baseline'));
  await page.keyboard.type('09302026');
  await type('Reason', 'Only a trial');
  await press(send('Start a new baseline'));
  await expect(dialog.getByLabel('From the week of')).toBeFocused();
  await expect(dialog.getByLabel('From the week of')).toHaveAccessibleDescription(/Choose a Monday/);
  await expectNoAxeProblems(page);
  await page.keyboard.type('01062031');
  await press(send('Start a new baseline'));
  await expect(dialog.getByRole('alert')).toContainText('No three consecutive weeks meet the criteria');
  await expect(dialog.getByRole('alert')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button('Start a new baseline')).toBeFocused();

  for (const at of [1, 2]) {
    await walkTo(page, frame.getByRole('checkbox').nth(at));
    await page.keyboard.press('Space');
  }
  await expect(frame.getByText('2 weeks selected')).toBeVisible();
  await walkTo(page, button('Set now'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expectNoAxeProblems(page);
  await type('Reason', 'Two quiet weeks');
  // Nothing is chosen any more, so the button cannot be pressed again: the head is the place to go on from.
  await save(send('Set now'), { said: 'Baseline set.', opener: heading });
  await expect(frame.getByText('Method: Manual')).toBeVisible();
  await expect(frame.getByText('In the baseline')).toHaveCount(2);

  await open(button('Turn on auto-baseline'));
  await type('Reason', 'The trial is over');
  await save(send('Turn on auto-baseline'), {
    said: 'Auto-baseline is on.',
    opener: button('Turn off auto-baseline'),
  });
  await expect(frame.getByText('Method: Automatic')).toBeVisible();
});
