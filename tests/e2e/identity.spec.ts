import { expect, expectNoAxeProblems, islandsAwake, password, people, test } from './support';

test('somebody signs in by keyboard alone, lands on the wanted page and leaves again', async ({ page }) => {
  await page.goto('/deployment-status?country=DE');
  await expect(page).toHaveURL(/\/login$/);
  await page.keyboard.type(people.caterer);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/deployment-status\?country=DE$/);
  await page.getByLabel(/’s account \(/).press('Enter');
  await page.getByRole('button', { name: 'Sign out' }).press('Enter');
  await expect(page).toHaveURL(/\/login$/);
});

test('the way back after signing out leads to the sign-in, not to what was on the page', async ({ page, signIn }) => {
  await signIn(people.caterer);
  await page.goto('/deployment-status');
  await page.getByLabel(/’s account \(/).press('Enter');
  await page.getByRole('button', { name: 'Sign out' }).press('Enter');
  await expect(page).toHaveURL(/\/login$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByLabel('Username or email')).toBeVisible();
});

// ASVS V14.2.1, V14.3.1–3
test('signing out leaves nothing of the person in the browser: no cookie, no storage, no database, no cache', async ({
  page,
  signIn,
}) => {
  await signIn(people.caterer);
  expect((await page.context().cookies()).map(({ name }) => name)).toContain('tare-session');
  for (const address of ['/performanceDashboard', '/deployment-status', '/waste-events', '/locationCalendar']) {
    await page.goto(address);
    await islandsAwake(page);
  }
  await page.getByLabel(/’s account \(/).press('Enter');
  await page.getByRole('button', { name: 'Sign out' }).press('Enter');
  await expect(page).toHaveURL(/\/login$/);

  const { origins } = await page.context().storageState({ indexedDB: true });
  expect(origins).toEqual([]);
  const left = await page.evaluate(async () => ({
    session: { ...sessionStorage },
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));
  expect(left).toEqual({ session: {}, caches: [], workers: 0 });
  const cookies = await page.context().cookies();
  expect(cookies.filter(({ value }) => decodeURIComponent(value).includes('@'))).toEqual([]);
  expect(cookies.map(({ name }) => name)).not.toContain('tare-session');
});

// Spec 5: Login username and password required; submit disabled when invalid
test('the button waits until the form can be sent, and a wrong password says so without losing the name', async ({
  page,
}) => {
  await page.goto('/login');
  const button = page.getByRole('button', { name: 'Sign in', exact: true });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription('Enter your username and password to sign in.');
  await expect(page.getByText('Enter your username and password to sign in.')).toBeVisible();
  await page.getByLabel('Username or email').fill('somebody@tare.test');
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await expect(button).toBeEnabled();
  await expect(page.getByText('Enter your username and password to sign in.')).toBeHidden();
  await button.click();
  await expect(page.getByRole('alert')).toContainText('The username or password is incorrect.');
  await expect(page.getByLabel('Username or email')).toHaveValue('somebody@tare.test');
});

// Spec 2: Login: a loading state shows during sign-in
test('the sign-in button works while the answer is under way, and cannot be pressed twice', async ({ page }) => {
  await page.goto('/login');
  // The page listens once it has looked at its empty form.
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeDisabled();
  await page.getByLabel('Username or email').fill(people.viewer);
  await page.getByLabel('Password', { exact: true }).fill(password);
  let asked = 0;
  await page.route('**/login', async (route) => {
    asked += 1;
    await new Promise((done) => {
      setTimeout(done, 800);
    });
    await route.continue();
  });
  // The page that is left notes for the next one how its button looked on the way.
  await page.evaluate(() =>
    window.addEventListener('submit', ({ submitter }) =>
      setTimeout(() => {
        (submitter as HTMLButtonElement).click();
        window.sessionStorage.setItem(
          'button',
          `${(submitter as HTMLButtonElement).disabled} ${submitter?.getAttribute('aria-busy')}`,
        );
      }, 400),
    ),
  );
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/home/);
  expect(await page.evaluate(() => window.sessionStorage.getItem('button'))).toBe('true true');
  expect(asked).toBe(1);
});

test('the sign-in button has its waiting look before any script runs', async ({ browser, server }) => {
  const look = async (javaScriptEnabled: boolean) => {
    const context = await browser.newContext({ baseURL: server, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto('/login');
    const button = page.getByRole('button', { name: 'Sign in', exact: true });
    if (javaScriptEnabled) await expect(button).toBeDisabled();
    const styled = await button.evaluate((element) => {
      const { backgroundColor, borderColor, color } = getComputedStyle(element);
      return { backgroundColor, borderColor, color };
    });
    const revealed = await page.getByRole('button', { name: 'Show password' }).isVisible();
    await context.close();
    return { styled, revealed };
  };
  const [without, withScripts] = [await look(false), await look(true)];
  expect(withScripts.styled).toEqual(without.styled);
  expect([without.revealed, withScripts.revealed]).toEqual([false, true]);
});

test('the password is shown while its button is pressed, by keyboard too, and sent hidden', async ({ page }) => {
  await page.goto('/login');
  const [field, button] = [
    page.getByLabel('Password', { exact: true }),
    page.getByRole('button', { name: 'Show password' }),
  ];
  await page.getByLabel('Username or email').fill(people.viewer);
  await field.fill(password);
  await expect(button).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('Space');
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(field).toHaveAttribute('type', 'text');
  await expectNoAxeProblems(page);
  const [sent] = await Promise.all([
    page.evaluate(
      () =>
        new Promise((type) =>
          document
            .querySelector('form')
            ?.addEventListener(
              'submit',
              () => queueMicrotask(() => type(document.querySelector<HTMLInputElement>('[name=password]')?.type)),
              { once: true },
            ),
        ),
    ),
    field.press('Enter'),
  ]);
  expect(sent).toBe('password');
  await expect(page).toHaveURL(/home/);
});

for (const javaScriptEnabled of [true, false]) {
  test(`the language is changed in the menu of the account and kept, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
    browser,
    server,
  }) => {
    const context = await browser.newContext({ baseURL: server, javaScriptEnabled });
    const page = await context.newPage();
    const enter = async (names: { user: string; password: string; submit: string }) => {
      await page.getByLabel(names.user).fill(people.viewer);
      await page.getByLabel(names.password, { exact: true }).fill(password);
      await page.getByRole('button', { name: names.submit, exact: true }).click();
      await expect(page).toHaveURL(/home/);
    };
    const choose = async (
      account: RegExp,
      form: string,
      [language, unit, theme]: [string, string, string],
      apply: string,
    ) => {
      await page.getByLabel(account).press('Enter');
      const view = page.getByRole('form', { name: form });
      const fields = view.getByRole('combobox');
      await fields.nth(0).selectOption(language);
      await fields.nth(1).selectOption(unit);
      await fields.nth(2).selectOption(theme);
      await view.getByRole('button', { name: apply }).press('Enter');
    };
    const html = page.locator('html');

    await page.goto('/login');
    await enter({ user: 'Username or email', password: 'Password', submit: 'Sign in' });
    await page.goto('/deployment-status?country=DE');
    await choose(/’s account \(/, 'Display', ['es_ES', 'lb', 'dark'], 'Apply');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Estado de implantación');
    await expect(page).toHaveURL(/\/deployment-status\?country=DE$/);
    for (const [address, heading] of [
      ['/home', 'de un vistazo'],
      ['/locationCalendar', 'Calendario de la ubicación'],
      ['/deployment-status', 'Estado de implantación'],
    ] as const) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading);
      await expect(html).toHaveAttribute('lang', 'es-ES');
      await expect(html).toHaveAttribute('data-theme', 'dark');
    }
    await page.getByLabel(/^Cuenta de/).press('Enter');
    await page.getByRole('button', { name: 'Cerrar sesión' }).press('Enter');
    await expect(page).toHaveURL(/\/login$/);
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await enter({ user: 'Usuario o correo electrónico', password: 'Contraseña', submit: 'Iniciar sesión' });
    await expect(page.getByRole('heading', { level: 1 })).toContainText('de un vistazo');
    await page.getByLabel(/^Cuenta de/).press('Enter');
    await expect(page.getByRole('form', { name: 'Apariencia' }).getByRole('combobox').nth(1)).toHaveValue('lb');
    await page.keyboard.press('Escape');
    await page.goto('/home');

    await choose(/^Cuenta de/, 'Apariencia', ['en_US', 'kg', 'device'], 'Aplicar');
    await expect(html).toHaveAttribute('lang', 'en-US');
    await expect(html).not.toHaveAttribute('data-theme');
    await context.close();
  });
}

// Spec 2: Login: username, password, remember-me, forgot-password link
// Spec 5: Remember-me stores the username when checked, otherwise removes it
test('the user name is remembered when asked, and forgotten when not', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Remember my username').check();
  await page.getByLabel('Username or email').fill(people.viewer);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/home/);
  await page.goto('/logout');
  await page.goto('/login');
  await expect(page.getByLabel('Username or email')).toHaveValue(people.viewer);
  await page.getByLabel('Remember my username').uncheck();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(/home/);
  await page.goto('/logout');
  await page.goto('/login');
  await expect(page.getByLabel('Username or email')).toHaveValue('');
});

// Spec 2: Forgot-password modal: email field, request button, success message
// Spec 5: Forgot-password: submit disabled while invalid
test('the forgot-password window mails a link; Escape closes it and focus returns', async ({ page }) => {
  await page.goto('/login');
  const link = page.getByRole('link', { name: 'Forgot your password?' });
  await link.focus();
  await expect(page.locator('[data-island="identity/forgot-password"]')).toHaveAttribute('data-island-state', 'awake');
  await link.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectNoAxeProblems(page);
  await expect(dialog.getByLabel('Email address')).toBeFocused();
  const send = dialog.getByRole('button', { name: 'Send link' });
  await expect(send).toBeDisabled();
  await dialog.getByLabel('Email address').fill(people.viewer);
  await send.click();
  await expect(dialog.getByRole('status')).toContainText('we have emailed you a link');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(link).toBeFocused();
  await expect
    .poll(async () => (await page.request.get('/dev/outbox', { headers: { accept: 'application/json' } })).text())
    .toContain(people.viewer);
});

test.describe(() => {
  test.use({ refusals: [503] });

  // Spec 8: Forgot-password failure: password.errorMessage
  test('a link that could not be sent is said in the forgot-password window, which keeps the address', async ({
    page,
  }) => {
    await page.goto('/login');
    const link = page.getByRole('link', { name: 'Forgot your password?' });
    await link.focus();
    await expect(page.locator('[data-island="identity/forgot-password"]')).toHaveAttribute(
      'data-island-state',
      'awake',
    );
    await link.press('Enter');
    await page.route('**/rest/v1/auth/password-reset', (route) =>
      route.fulfill({ status: 503, json: { code: 'unavailable', message: '', requestId: '' } }),
    );
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email address').fill(people.viewer);
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await expect(dialog.getByText('The link could not be sent. Try again in a moment.')).toBeVisible();
    await expect(dialog.getByLabel('Email address')).toHaveValue(people.viewer);
    await page.unroute('**/rest/v1/auth/password-reset');
    await dialog.getByRole('button', { name: 'Send link' }).click();
    await expect(dialog.getByRole('status')).toContainText('we have emailed you a link');
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  // Spec 2: Privacy policy: a checkbox and Save and Continue
  test('a new person accepts the policy, sets a password and signs in with it', async ({ page, signIn }) => {
    await signIn(people.fresh);
    await expect(page).toHaveURL(/privacy-policy/);
    await page.getByLabel('I have read the privacy policy and accept it.').check();
    await page.getByRole('button', { name: 'Save and continue' }).click();
    await expect(page).toHaveURL(/password-reset\/force/);
    await page.getByLabel('New password', { exact: true }).fill('four words in a row');
    await page.getByLabel('Confirm new password').fill('four words in a row');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page).toHaveURL(/home/);
  });

  test('a forgotten password is reset by the mailed link', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('Email address').fill(people.site);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByText('we have emailed you a link')).toBeVisible();
    const mail = page.locator('li', { hasText: people.site }).first();
    await expect(async () => {
      await page.goto('/dev/outbox');
      await expect(mail).toBeVisible({ timeout: 500 });
    }).toPass();
    await mail.getByRole('link').click();
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Confirm new password').fill(password);
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText('Password changed.')).toBeVisible();
  });
});
