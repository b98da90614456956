import type { Page } from '@playwright/test';
import type { ValueTree } from '../../server/domain/catalogue/hierarchies.contract';
import type { SiteLookup } from '../../server/domain/places/sites.contract';
import { expect, expectNoAxeProblems, people, test } from './support';
import { visit } from './visit';

// Two editors: 409 for the later one.
test.use({ refusals: [400, 409, 422] });

const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

/** The calls of the page's own origin, as its frame makes them. */
function api(page: Page) {
  const headers = { Origin: new URL(page.url()).origin, 'Sec-Fetch-Site': 'same-origin' };
  const answered = async <T>(response: Awaited<ReturnType<typeof page.request.get>>): Promise<T> => {
    expect(response.ok(), `${response.url()}: ${response.status()}`).toBe(true);
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  return {
    get: async <T>(path: string) => answered<T>(await page.request.get(`/rest/v1${path}`)),
    post: async <T>(path: string, data: object) =>
      answered<T>(await page.request.post(`/rest/v1${path}`, { data, headers })),
  };
}

async function newItem(page: Page, name: string): Promise<number> {
  const { get, post } = api(page);
  const {
    hierarchies: [list],
  } = await get<ValueTree>('/hierarchies/WASTEITEM');
  return (await post<{ valueId: number }>('/hierarchy-values', { name, hierarchyId: list?.hierarchyId })).valueId;
}

/** One kilogram in the first kitchen, yesterday. @returns the event's id */
async function weigh(page: Page, itemId: number): Promise<number> {
  const { get, post } = api(page);
  const [site] = await get<SiteLookup>('/sites');
  const entry = {
    clientEventUuid: crypto.randomUUID(),
    locationId: site?.locations[0]?.locationId,
    localDate: yesterday(),
    localTime: '12:00',
    wasteStageId: 8,
    itemId,
    grossWeight: 1,
    unit: 'kg',
  };
  return (await post<{ eventId: number }>('/waste-events/manual', entry)).eventId;
}

test.describe('hierarchies', () => {
  test.beforeEach(async ({ page, withSession }) => {
    await withSession(people.caterer);
    await page.goto('/hierarchies');
  });

  test('a category and an item below it are added, two items merged, and an event’s item is the new one', async ({
    page,
  }) => {
    test.setTimeout(90_000);
    const stamp = Date.now();
    const [category, item, old] = [`Grains ${stamp}`, `Rice ${stamp}`, `White rice ${stamp}`];
    const eventId = await weigh(page, await newItem(page, old));
    await page.goto('/hierarchies');
    const frame = page.frameLocator('iframe');
    const dialog = frame.getByRole('dialog');
    const main = frame.locator('main');
    await expectNoAxeProblems(page);
    // Nothing but keys from here to the first item.
    await main.getByRole('button', { name: 'New value', exact: true }).press('Enter');
    await page.keyboard.type(category);
    await expectNoAxeProblems(page);
    await dialog.getByRole('button', { name: 'Add value', exact: true }).press('Enter');
    await expect(main.getByRole('button', { name: category, exact: true })).toBeVisible();
    await main.getByRole('button', { name: category, exact: true }).press('Enter');
    await expect(page).toHaveURL(/value=\d+/);
    await main.getByRole('button', { name: 'Add a value below', exact: true }).press('Enter');
    await page.keyboard.type(item);
    await dialog.getByLabel('In German').fill(`Reis ${stamp}`);
    await dialog.getByLabel('Material type').selectOption({ label: 'Edible' });
    await dialog.getByRole('button', { name: 'Add value', exact: true }).press('Enter');
    await main.getByRole('button', { name: item, exact: true }).press('Enter');
    await expect(main).toContainText(`Reis ${stamp}`);
    await expectNoAxeProblems(page);
    // The other one becomes it.
    await page.goto('/hierarchies');
    await frame.getByLabel('Search').fill(old);
    await expect(main.getByRole('status').first()).toContainText('1');
    await main.getByRole('button', { name: old, exact: true }).click();
    await main.getByRole('button', { name: 'Merge', exact: true }).press('Enter');
    await dialog.getByRole('combobox', { name: 'Merge into' }).fill(item);
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText(`1 event will change to ${item}`);
    await expectNoAxeProblems(page);
    await dialog.getByRole('button', { name: 'Merge', exact: true }).press('Enter');
    await expect(frame.getByText(`${old} has been merged into ${item}.`)).toBeVisible();
    await frame.getByLabel('Search').fill('');
    await expect(main.getByText(`${old} → ${item}`)).toBeVisible({ timeout: 20_000 });
    await page.goto(`/waste-events?event=${eventId}`);
    await expect(dialog).toContainText(item);
    await expect(dialog).toContainText(`${old} → ${item}`);
  });

  test('a value changed by somebody else meanwhile is not overwritten', async ({ page, signedIn }) => {
    const name = `Soup ${Date.now()}`;
    const valueId = await newItem(page, name);
    await page.goto(`/hierarchies?value=${valueId}`);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Edit', exact: true }).click();
    const other = await signedIn(people.caterer);
    await other.goto(`/hierarchies?value=${valueId}`);
    const theirs = other.frameLocator('iframe');
    await theirs.getByRole('button', { name: 'Edit', exact: true }).click();
    await theirs.getByRole('dialog').getByLabel('Name', { exact: true }).fill(`${name} of the day`);
    await theirs.getByRole('button', { name: 'Save changes' }).click();
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(`${name} of the day`);
    await frame.getByRole('dialog').getByLabel('Name', { exact: true }).fill(`${name} again`);
    await frame.getByRole('button', { name: 'Save changes' }).click();
    await expect(frame.getByRole('alert')).toContainText('Someone else has changed this value.');
    await page.reload();
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText(`${name} of the day`);
  });

  test('the three stages cannot be changed, and thousands of long names fit a phone', async ({ page }) => {
    await page.goto('/hierarchies?element=WASTESTAGE');
    const frame = page.frameLocator('iframe');
    await expect(frame.locator('main')).toContainText('The three stages are the same for every organization');
    await expect(frame.getByRole('button', { name: 'New value' })).toHaveCount(0);
    const long = 'Rindfleisch-Gemüse-Eintopf mit Petersilienkartoffeln und hausgemachten Spätzle '.repeat(2);
    await page.route('**/rest/v1/hierarchies/WASTEITEM*', async (route) => {
      const answer = await route.fetch();
      const tree = (await answer.json()) as ValueTree;
      const [first] = tree.values;
      const values = Array.from({ length: 2_000 }, (_, at) => ({
        ...first,
        valueId: 900_000 + at,
        name: `${long}${at}`,
        parentId: at % 20 === 0 ? null : 900_000 + at - (at % 20),
        hierarchyId: tree.hierarchies[0]?.hierarchyId,
      }));
      await route.fulfill({ response: answer, json: { ...tree, values } });
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/hierarchies');
    await expect(frame.locator('main')).toContainText('2,000');
    const main = frame.locator('main');
    expect(
      await main.evaluate(
        (element) =>
          element.ownerDocument.documentElement.scrollWidth - element.ownerDocument.documentElement.clientWidth,
      ),
    ).toBeLessThanOrEqual(0);
    await expect(frame.getByRole('button', { name: new RegExp(`^${long}1$`) })).toHaveCount(0);
    await frame
      .getByRole('button', { name: /Values in/ })
      .first()
      .click();
    await expect(frame.getByRole('button', { name: `${long}1`, exact: true })).toBeVisible();
  });
});

test('cost rules: a price is made by keyboard, tried on a weight, and a period recosted after its preview', async ({
  page,
  withSession,
}) => {
  test.setTimeout(90_000);
  await withSession(people.caterer);
  await page.goto('/cost-rules');
  const name = `Saffron ${Date.now()}`;
  const itemId = await newItem(page, name);
  const eventId = await weigh(page, itemId);
  const [site] = await api(page).get<SiteLookup>('/sites');
  await page.goto('/cost-rules');
  const frame = page.frameLocator('iframe');
  const dialog = frame.getByRole('dialog');
  const main = frame.locator('main');
  await expect(main.getByRole('table')).toBeVisible();
  await expectNoAxeProblems(page);
  await main.getByRole('button', { name: 'New cost rule', exact: true }).press('Enter');
  await dialog.getByRole('combobox', { name: 'Item', exact: true }).fill(name);
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Price per kg').fill('777.5');
  // Prices of a site are in its currency.
  await dialog.getByRole('combobox', { name: 'Currency', exact: true }).fill(site?.currencyCode ?? '');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Start date').fill('2020-01-01');
  await expectNoAxeProblems(page);
  await dialog.getByRole('button', { name: 'Add cost rule' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await frame.getByLabel('Search').fill(name);
  await expect(main.locator('tbody tr')).toHaveCount(1);
  await expect(main.locator('tbody')).toContainText('777.50');
  // The weight is tried with what prices events.
  await main.getByRole('button', { name: 'Test cost rules' }).press('Enter');
  await main.getByRole('combobox', { name: 'Item', exact: true }).fill(name);
  await page.keyboard.press('Enter');
  await main.getByLabel('Net weight').fill('2');
  await main.getByLabel('Unit').selectOption('kg');
  await main.getByRole('button', { name: 'Calculate cost' }).press('Enter');
  await expect(main.locator('p[role="status"]')).toContainText('1,555.00');
  await expect(main.locator('#fitting tbody tr').first()).toContainText('Applies');
  await expectNoAxeProblems(page);
  await main.getByRole('button', { name: 'Cost rules', exact: true }).press('Enter');
  // The period is counted, looked at, and written.
  await main.getByRole('button', { name: 'Recosted periods' }).press('Enter');
  await expect(main.getByRole('heading', { name: 'Recosted periods' })).toBeFocused();
  const start = main.getByRole('button', { name: 'Recost a period' });
  await expect(start).toBeEnabled();
  await start.press('Enter');
  await dialog.getByLabel('From').fill(yesterday());
  await dialog.getByLabel('To', { exact: true }).fill(yesterday());
  await dialog.getByLabel('Reason').fill('Saffron has a price now');
  await dialog.getByRole('button', { name: 'Preview changes' }).press('Enter');
  await expect(main.getByText('Nothing has been changed yet.')).toBeVisible({ timeout: 20_000 });
  await expect(main).toContainText('Events whose cost would change');
  await expectNoAxeProblems(page);
  await main.getByRole('button', { name: 'Apply these costs' }).press('Enter');
  await dialog.getByRole('button', { name: 'Apply these costs' }).press('Enter');
  await expect(main.getByText('The new costs were applied on')).toBeVisible({ timeout: 20_000 });
  await page.goto(`/waste-events?event=${eventId}`);
  await expect(dialog).toContainText('777.50');
  await expect(dialog).toContainText('Saffron has a price now');
});

test('cost rules can be read without the right to change them', async ({ page, withSession }) => {
  await withSession(people.caterer);
  await page.route('**/rest/v1/user', async (route) => {
    const answer = await route.fetch();
    const user = (await answer.json()) as { permissions: string[] };
    await route.fulfill({
      response: answer,
      json: { ...user, permissions: user.permissions.filter((one) => one !== 'EDIT_COST_RULES') },
    });
  });
  await page.goto('/cost-rules');
  const main = page.frameLocator('iframe').locator('main');
  await expect(main.getByRole('table')).toBeVisible();
  await expect(main.getByRole('button', { name: 'New cost rule' })).toHaveCount(0);
  await expect(main.getByRole('button', { name: 'Test cost rules' })).toBeVisible();
});

test('an item that is proposed while weighing is accepted, and named by what was weighed', async ({ signedIn }) => {
  const page = await signedIn(people.caterer);
  const propose = async (name: string) => {
    await visit(page, '/enter-waste?choose=location');
    await page.getByRole('main').getByRole('link').first().click();
    await page.locator('label', { hasText: 'Item not listed? Propose it' }).click();
    await page.getByLabel('Weight', { exact: true }).fill('1.5');
    await page.getByLabel('Item name').fill(name);
    await page.getByRole('button', { name: 'Save and add another' }).click();
    await expect(page.getByText(`${name} (proposed)`)).toBeVisible();
  };
  await propose('Jackfruit');
  await propose('Jackfriut');
  await visit(page, '/hierarchies');
  const frame = page.frameLocator('iframe');
  const asked = frame.getByRole('dialog');
  await frame.getByRole('button', { name: 'Accept Jackfruit' }).click();
  await expect(asked.getByLabel('Name', { exact: true })).toHaveValue('Jackfruit');
  await asked.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(frame.getByRole('button', { name: 'Accept Jackfruit' })).toHaveCount(0);
  await expect(frame.getByText('Jackfruit', { exact: true })).toBeVisible();
  await frame.getByRole('button', { name: 'Use existing item Jackfriut' }).click();
  await asked.getByRole('combobox').fill('jackfruit');
  await page.keyboard.press('Enter');
  await asked.getByRole('button', { name: 'Use existing item' }).click();
  await expect(frame.getByText('“Jackfriut” is now Jackfruit.')).toBeVisible();
  await expect(frame.getByRole('heading', { name: 'Proposed items' })).toHaveCount(0);
  await visit(page, '/enter-waste');
  await expect(page.getByRole('complementary').getByText('Jackfruit', { exact: true })).toHaveCount(2);
});
