import { expect, expectNoAxeProblems, islandsAwake, people, test } from './support';

const roles = '/identity/resources/roles/v1';

test('somebody makes a token by keyboard alone, copies it, uses it and deletes it', async ({
  page,
  signIn,
  context,
  request,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(people.german);
  await page.getByLabel(/^Konto von/).press('Enter');
  await page.getByRole('link', { name: 'Ihr Konto' }).press('Enter');
  await page.getByRole('navigation', { name: 'Ihr Konto' }).getByRole('link', { name: 'API-Token' }).press('Enter');
  await page.getByLabel('Name', { exact: true }).fill('Nächtlicher Export');
  await page.getByLabel('Art', { exact: true }).selectOption({ label: 'Zugriffstoken, direkt gesendet' });
  await page.getByLabel('Läuft ab').selectOption({ label: 'In 7 Tagen' });
  await page.getByLabel('Name', { exact: true }).press('Enter');
  await expect(page.getByText('Token „Nächtlicher Export“ angelegt')).toBeVisible();
  await expectNoAxeProblems(page);
  await islandsAwake(page);
  await page.getByRole('button', { name: 'Kopieren Token' }).press('Enter');
  await expect(page.getByText('Kopiert', { exact: true })).toBeVisible();
  const token = await page.evaluate(() => navigator.clipboard.readText());
  await expect(page.locator('#made code')).toHaveText(token);
  const asked = () => request.get('/rest/v1/user', { headers: { authorization: `Bearer ${token}` } });
  expect((await asked()).status()).toBe(200);
  await page.getByRole('link', { name: 'Ich habe es gespeichert' }).press('Enter');
  await expect(page.getByText(token)).toHaveCount(0);
  await page.getByRole('button', { name: /^Löschen Nächtlicher Export/ }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).press('Enter');
  await expect(page.getByRole('status')).toContainText('Token gelöscht.');
  expect((await asked()).status()).toBe(401);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });

  test('an administrator makes a token of the organization with a role, and it may what the role may', async ({
    page,
    signIn,
    request,
  }) => {
    await signIn(people.caterer);
    await page.goto('/api-tokens');
    await page.locator('#field-description').fill('Nightly export');
    await page.locator('[name^=role-]').first().check();
    await page.locator('#create button[type=submit]').click();
    const [clientId, secret] = await page.locator('#made code').allTextContents();
    const exchanged = await request.post('/identity/resources/auth/v1/api-token', { data: { clientId, secret } });
    const { accessToken } = (await exchanged.json()) as { accessToken: string };
    const status = async () =>
      (await request.get(roles, { headers: { authorization: `Bearer ${accessToken}` } })).status();
    expect([200, 403]).toContain(await status());
    await page.locator('#made ~ p a, #made a').first().click();
    await page.locator('form[action$="/remove"] button').first().click();
    expect(await status()).toBe(401);
  });
});
