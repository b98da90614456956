import { expect, people, test } from './support';

test('staff choose an organisation, which stays in the address', async ({ page, signIn }) => {
  await signIn(people.staff);
  await page.goto('/sites');
  const choice = page.frameLocator('iframe').getByLabel('Organization', { exact: true });
  await choice.selectOption({ label: 'Kettle & Crumb (simulated)' });
  await expect(page).toHaveURL(/organisationId=\d+/);
  await expect(page.frameLocator('iframe').locator('tbody tr').first()).toBeVisible();
  await page.reload();
  await expect(choice.locator('option:checked')).toHaveText('Kettle & Crumb (simulated)');
});

test('the organisation that staff choose goes along to where waste is entered, and on to the other tools', async ({
  page,
  signIn,
}) => {
  await signIn(people.staff);
  await page.goto('/sites');
  const enter = page.locator('header').getByRole('link', { name: 'Enter waste' });
  await enter.hover();
  await expect(enter).toHaveAttribute('href', '/enter-waste');
  await page
    .frameLocator('iframe')
    .getByLabel('Organization', { exact: true })
    .selectOption({ label: 'Kettle & Crumb (simulated)' });
  await expect(page).toHaveURL(/organisationId=\d+/);
  await enter.press('Enter');
  await expect(page).toHaveURL(/\/enter-waste\?organisationId=\d+/);
  await expect(page.getByLabel('Organization', { exact: true }).locator('option:checked')).toHaveText(
    'Kettle & Crumb (simulated)',
  );
  await page.locator('nav').getByText('CCM tools').click();
  await page.getByRole('link', { name: 'Waste events' }).click();
  await expect(
    page.frameLocator('iframe').getByLabel('Organization', { exact: true }).locator('option:checked'),
  ).toHaveText('Kettle & Crumb (simulated)');
  await page.goto('/home');
  await page
    .getByRole('row', { name: /Kettle & Crumb/ })
    .getByRole('link', { name: 'Enter waste' })
    .click();
  await expect(page.getByLabel('Organization', { exact: true }).locator('option:checked')).toHaveText(
    'Kettle & Crumb (simulated)',
  );
});

test('a customer chooses from nothing where there is only one organisation', async ({ page, signIn }) => {
  await signIn(people.fairfax);
  const frame = page.frameLocator('iframe');
  await page.goto('/sites');
  await expect(frame.locator('tbody tr').first()).toBeVisible();
  await expect(frame.getByLabel('Organization', { exact: true })).toHaveCount(0);
});

test('an administrator of a reseller chooses among the organisations that stand below theirs, too', async ({
  page,
  signIn,
}) => {
  await signIn(people.caterer);
  const frame = page.frameLocator('iframe');
  const choice = frame.getByLabel('Organization', { exact: true });
  await page.goto('/sites');
  await expect(frame.locator('tbody tr').first()).toBeVisible();
  await expect(choice.locator('option')).toHaveText([
    'Kettle & Crumb (simulated)',
    'Northgate School Meals (simulated)',
    'Orchard Events (simulated)',
  ]);
  await choice.selectOption({ label: 'Northgate School Meals (simulated)' });
  await expect(page).toHaveURL(/organisationId=\d+/);
  await expect(frame.locator('tbody tr')).toHaveCount(0);
});

test('an organisation that is offered and not reached after all is told as such, and nobody is signed out', async ({
  page,
  signIn,
}) => {
  await signIn(people.caterer);
  const frame = page.frameLocator('iframe');
  const choice = frame.getByLabel('Organization', { exact: true });
  const asked: string[] = [];
  await page.route('**/rest/v1/participant/participants**', async (route) => {
    asked.push(new URL(route.request().url()).search);
    const own = (await (await route.fetch()).json()) as object[];
    await route.fulfill({ json: [...own, { participantId: 900_000_001, participantName: 'Below us' }] });
  });
  await page.goto('/sites');
  await choice.selectOption({ label: 'Below us' });
  expect(asked).toEqual(['?permission=EDIT_SITES']);
  await expect(frame.getByRole('alert')).toBeVisible();
  await expect(choice).toBeVisible();
});
