import type { Page } from '@playwright/test';
import { expect, expectNoAxeProblems, expectNoOverflow, password, people, test, walkTo } from './support';

const frameOf = (page: Page) => page.frameLocator('iframe');
const dialogOf = (page: Page) => frameOf(page).getByRole('dialog');
const button = (page: Page, name: string | RegExp) =>
  frameOf(page).locator('main').getByRole('button', { name, exact: true });

/** The newest mail that was sent to somebody. */
async function openMailTo(page: Page, address: string): Promise<void> {
  const mail = page.locator('li', { hasText: address }).first();
  await expect(async () => {
    await page.goto('/dev/outbox');
    await expect(mail).toBeVisible({ timeout: 500 });
  }).toPass();
  await mail.getByRole('link').click();
}

const ownPassword = 'five quiet ladles of soup';

async function choosePassword(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(ownPassword);
  await page.getByLabel('Confirm password').fill(ownPassword);
  await page.getByRole('button', { name: 'Save password' }).click();
}

/** Types into a field of the dialog, by keys alone. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await walkTo(page, dialogOf(page).getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

/** @returns the address of somebody who was invited on /users, by keys alone */
async function invite(page: Page, name: string): Promise<string> {
  const email = `e2e-${Date.now()}@caterer.test`;
  await page.goto('/users');
  await frameOf(page).getByRole('heading', { level: 1 }).focus();
  await walkTo(page, button(page, 'New user'));
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toBeVisible();
  await expectNoAxeProblems(page);
  await type(page, 'Name', name);
  await type(page, 'Email', email);
  await walkTo(page, dialogOf(page).getByRole('checkbox', { name: 'Viewer' }));
  await page.keyboard.press('Space');
  await walkTo(page, dialogOf(page).getByRole('button', { name: 'Add user', exact: true }));
  await page.keyboard.press('Enter');
  await expect(frameOf(page).getByRole('heading', { level: 1, name })).toBeVisible();
  return email;
}

// Spec 4: Some users also administer users, organizations and kitchen staff
test('somebody is invited by keyboard alone, follows the link of the mail and is signed in', async ({
  signedIn,
  page,
}) => {
  test.setTimeout(120_000);
  const admin = await signedIn(people.caterer);
  const email = await invite(admin, 'Nadia Rossi');
  await expect(frameOf(admin).locator('main')).toContainText('Invited');
  await openMailTo(page, email);
  await expect(page).toHaveURL(/\/activate-user\?token=/);
  await choosePassword(page);
  await expect(page).toHaveURL(/privacy-policy|home/);
  await admin.reload();
  await expect(frameOf(admin).locator('dl')).toContainText('Active');
});

test('somebody deactivated is signed out at their next step, and cannot come back', async ({ signedIn, page }) => {
  test.setTimeout(120_000);
  const admin = await signedIn(people.caterer);
  const email = await invite(admin, 'Paul Weber');
  await openMailTo(page, email);
  await choosePassword(page);
  await page.getByLabel('I have read the privacy policy and accept it.').check();
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page).toHaveURL(/home/);

  await admin.reload();
  await button(admin, 'Deactivate').click();
  await expect(dialogOf(admin)).toContainText('They will be signed out immediately on every device');
  await expectNoAxeProblems(admin);
  await dialogOf(admin).getByRole('button', { name: 'Deactivate', exact: true }).click();
  await expect(frameOf(admin).getByText('This user is deactivated')).toBeVisible();

  await page.goto('/home');
  await expect(page).toHaveURL(/login/);
  await page.getByLabel('Username or email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(ownPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('The username or password is incorrect.');
});

test('somebody is narrowed to a site and sees no other', async ({ signedIn }) => {
  test.setTimeout(120_000);
  const admin = await signedIn(people.caterer);
  await admin.goto('/users?text=viewer%40caterer');
  await frameOf(admin).locator('tbody').getByRole('button').first().click();
  await button(admin, 'Choose sites and locations').click();
  await expect(dialogOf(admin).getByRole('checkbox').first()).toBeVisible();
  await expectNoAxeProblems(admin);
  await dialogOf(admin).getByRole('button', { name: 'Update', exact: true }).click();
  await expect(dialogOf(admin)).toContainText('Fill in this field.');
  await dialogOf(admin).getByRole('checkbox').first().check();
  await dialogOf(admin).getByRole('button', { name: 'Update', exact: true }).click();
  await expect(frameOf(admin).locator('main')).toContainText('1 site');
  const viewer = await signedIn(people.viewer);
  expect((await (await viewer.request.get('/rest/v1/sites')).json()) as unknown[]).toHaveLength(1);
  await button(admin, 'Remove restriction').click();
  await dialogOf(admin).getByRole('button', { name: 'Remove restriction', exact: true }).click();
  await expect(frameOf(admin).locator('main')).toContainText('All sites and locations in the organization.');
  expect(((await (await viewer.request.get('/rest/v1/sites')).json()) as unknown[]).length).toBeGreaterThan(1);
});

test('an operator’s PIN is shown once', async ({ signedIn }) => {
  const admin = await signedIn(people.caterer);
  await admin.goto('/operators');
  await button(admin, 'New operator').click();
  await dialogOf(admin).getByLabel('Name on the device').fill(`Dill ${Date.now()}`);
  await dialogOf(admin).getByRole('combobox', { name: 'Location' }).click();
  await dialogOf(admin).getByRole('option').first().click();
  await expectNoAxeProblems(admin);
  await dialogOf(admin).getByRole('button', { name: 'Add operator', exact: true }).click();
  const pin = dialogOf(admin).locator('code');
  await expect(pin).toHaveText(/^\d{6}$/);
  const shown = await pin.innerText();
  await admin.keyboard.press('Escape');
  await expect(dialogOf(admin)).toHaveCount(0);
  await expect(frameOf(admin).locator('body')).not.toContainText(shown);
});

