import type { Page } from '@playwright/test';
import { expect, expectNoAxeProblems, people, test } from './support';

const organisation = 'Kettle & Crumb (simulated)';

async function openFromAccountMenu(page: Page, name: string): Promise<void> {
  await page.locator('[data-menu="account"] > summary').click();
  await page.locator('[data-menu="account"]').getByRole('link', { name, exact: true }).click();
}

async function startClientView(page: Page, person: string): Promise<void> {
  await page.goto('/client-view');
  await page.getByLabel('Organization').selectOption({ label: organisation });
  await page.getByRole('button', { name: 'Show users' }).click();
  await page.getByRole('radio', { name: person }).check();
  await page.getByLabel('Reason').fill('Case 4711');
  await page.getByRole('button', { name: 'Start client view' }).click();
  await expect(page.getByRole('form', { name: 'Client view' })).toBeVisible();
}

// Spec 2: Data security: Update is disabled while no sites or locations are checked
// Spec 5: Data security Update disabled while nothing is checked
test('set data security and see the totals shrink, then remove the restriction and see them back', async ({
  page,
  signIn,
}) => {
  await signIn(people.staff);
  await page.goto('/home');
  await expect(
    page.locator('[data-island="data-security/data-security-windows"][data-island-state="awake"]'),
  ).toBeAttached();
  const { organizations } = (await (await page.request.get('/rest/v1/user/secured-items/own')).json()) as {
    organizations: { organizationId: number; organizationName: string }[];
  };
  const { organizationId } = organizations.find(({ organizationName }) => organizationName === organisation)!;
  const total = async () =>
    (
      (await (await page.request.get(`/rest/v1/waste-events?organisationId=${organizationId}`)).json()) as {
        total: number;
      }
    ).total;
  const all = await total();

  await openFromAccountMenu(page, 'View data security');
  await expect(page.getByRole('dialog')).toContainText('You can see everything');
  await page.getByRole('dialog').getByRole('link', { name: 'Set data security' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set data security' });
  await dialog.getByLabel('Organization').selectOption({ label: organisation });
  const update = dialog.getByRole('button', { name: 'Update' });
  await expect(update).toBeDisabled();
  const first = dialog.getByRole('list', { name: 'Sites, Locations' }).getByRole('checkbox').first();
  await first.check();
  await expect(update).toBeEnabled();
  await first.uncheck();
  await expect(update).toBeDisabled();
  await expectNoAxeProblems(page);

  // The keyboard alone: search, to the box, check it, send.
  await dialog.getByLabel('Search sites and locations').fill('zzz');
  await expect(dialog).toContainText('No sites or locations match this name.');
  await dialog.getByLabel('Search sites and locations').fill('');
  await dialog.getByLabel('Search sites and locations').press('Tab');
  await expect(first).toBeFocused();
  await page.keyboard.press('Space');
  await expect(first).toBeChecked();
  await update.focus();
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
  const some = await total();
  expect([some > 0, some < all]).toEqual([true, true]);

  await expect(
    page.locator('[data-island="data-security/data-security-windows"][data-island-state="awake"]'),
  ).toBeAttached();
  await openFromAccountMenu(page, 'View data security');
  await expect(page.getByRole('region', { name: 'Organizations and their sites' })).toContainText(organisation);
  await page.getByRole('dialog').getByRole('link', { name: 'Set data security' }).click();
  await dialog.getByRole('button', { name: 'Remove restriction' }).click();
  await expect(dialog).toContainText('You’ll regain access to everything your administrators allow');
  await Promise.all([page.waitForEvent('load'), dialog.getByRole('button', { name: 'Remove restriction' }).click()]);
  expect(await total()).toBe(all);
});

test.describe(() => {
  test.use({ refusals: [401, 404, 409, 410, 422, 500] });

  // Spec 8: Data security update failure: An error occurred during data security update: {message}
  test('a failed update of data security is told with its reason, and nothing is lost of what was checked', async ({
    page,
    signIn,
  }) => {
    await signIn(people.staff);
    await page.goto('/data-security/set');
    const dialog = page.getByRole('dialog', { name: 'Set data security' });
    await dialog.getByLabel('Organization').selectOption({ label: organisation });
    const first = dialog.getByRole('list', { name: 'Sites, Locations' }).getByRole('checkbox').first();
    await first.check();
    await page.route('**/rest/v1/user/secured-items', (route) =>
      route.fulfill({ status: 500, json: { code: 'unexpected', message: 'The disk is full.', requestId: 'r' } }),
    );
    await dialog.getByRole('button', { name: 'Update' }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      'An error occurred during data security update: The disk is full.',
    );
    await expect(first).toBeChecked();
  });

  // Spec 8: ClientViewApiErrorCode: reload the user and go to /client-view with clientViewSessionEnded true
  test('a call in a client view that is over leads to its start, where a sentence says so', async ({
    page,
    signIn,
  }) => {
    await signIn(people.staff);
    await startClientView(page, 'Anton Berger');
    await page.goto('/performanceDashboard');
    await expect(page.locator('[data-island="baselines/baseline-modals"][data-island-state="awake"]')).toBeAttached();
    // Left in another tab: this page still shows the customer.
    const { clientViewSessionId } = (await (await page.request.get('/rest/v1/client-view-session')).json()) as {
      clientViewSessionId: string;
    };
    const origin = new URL(page.url()).origin;
    expect(
      (
        await page.request.delete(`/rest/v1/client-view-session/${clientViewSessionId}`, { headers: { origin } })
      ).status(),
    ).toBe(204);
    await page.locator('#performance tbody a').first().click();
    await page.waitForURL('**/client-view?clientViewSessionEnded=true');
    await expect(page.getByText('Client view has ended. You are back in your own account.')).toBeVisible();
  });
});

// Spec 2: The nav is hidden while this loads
test('start and exit a client view', async ({ page, signIn }) => {
  await signIn(people.staff);
  await page.goto('/client-view');
  await expectNoAxeProblems(page);
  await startClientView(page, 'Vera Lind');
  const band = page.getByRole('form', { name: 'Client view' });
  await expect(band).toContainText('Stella Marsh is viewing Tare as Vera Lind');
  await expect(band).toContainText('60 min left');
  await expectNoAxeProblems(page);
  await page.goto('/account/impersonate');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Viewing Tare as Vera Lind');
  await page.waitForURL('**/home');
  for (const address of ['/deployment-status', '/locationCalendar', '/account-settings']) {
    await page.goto(address);
    await expect(band).toBeVisible();
  }
  await expect(page.locator('nav').getByText('CCM tools')).toHaveCount(0);

  // The page that is left notes for the next one how its navigation looked on the way; the held-back answer leaves time for it.
  await page.route('**/client-view/exit', async (route) => {
    await new Promise((done) => {
      setTimeout(done, 500);
    });
    await route.continue();
  });
  await page.evaluate(() =>
    window.addEventListener('submit', () =>
      setTimeout(() => {
        window.sessionStorage.setItem(
          'navigation',
          window.getComputedStyle(document.getElementById('tare-menu')!).visibility,
        );
      }),
    ),
  );
  await band.getByRole('button', { name: 'Exit' }).click();
  await expect(band).toHaveCount(0);
  expect(await page.evaluate(() => window.sessionStorage.getItem('navigation'))).toBe('hidden');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.locator('nav').getByText('CCM tools')).toBeVisible();
});

// Spec 2: Data security: the list height is 400px
test('the lists of data security are 400 pixels high, on a phone too', async ({ page, signIn }) => {
  await signIn(people.staff);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/data-security/set');
    const dialog = page.getByRole('dialog', { name: 'Set data security' });
    await dialog.getByLabel('Organization').selectOption({ label: organisation });
    const list = dialog.getByRole('list', { name: 'Sites, Locations' });
    await expect(list).toBeVisible();
    expect((await list.boundingBox())?.height).toBe(400);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    ).toBe(true);
  }
});
