import type { EventChoices } from '../../server/domain/events/event-choices.contract';
import { expect, expectNoAxeProblems, fullRun, people, test } from './support';

test.describe('a legacy page in its frame', () => {
  test.beforeEach(({ signIn }) => signIn(people.caterer));

  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    // Spec 2: The frame height is the window height minus header, nav and footer
    test(`at ${width} px has the window's height less header, navigation and footer, also after a resize`, async ({
      page,
    }) => {
      const apart = () =>
        page.evaluate(() => {
          const taken = [...document.querySelectorAll('header, nav[id], footer')].reduce(
            (sum, part) => sum + part.getBoundingClientRect().height,
            0,
          );
          return Math.abs(
            window.innerHeight - taken - (document.querySelector('iframe')?.getBoundingClientRect().height ?? 0),
          );
        });
      await page.setViewportSize({ width, height });
      await page.goto('/sites');
      await expect.poll(apart).toBeLessThan(1);
      await page.setViewportSize({ width, height: height - 200 });
      await expect.poll(apart).toBeLessThan(1);
    });
  }

  test('keeps its view in the address of the host', async ({ page }) => {
    await page.goto('/waste-events');
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Net weight' }).click();
    await expect(page).toHaveURL(/sort=netGrams/);
    await frame.getByRole('button', { name: 'More filters', exact: true }).click();
    await frame.getByLabel('Stage').selectOption({ label: 'Post-consumer' });
    await expect(page).toHaveURL(/wasteStageId=9/);
    await page.reload();
    await expect(frame.getByLabel('Stage')).toBeHidden();
    await frame.getByRole('button', { name: 'More filters (1 set)' }).click();
    await expect(frame.getByLabel('Stage')).toHaveValue('9');
    await expect(frame.getByRole('columnheader', { name: 'Net weight' })).toHaveAttribute('aria-sort', 'ascending');
    await frame.getByRole('button', { name: 'Clear all' }).click();
    await expect(page).not.toHaveURL(/wasteStageId/);
  });

  test('filters and sorts by the values of an event', async ({ page }) => {
    await page.goto('/waste-events');
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'More filters', exact: true }).click();
    for (const [label, column, sort] of [
      ['Source', 'Source', 'sourceName'],
      ['Daypart', 'Daypart', 'daypartName'],
      ['Container', 'Container', 'containerName'],
    ] as const) {
      const choice = frame.getByLabel(label, { exact: true });
      await frame.getByRole('button', { name: column, exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`sort=${sort}`));
      await expect(frame.getByRole('columnheader', { name: column, exact: true })).toHaveAttribute(
        'aria-sort',
        'ascending',
      );
      const wanted = await choice.locator('option').nth(1).innerText();
      await choice.selectOption({ label: wanted });
      await expect
        .poll(async () => new Set(await frame.locator(`td[data-label="${column}"]`).allInnerTexts()))
        .toEqual(new Set([wanted]));
      await choice.selectOption('');
    }
  });

  test('searches a long list of items by what is typed, by keyboard', async ({ page }) => {
    const long = 'Rindfleisch-Gemüse-Eintopf mit Petersilienkartoffeln und hausgemachten Spätzle (Großküche)';
    const items = [
      ...Array.from({ length: 49 }, (_, at) => ({ value: String(900_000 + at), label: `Item ${at}` })),
      { value: '900100', label: long },
    ];
    await page.route('**/rest/v1/waste-events/head*', async (route) => {
      const answer = await route.fetch();
      const head = (await answer.json()) as { filters: { name: string; label: string }[] };
      const filters = head.filters.map((one) =>
        one.name === 'itemId'
          ? { kind: 'searched', name: 'itemId', label: one.label, value: '', options: items, more: true }
          : one,
      );
      await route.fulfill({ response: answer, json: { ...head, filters } });
    });
    await page.goto('/waste-events');
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'More filters', exact: true }).click();
    const item = frame.getByRole('combobox', { name: 'Item' });
    const list = frame.getByRole('listbox', { name: 'Item' });
    await item.focus();
    await page.keyboard.press('ArrowDown');
    await expect(list.getByRole('option')).toHaveCount(50);
    await expectNoAxeProblems(page);
    // The server's own answer: what is there in the demo.
    const wanted = await frame.locator('td[data-label="Item"]').first().innerText();
    await page.keyboard.type(wanted);
    await expect(list.getByRole('option').first()).toHaveText(wanted);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/itemId=\d+/);
    await expect
      .poll(async () => new Set(await frame.locator('td[data-label="Item"]').allInnerTexts()))
      .toEqual(new Set([wanted]));
    await page.reload();
    await frame.getByRole('button', { name: 'More filters (1 set)' }).click();
    await expect(item).toHaveValue(wanted);
    await frame.getByRole('button', { name: 'Clear Item' }).click();
    await expect(page).not.toHaveURL(/itemId/);
  });

  test('says which of very many events the list holds', async ({ page }) => {
    await page.route('**/rest/v1/waste-events?*', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        json: { ...((await answer.json()) as object), total: 10_000, totalIsCapped: true },
      });
    });
    for (const [sort, which] of [
      ['-occurredAt', 'newest'],
      ['netGrams', 'newest'],
      ['occurredAt', 'oldest'],
    ] as const) {
      await page.goto(`/waste-events?sort=${sort}`);
      await expect(
        page.frameLocator('iframe').getByRole('status').filter({ hasText: 'more than 10,000 events' }),
      ).toContainText(`Only the ${which} 10,000 are listed`);
    }
  });

  test('asks for what its form offers when one is first opened, and again after a failure', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      // The one value of an event that the beginning of a list does not hold is asked for apart.
      if (/\/rest\/v1\/(sites|refdata\/wasteStages|waste-events\/choices\?field=\w+&inUse=true$)/.test(request.url()))
        asked.push(new URL(request.url()).pathname);
    });
    await page.route(
      '**/rest/v1/waste-events/choices?field=locationId&inUse=true',
      (route) => route.fulfill({ status: 422, json: { code: 'unavailable', message: 'Not now.', requestId: '1' } }),
      { times: 1 },
    );
    await page.goto('/waste-events');
    const frame = page.frameLocator('iframe');
    await expect(frame.locator('tbody tr').first()).toBeVisible();
    expect(asked).toEqual([]);
    const enter = frame.getByRole('button', { name: 'Enter an event' });
    await enter.click();
    await expect(frame.getByRole('alert')).toContainText('Not now.');
    await enter.click();
    const form = frame.getByRole('dialog');
    await expect(form.getByRole('combobox', { name: 'Location' })).toBeVisible();
    await expect(form.getByLabel('Gross weight')).toBeFocused();
    await expect(frame.getByRole('alert')).toHaveCount(0);
    const before = asked.length;
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(enter).toBeFocused();
    await enter.click();
    await expect(form.getByRole('combobox', { name: 'Location' })).toBeVisible();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await frame.locator('tbody button').first().click();
    await form.getByRole('button', { name: 'Edit' }).click();
    await expect(form.getByRole('combobox', { name: 'Location' })).toBeVisible();
    expect(asked.filter((path) => path === '/rest/v1/refdata/wasteStages')).toHaveLength(2);
    expect(asked).toHaveLength(before);
  });

  test('starts the time of an event from the clock of its location, and follows another until a time is typed', async ({
    page,
  }) => {
    await page.clock.setFixedTime('2026-03-18T02:30:00Z');
    const { options } = (await (
      await page.request.get('/rest/v1/waste-events/choices?field=locationId&inUse=true')
    ).json()) as EventChoices;
    await page.goto('/waste-events');
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Enter an event' }).click();
    const form = frame.getByRole('dialog');
    const [day, time] = [form.getByLabel('Date'), form.getByLabel('Time of day')];
    const choosePlaceIn = async (zone: string) => {
      const { label = '', group = '' } = options.find(({ timeZone }) => timeZone === zone) ?? {};
      await form.getByRole('combobox', { name: 'Location' }).fill(`${label} ${group}`);
      await form.getByRole('option', { name: label }).filter({ hasText: group }).first().click();
    };
    const expectTime = async (...expected: string[]) =>
      expect.poll(async () => [await day.inputValue(), await time.inputValue()]).toEqual(expected);
    await expectTime('', '');
    await expect(form.getByText('Filled in with the local time once you choose a location.')).toBeVisible();
    await choosePlaceIn('Europe/Berlin');
    await expectTime('2026-03-18', '03:30');
    await expect(form.getByText('Local time at the location: Europe/Berlin.')).toBeVisible();
    await choosePlaceIn('America/New_York');
    await expectTime('2026-03-17', '22:30');
    await time.fill('21:00');
    await choosePlaceIn('Europe/Berlin');
    await expectTime('2026-03-17', '21:00');
  });

  test('shows the zone of each time where zones differ, and says in which order they stand', async ({ page }) => {
    const { options } = (await (
      await page.request.get('/rest/v1/waste-events/choices?field=locationId')
    ).json()) as EventChoices;
    const zones = new Map(options.map(({ value, timeZone }) => [timeZone, value]));
    expect(zones.size).toBeGreaterThan(1);
    const [differ, order] = [
      'Times are local to each location and show their time zone.',
      'Events are in the order they happened, so local times may appear out of order',
    ];
    // What others enter in this browser's server meanwhile is of one zone, and of today.
    const before = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    await page.goto(`/waste-events?endDate=${before}`);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByText(differ)).toContainText(order);
    await expect(frame.locator('tbody tr').first()).toContainText(/[AP]M (?:[A-Z]{2,4}|GMT[+−-]\d+)/);
    await page.goto('/waste-events?sort=-netGrams');
    await expect(frame.getByText(differ)).not.toContainText(order);
    await page.goto(`/waste-events?locationId=${zones.get('Europe/Berlin')}`);
    await expect(frame.locator('tbody tr').first()).toContainText(/[AP]M$|[AP]M(?! [A-Z])/);
    await expect(frame.getByText(differ)).toHaveCount(0);
  });

  test('finds the location of an event among many', async ({ page }) => {
    await page.clock.setFixedTime('2026-03-18T02:30:00Z');
    const { options } = (await (
      await page.request.get('/rest/v1/waste-events/choices?field=locationId&inUse=true')
    ).json()) as EventChoices;
    const wanted = options.find(
      ({ timeZone, label }) =>
        timeZone === 'Europe/Berlin' && options.filter((one) => one.label === label).length === 1,
    );
    const others = options.filter(({ timeZone }) => timeZone === 'America/New_York').slice(0, 2);
    await page.route('**/rest/v1/waste-events/choices?field=locationId&inUse=true', (route) =>
      route.fulfill({ json: { options: others, more: true } }),
    );
    await page.goto('/waste-events');
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Enter an event' }).click();
    const form = frame.getByRole('dialog');
    await form.getByRole('combobox', { name: 'Location' }).fill(wanted?.label ?? '');
    await form
      .getByRole('option', { name: wanted?.label ?? '' })
      .first()
      .click();
    await expect(form.getByRole('combobox', { name: 'Location' })).toHaveValue(`${wanted?.label} · ${wanted?.group}`);
    await expect(form.locator('input[name="locationId"]')).toHaveValue(wanted?.value ?? '');
    await expect(form.getByLabel('Time of day')).toHaveValue('03:30');
  });

  test('names the stages in the language of the person', async ({ signedIn }) => {
    const page = await signedIn(people.german);
    for (const path of ['/waste-events', '/manage-baselines']) {
      await page.goto(path);
      const frame = page.frameLocator('iframe');
      if (path === '/waste-events') await frame.getByRole('button', { name: 'Weitere Filter', exact: true }).click();
      await frame.getByLabel('Stufe').selectOption({ label: 'Vor dem Gast' });
      await expect
        .poll(async () => new Set(await frame.locator('td[data-label="Stufe"]').allInnerTexts()))
        .toEqual(new Set(['Vor dem Gast']));
    }
  });

  // Spec 8: HTTP 401 or 403 in a framed page: the same, back to the same view
  test('ends with the session, and leads back to the same view', async ({ page }) => {
    await page.goto('/sites?sort=-siteName');
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('table')).toBeVisible();
    await page.context().clearCookies();
    await frame.getByRole('button', { name: 'Country' }).click();
    await page.waitForURL('**/login**');
    await page.getByLabel('Username or email').fill(people.caterer);
    await page.getByLabel('Password', { exact: true }).fill('tare-demo-1234');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/sites\?sort=countryName/);
  });

  // ASVS V3.5.5
  test('is believed alone: other windows and strangers in the page are not', async ({ page }) => {
    await page.goto('/sites');
    await expect(page.frameLocator('iframe').getByRole('table')).toBeVisible();
    await page.evaluate(() => {
      window.postMessage({ tare: 'session-ended' }, '*');
      const stranger = document.createElement('iframe');
      stranger.src = '/legacy/waste-events.html';
      document.body.append(stranger);
      return new Promise((loaded) => {
        stranger.onload = loaded;
      });
    });
    await page.frames()[2]?.evaluate(() => window.parent.postMessage({ tare: 'session-ended' }, '*'));
    await page.waitForTimeout(500);
    await expect(page).toHaveURL(/\/sites$/);
    // The control: the same words from the frame itself are believed.
    await page.frames()[1]?.evaluate(() => window.parent.postMessage({ tare: 'session-ended' }, '*'));
    await page.waitForURL('**/login**');
  });

  test('opens, voids and restores an event by keyboard alone', async ({ page }) => {
    await page.goto('/waste-events');
    const frame = page.frameLocator('iframe');
    const first = frame.locator('tbody button').first();
    const row = frame.locator(`[data-key="${await first.getAttribute('data-key')}"]`);
    await first.focus();
    await page.keyboard.press('Enter');
    await expect(frame.getByRole('dialog')).toContainText('Net weight');
    await expectNoAxeProblems(page);
    for (const [action, done] of [
      ['Void', 'Event voided.'],
      ['Restore', 'Event restored.'],
    ] as const) {
      await frame.getByRole('button', { name: action, exact: true }).press('Enter');
      await page.keyboard.type('By keyboard');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(frame.getByText(done)).toBeVisible();
    }
    await expect(row).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(frame.getByRole('dialog')).toHaveCount(0);
    await expect(row).toBeFocused();
  });

  test.describe('an event of which something is asked', () => {
    test.use({ refusals: [409] });

    test('asks before an implausible weight is saved, and anew once another is typed', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/waste-events');
      const frame = page.frameLocator('iframe');
      await frame.locator('tbody button').first().click();
      await frame.getByRole('button', { name: 'Edit', exact: true }).click();
      const form = frame.getByRole('dialog', { name: /^Edit event/ });
      await form.getByLabel('Gross weight').fill('99999');
      await form.getByRole('button', { name: 'Save changes' }).click();
      await expect(form.getByLabel('Reason for the change')).toBeFocused();
      await expect(form.getByText('Fill in this field.')).toBeInViewport({ ratio: 1 });
      await form.getByLabel('Reason for the change').fill('Weighed again');
      await form.getByRole('button', { name: 'Save changes' }).click();
      const question = form.getByRole('alert');
      await expect(question).toContainText('Save it anyway?');
      await expect(question).toBeFocused();
      await expect(question).toBeInViewport({ ratio: 1 });
      await expectNoAxeProblems(page);
      await form.getByLabel('Gross weight').fill('88888');
      await expect(question).toHaveCount(0);
      await form.getByRole('button', { name: 'Save changes' }).click();
      await form.getByRole('button', { name: 'Save anyway' }).click();
      await expect(frame.getByText(/^Event saved/)).toBeVisible();
    });
  });
});

/** All are of one mold. */
const framed = ['sites', 'waste-events', 'manage-baselines', 'hierarchies', 'cost-rules', 'notifications'];
for (const name of fullRun ? framed : framed.slice(0, 1)) {
  test(`${name} says once that it needs scripts, and shows nothing that waits`, async ({ browser, baseURL, known }) => {
    const context = await browser.newContext({
      baseURL,
      javaScriptEnabled: false,
      storageState: (await known(people.caterer)).state,
    });
    const still = await context.newPage();
    const notice = /needs JavaScript/;
    await still.goto(`/${name}`);
    await expect(still.getByText(notice)).toBeVisible();
    await expect(still.locator('iframe')).toBeHidden();
    await expect(still.getByRole('navigation').first()).toBeVisible();
    await still.goto(`/legacy/${name}.html`);
    await expect(still.getByText(notice)).toBeVisible();
    await expect(still.locator('[data-waiting]')).toBeHidden();
    await expect(still.locator('[data-trouble]')).toBeHidden();
    await context.close();
  });
}
