import { expect, expectNoAxeProblems, islandsAwake, password, people, test } from './support';

test('somebody signs in by keyboard alone, lands on the wanted page and leaves again', async ({ page }) => {
  await page.goto('/deployment-status?country=DE');
  await expect(page).toHaveURL(/\/login$/);
  await page.keyboard.type(people.caterer);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/deployment-status\?country=DE$/);
  await page.getByLabel(/^Account of/).press('Enter');
  await page.getByRole('button', { name: 'Log out' }).press('Enter');
  await expect(page).toHaveURL(/\/login$/);
});

test('the way back after signing out leads to the sign-in, not to what was on the page', async ({ page, signIn }) => {
  await signIn(people.caterer);
  await page.goto('/deployment-status');
  await page.getByLabel(/^Account of/).press('Enter');
  await page.getByRole('button', { name: 'Log out' }).press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByLabel('User name or e-mail')).toBeVisible();
});

test('signing out leaves nothing of the person in the browser: no cookie, no storage, no database, no cache', async ({ page, signIn }) => {
  await signIn(people.caterer);
  expect((await page.context().cookies()).map(({ name }) => name)).toContain('tare-session');
  for (const address of ['/performanceDashboard', '/deployment-status', '/waste-events', '/locationCalendar']) {
    await page.goto(address);
    await islandsAwake(page);
  }
  await page.getByLabel(/^Account of/).press('Enter');
  await page.getByRole('button', { name: 'Log out' }).press('Enter');
  await expect(page).toHaveURL(/\/login$/);

  const { origins } = await page.context().storageState({ indexedDB: true });
  expect(origins).toEqual([]);
  const left = await page.evaluate(async () => ({
    session: { ...sessionStorage }, caches: await caches.keys(), workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
  expect(left).toEqual({ session: {}, caches: [], workers: 0 });
  const cookies = await page.context().cookies();
  expect(cookies.filter(({ value }) => decodeURIComponent(value).includes('@'))).toEqual([]);
  expect(cookies.map(({ name }) => name)).not.toContain('tare-session');
});

test('the button waits until the form can be sent, and a wrong password says so without losing the name', async ({ page }) => {
  await page.goto('/login');
  const button = page.getByRole('button', { name: 'Sign in' });
  await expect(button).toBeDisabled();
  await page.getByLabel('User name or e-mail').fill('somebody@tare.test');
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await expect(button).toBeEnabled();
  await button.click();
  await expect(page.getByRole('alert')).toContainText('The user name or the password is not right.');
  await expect(page.getByLabel('User name or e-mail')).toHaveValue('somebody@tare.test');
});

test('the user name is remembered when asked, and forgotten when not', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Remember my user name').check();
  await page.getByLabel('User name or e-mail').fill(people.viewer);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/home/);
  await page.goto('/logout');
  await page.goto('/login');
  await expect(page.getByLabel('User name or e-mail')).toHaveValue(people.viewer);
  await page.getByLabel('Remember my user name').uncheck();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/home/);
  await page.goto('/logout');
  await page.goto('/login');
  await expect(page.getByLabel('User name or e-mail')).toHaveValue('');
});

test('the forgot-password window mails a link; Escape closes it and focus returns', async ({ page }) => {
  await page.goto('/login');
  const link = page.getByRole('link', { name: 'Forgot your password?' });
  await link.focus();
  await expect(page.locator('[data-island="identity/forgot-password"]')).toHaveAttribute('data-island-state', 'awake');
  await link.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectNoAxeProblems(page);
  const send = dialog.getByRole('button', { name: 'Send the link' });
  await expect(send).toBeDisabled();
  await dialog.getByLabel('E-mail address').fill(people.viewer);
  await send.click();
  await expect(dialog.getByRole('status')).toContainText('a mail with a link is on its way');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(link).toBeFocused();
  await expect.poll(async () => (await page.request.get('/dev/outbox', { headers: { accept: 'application/json' } })).text()).toContain(people.viewer);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a new person accepts the policy, sets a password and signs in with it', async ({ page, signIn }) => {
    await signIn(people.fresh);
    await expect(page).toHaveURL(/privacy-policy/);
    await page.getByLabel('I have read the privacy policy and accept it.').check();
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await expect(page).toHaveURL(/password-reset\/force/);
    await page.getByLabel('New password', { exact: true }).fill('four words in a row');
    await page.getByLabel('New password again').fill('four words in a row');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page).toHaveURL(/home/);
  });

  test('a forgotten password is reset by the mailed link', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('E-mail address').fill(people.site);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByText('a mail with a link is on its way')).toBeVisible();
    const mail = page.locator('li', { hasText: people.site }).first();
    await expect(async () => {
      await page.goto('/dev/outbox');
      await expect(mail).toBeVisible({ timeout: 500 });
    }).toPass();
    await mail.getByRole('link').click();
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('New password again').fill(password);
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText('Your new password is set.')).toBeVisible();
  });
});