test('an organization is made, put below another and suspended, which closes its door', async ({ signedIn, page }) => {
  test.setTimeout(120_000);
  const staff = await signedIn(people.staff);
  const name = `Canteen ${Date.now()}`;
  const email = `first-${Date.now()}@canteen.test`;
  await staff.goto('/organizations');
  await button(staff, 'New organization').click();
  const dialog = dialogOf(staff);
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('combobox', { name: 'Country' }).fill('Germany');
  await staff.keyboard.press('Enter');
  await expect(dialog.getByRole('combobox', { name: 'Currency' })).toHaveValue(/^EUR/);
  await dialog.getByRole('combobox', { name: 'Parent organization' }).fill('Kettle');
  await staff.keyboard.press('Enter');
  await dialog.getByLabel('First administrator’s name').fill('Ada First');
  await dialog.getByLabel('First administrator’s email').fill(email);
  await expectNoAxeProblems(staff);
  await dialog.getByRole('button', { name: 'Add organization', exact: true }).click();
  await expect(frameOf(staff).getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(frameOf(staff).locator('dl')).toContainText('Kettle & Crumb');

  await openMailTo(page, email);
  await choosePassword(page);
  await expect(page).toHaveURL(/privacy-policy|home/);
  await button(staff, 'Suspend').click();
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect(frameOf(staff).getByText('This organization is suspended')).toBeVisible();
  await page.goto('/home');
  await expect(page).toHaveURL(/login/);
});

test.describe('very many and very long', () => {
  const long = 'Konstantin-Maximilian Freiherr von und zu Wolkenburg-Hohenstein-Schönbrunn';
  const user = (userId: number) => ({
    userId,
    fullName: userId === 1 ? long : `Person ${userId}`,
    login: `${'long-name-'.repeat(12)}${userId}@a-very-long-domain-name.example`,
    email: `${'long-name-'.repeat(12)}${userId}@a-very-long-domain-name.example`,
    status: 'ACTIVE',
    ssoUser: false,
    lastSignInAt: null,
    roleNames: ['Viewer', 'Manager'],
    secured: { sites: 12, locations: 3 },
  });

  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    test(`names keep the page at ${width} px, and 10,000 people turn page by page`, async ({ signedIn }) => {
      const admin = await signedIn(people.caterer);
      await admin.setViewportSize({ width, height });
      const asked: string[] = [];
      await admin.route('**/rest/v1/users?*', async (route) => {
        const query = new URL(route.request().url()).searchParams;
        const offset = Number(query.get('offset'));
        asked.push(`${query.get('limit')} from ${offset}`);
        await route.fulfill({
          json: {
            users: Array.from({ length: 10 }, (_, at) => user(offset + at + 1)),
            total: 10_000,
            limit: 10,
            offset,
          },
        });
      });
      await admin.goto('/users');
      await expect(frameOf(admin).getByText(long)).toBeVisible();
      await expect(frameOf(admin).locator('main')).toContainText('10,000');
      await expectNoOverflow(admin);
      await frameOf(admin).getByRole('button', { name: 'Next' }).click();
      await expect(admin).toHaveURL(/page=2/);
      await expect(frameOf(admin).getByText('Person 11', { exact: true }).first()).toBeVisible();
      expect(asked.slice(-1)).toEqual(['10 from 10']);
    });
  }

  test('an organization without operators says what they are for', async ({ signedIn }) => {
    const staff = await signedIn(people.staff);
    await staff.goto('/operators');
    await expect(frameOf(staff).getByText('No operators yet')).toBeVisible();
    await expectNoAxeProblems(staff);
  });
});

test('somebody limited to sites sees the people, and no button to change them', async ({ signedIn }) => {
  const admin = await signedIn(people.caterer);
  await admin.route('**/rest/v1/users/roles*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), limited: true } });
  });
  await admin.goto('/users');
  await expect(
    frameOf(admin).getByText('Your access is limited to some sites, so you cannot change users.'),
  ).toBeVisible();
  await expect(button(admin, 'New user')).toHaveCount(0);
});

test('the demo’s password opens none of the accounts that were never activated', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Username or email').fill('invited@caterer.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('The username or password is incorrect.');
});

test('on a phone a delivery says what became of it, and a subscription is muted and heard again', async ({
  signedIn,
}) => {
  const page = await signedIn(people.caterer);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/notifications');
  const list = frameOf(page).locator('#list');
  const delivery = list.locator('tbody tr').first();
  await expect(delivery).toContainText('A whole tray at once');
  await expect(delivery.getByText('admin@caterer.test')).toBeHidden();
  await delivery.locator('summary').press('Enter');
  await expect(delivery.getByText('admin@caterer.test')).toBeVisible();
  await expectNoOverflow(page);

  await frameOf(page).getByText('Subscriptions', { exact: true }).click();
  const subscription = list.locator('tbody tr').filter({ hasText: 'A whole tray at once' });
  await expect(subscription).toContainText('Active');
  await subscription.locator('summary').press('Enter');
  await subscription.getByRole('button', { name: /^Mute/ }).press('Enter');
  await expect(subscription).toContainText('Muted');
  await expectNoAxeProblems(page);
  await subscription.getByRole('button', { name: /^Unmute/ }).press('Enter');
  await expect(subscription).toContainText('Active');
});
