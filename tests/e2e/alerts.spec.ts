import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { openSmtpSink, type SmtpSink } from '../support/smtp-sink';
import { startDemoServer } from './demo-server';
import { expect, expectNoAxeProblems, expectNoOverflow, islandsAwake, people, test as base, walkTo } from './support';

/** A server that sends its mail to a real SMTP server. */
const test = base.extend<object, { mails: SmtpSink }>({
  mails: [
    async ({}, use) => {
      const sink = await openSmtpSink();
      await use(sink);
      await sink.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ mails }, use) => {
      const { url, stop } = await startDemoServer({ SMTP_URL: mails.url, SMTP_TLS: 'off' });
      await use(url);
      await stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const origin = (page: Page) => new URL(page.url()).origin;

async function openAlerts(page: Page): Promise<void> {
  await page.goto('/alerts');
  await islandsAwake(page);
}

async function ownOrganisation(page: Page): Promise<number> {
  const all = (await (await page.request.get('/rest/v1/participant/participants')).json()) as {
    participantId: number;
  }[];
  return all[0]?.participantId ?? 0;
}

/** By the call, as another editor would. */
async function send(
  page: Page,
  {
    name,
    organisationId,
    alertId,
    more = {},
  }: { name: string; organisationId: number; alertId?: number; more?: object },
): Promise<number> {
  const address = `/rest/v1/alert/participant/${organisationId}/alert`;
  const data = {
    alertName: name,
    alertDesc: 'Of the journeys',
    siteId: 0,
    locationId: 0,
    deviceId: 0,
    alertCompType: 'netWeightAmount',
    alertUnitId: 12,
    alertOperator: 'GE',
    alertCompValue: 900,
    refAttribs: [],
    ...more,
  };
  const answer =
    alertId === undefined
      ? await page.request.post(address, { data, headers: { origin: origin(page) } })
      : await page.request.put(`${address}/${alertId}`, { data, headers: { origin: origin(page) } });
  expect(answer.status()).toBe(200);
  return ((await answer.json()) as { alertId: number }).alertId;
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const said = (page: Page, text: string | RegExp) => expect(page.locator('[popover]').getByText(text)).toBeVisible();

// Spec 4: Closing the modal refreshes the parent list and resets the form
// Spec 5: Submit is disabled while invalid
test('an alert made on the screen is raised through the API, mailed, and its link leads to the event', async ({
  signedIn,
  mails,
}) => {
  const page = await signedIn(people.caterer);
  await openAlerts(page);
  const name = `Heavy ${randomUUID().slice(0, 8)}`;

  await page.getByRole('button', { name: 'Add alert' }).click();
  const window = page.getByRole('dialog', { name: 'Add alert' });
  const save = window.getByRole('button', { name: 'Save' });
  await expect(window.getByLabel('Currency')).not.toHaveValue('');
  await expect(save).toBeDisabled();
  await window.getByLabel('Alert name').fill(name);
  await window.getByLabel('Description').fill('More than any kitchen throws away at once');
  await window.getByText('Weight', { exact: true }).click();
  await expect(window.getByLabel('Currency')).toBeDisabled();
  await expect(window.getByLabel('Weight unit')).toHaveValue('11');
  await window.getByLabel('Weight unit').selectOption('12');
  await window.getByLabel('Operator', { exact: true }).selectOption('GE');
  await window.getByLabel('Value', { exact: true }).first().fill('800');
  await expectNoAxeProblems(page);
  await save.click();
  await said(page, `“${name}” saved.`);

  await expect(page.getByRole('button', { name: 'Update' })).toBeDisabled();
  await page.getByRole('checkbox', { name: `Email me about ${name}` }).check();
  await page.getByRole('button', { name: 'Update' }).click();
  await said(page, 'Notifications saved.');
  await expect(page.getByRole('button', { name: 'Update' })).toBeDisabled();

  const sites = (await (await page.request.get('/rest/v1/sites')).json()) as {
    locations: { locationId: number; locationName: string }[];
  }[];
  const [location] = sites.flatMap(({ locations }) => locations);
  const answer = await page.request.post('/rest/v1/waste-events/manual', {
    headers: { origin: origin(page) },
    data: {
      clientEventUuid: randomUUID(),
      locationId: location?.locationId,
      wasteStageId: 8,
      grossWeight: 812,
      tareWeight: 0,
      unit: 'kg',
      confirm: ['weight'],
    },
  });
  expect([answer.status(), await answer.text()]).toEqual([200, expect.stringContaining('eventId')]);
  await expect.poll(() => mails.to(people.caterer).filter(({ text }) => text.includes(name)).length).toBe(1);
  const mail = mails.to(people.caterer).find(({ text }) => text.includes(name));
  const link = /http\S*\/events\?\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  expect(new URL(link).origin).toBe(origin(page));
  await page.goto(link);
  await expect(page.getByText(/812/).first()).toBeVisible();
  await expect(
    page
      .locator('tbody')
      .getByText(location?.locationName ?? '-')
      .first(),
  ).toBeVisible();
});

// Spec 2: Edit-alert modal: general settings, equation, additional parameters; can open read-only
// Spec 2: User-notify modal: name and description, dropdown with add, table of notified users, Update and Cancel
// Spec 4: A duplicate value shows editAlertsModal.paramAlreadyExists
// Spec 4: Delete asks for confirmation first
// Spec 5: User-notify add is disabled until a user is selected
// Spec 8: Delete prompt: alerts.confirmDelete followed by the alert name
test('the whole screen is used by keyboard alone: add, a parameter twice, view, people, delete', async ({
  signedIn,
}) => {
  const page = await signedIn(people.caterer);
  await openAlerts(page);
  const name = `Keyboard ${randomUUID().slice(0, 8)}`;
  const add = page.getByRole('button', { name: 'Add alert' });
  await walkTo(page, add);
  await page.keyboard.press('Enter');
  const window = page.getByRole('dialog', { name: 'Add alert' });
  await walkTo(page, window.getByLabel('Alert name'));
  await page.keyboard.type(name);
  await page.keyboard.press('Tab');
  await page.keyboard.type('By keyboard');
  await walkTo(page, window.getByLabel('Type', { exact: true }));
  await page.keyboard.type('Stage');
  for (let times = 0; times < 2; times += 1) {
    await walkTo(page, window.getByRole('combobox', { name: 'Value' }));
    await page.keyboard.type('Pre');
    // The values of the type just chosen may still be on their way.
    await expect(window.getByRole('option', { name: /^Pre/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await walkTo(page, window.getByRole('button', { name: 'Add', exact: true }));
    await page.keyboard.press('Enter');
    if (times === 0) await expect(window.getByRole('button', { name: /^Remove / })).toHaveCount(1);
  }
  await expect(window.getByRole('alert')).toContainText('This value has already been added.');
  await walkTo(page, window.getByRole('button', { name: /^Remove / }));
  await page.keyboard.press('Enter');
  await expect(window.getByText('None: the alert applies to every weighing.')).toBeVisible();
  await walkTo(page, window.getByRole('button', { name: 'Save' }));
  await page.keyboard.press('Enter');
  await said(page, `“${name}” saved.`);

  const view = page.getByRole('button', { name: `View ${name}` });
  await walkTo(page, view);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'View alert' }).getByLabel('Alert name')).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(view).toBeFocused();

  await walkTo(page, page.getByRole('button', { name: `Users ${name}` }));
  await page.keyboard.press('Enter');
  const users = page.getByRole('dialog', { name });
  const add2 = users.getByRole('button', { name: 'Add', exact: true });
  await expect(add2).toBeDisabled();
  await expect(users.getByRole('button', { name: 'Update' })).toBeDisabled();
  await walkTo(page, users.getByRole('combobox', { name: 'Add a user' }));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await walkTo(page, add2);
  await page.keyboard.press('Enter');
  await expect(users.getByRole('button', { name: /^Remove / })).toHaveCount(1);
  await walkTo(page, users.getByRole('button', { name: 'Update' }));
  await page.keyboard.press('Enter');
  await said(page, `Recipients of “${name}” saved.`);

  await walkTo(page, page.getByRole('button', { name: `Delete ${name}` }));
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Delete this alert?' });
  await expect(question).toContainText(name);
  await expectNoAxeProblems(page);
  await walkTo(page, question.getByRole('button', { name: 'Delete' }));
  await page.keyboard.press('Enter');
  await said(page, `“${name}” deleted.`);
  await expect(row(page, name)).toHaveCount(0);
});

/** Its push service is on no network here; all else of the page's half is the browser's own. */
const withPushService = (page: Page) =>
  page.addInitScript(
    ([p256dh = '', auth = '']) => {
      PushManager.prototype.getSubscription = async () => null;
      PushManager.prototype.subscribe = async () =>
        ({
          toJSON: () => ({
            endpoint: 'https://push.example.org/of-the-journey',
            expirationTime: null,
            keys: { p256dh, auth },
          }),
        }) as unknown as PushSubscription;
    },
    [createECDH('prime256v1').generateKeys('base64url'), randomBytes(16).toString('base64url')],
  );

test(
  'ticking push asks the browser, is kept, and a message of the push service is shown',
  { tag: '@windows' },
  async ({ signedIn }) => {
    const page = await signedIn(people.caterer);
    await page.context().grantPermissions(['notifications']);
    await withPushService(page);
    await openAlerts(page);
    const name = `Push ${randomUUID().slice(0, 8)}`;
    await send(page, { name, organisationId: await ownOrganisation(page) });
    await openAlerts(page);
    const box = page.getByRole('checkbox', { name: `Send me push notifications about ${name}` });
    const subscribed = page.waitForResponse((answer) => answer.url().endsWith('/rest/v1/push/subscriptions'));
    await box.check();
    expect((await subscribed).status()).toBe(204);
    await expect(box).toBeChecked();
    await page.getByRole('button', { name: 'Update' }).click();
    await said(page, 'Notifications saved.');
    await openAlerts(page);
    await expect(box).toBeChecked();

    const protocol = await page.context().newCDPSession(page);
    const registered = new Promise<string>((done) => {
      protocol.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        if (registrations[0]) done(registrations[0].registrationId);
      });
    });
    await protocol.send('ServiceWorker.enable');
    const data = JSON.stringify({
      title: `${name} was raised`,
      body: '812 kg',
      url: '/events?eventId=7',
      tag: 'seven',
    });
    await protocol.send('ServiceWorker.deliverPushMessage', {
      origin: origin(page),
      registrationId: await registered,
      data,
    });
    const shown = () =>
      page.evaluate(async () =>
        (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag, data: kept }) => ({
          title,
          body,
          tag,
          data: kept as unknown,
        })),
      );
    await expect
      .poll(shown)
      .toEqual([{ title: `${name} was raised`, body: '812 kg', tag: 'seven', data: { url: '/events?eventId=7' } }]);
  },
);

test('a browser that refuses push unticks the box and says why', async ({ signedIn }) => {
  const page = await signedIn(people.caterer);
  await openAlerts(page);
  // The browser's protocol grants these, and rejects all others.
  await page.context().grantPermissions([], { origin: origin(page) });
  const name = `Refused ${randomUUID().slice(0, 8)}`;
  await send(page, { name, organisationId: await ownOrganisation(page) });
  await openAlerts(page);
  const box = page.getByRole('checkbox', { name: `Send me push notifications about ${name}` });
  await box.click();
  await expect(page.getByRole('alert')).toContainText('Notifications from Tare are blocked in this browser');
  await expect(box).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Update' })).toBeDisabled();
});

test.describe('what goes wrong', () => {
  test.use({ refusals: [401, 404, 409, 410, 422, 500] });

  test('the later of two editors is told, loses nothing, and may take what is saved', async ({ signedIn }) => {
    const page = await signedIn(people.caterer);
    await openAlerts(page);
    const organisationId = await ownOrganisation(page);
    const name = `Contested ${randomUUID().slice(0, 8)}`;
    const alertId = await send(page, { name, organisationId });
    await openAlerts(page);
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    const window = page.getByRole('dialog', { name: 'Edit alert' });
    await window.getByLabel('Description').fill('Mine');
    await send(page, { name, organisationId, alertId, more: { alertDesc: 'Theirs' } });
    await window.getByRole('button', { name: 'Save' }).click();
    await expect(window.getByRole('alert')).toBeVisible();
    await expect(window.getByLabel('Description')).toHaveValue('Mine');
    await window.getByRole('button', { name: 'Show saved version' }).click();
    await expect(window.getByLabel('Description')).toHaveValue('Theirs');
    await window.getByRole('button', { name: 'Save' }).click();
    await said(page, `“${name}” saved.`);
  });

  // Spec 4: Cancel reloads the alerts and clears the dirty flag
  // Spec 4: User-notify: Update is disabled with no notifications
  // Spec 8: Alert service failures: logged, and said on the screen (decision 13)
  // Spec 8: Loading organisation users for notifications fails: the modal still opens
  test('the window of people opens without their list, and a failed save is said', async ({ signedIn }) => {
    const page = await signedIn(people.caterer);
    await openAlerts(page);
    const name = `Nobody ${randomUUID().slice(0, 8)}`;
    await send(page, { name, organisationId: await ownOrganisation(page) });
    await page.route('**/lpoUsers', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
    );
    await page.route('**/rest/v1/alert/notification**', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
    );
    await openAlerts(page);
    await page.getByRole('button', { name: `Users ${name}` }).click();
    const window = page.getByRole('dialog', { name });
    await expect(window).toContainText('The list of users could not be loaded');
    await expect(window.getByRole('button', { name: 'Update' })).toBeDisabled();
    await page.keyboard.press('Escape');
    await page.getByRole('checkbox', { name: `Email me about ${name}` }).check();
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByRole('alert')).toContainText('Tare did not respond');
    await expect(page.getByRole('checkbox', { name: `Email me about ${name}` })).toBeChecked();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('checkbox', { name: `Email me about ${name}` })).not.toBeChecked();
    await expect(page.getByRole('button', { name: 'Update' })).toBeDisabled();
  });
});

// Spec 4: Alert modal: choosing a site narrows locations, choosing a location narrows devices; All is 0
test('site, location and device narrow each other, and the last 90 days are tried on a phone', async ({ signedIn }) => {
  const page = await signedIn(people.caterer);
  await page.setViewportSize({ width: 390, height: 844 });
  await openAlerts(page);
  await page.getByRole('button', { name: 'Add alert' }).click();
  const window = page.getByRole('dialog', { name: 'Add alert' });
  await expect(window.getByLabel('Location').locator('option')).toHaveCount(1);
  await window.getByLabel('Site').selectOption({ index: 1 });
  await expect(window.getByLabel('Location').locator('option')).not.toHaveCount(1);
  await window.getByLabel('Location').selectOption({ index: 1 });
  await expect(window.getByLabel('Device').locator('option')).not.toHaveCount(1);
  await window.getByLabel('Site').selectOption('0');
  await expect(window.getByLabel('Location').locator('option')).toHaveCount(1);
  await expect(window.getByLabel('Location')).toHaveValue('0');
  await window.getByText('Weight', { exact: true }).click();
  await window.getByLabel('Operator', { exact: true }).selectOption('GT');
  await window.getByRole('button', { name: 'Try it' }).click();
  await expect(window.getByText(/would have triggered this alert/)).toBeInViewport({ ratio: 1 });
  const caught = window.locator('#alert-preview tbody').getByRole('row');
  await expect(caught).toHaveCount(10);
  await expect(caught.first()).toBeInViewport({ ratio: 1 });
  await expect(caught.first().getByRole('link')).toHaveAttribute('href', /\/events\?eventId=\d+/);
  await expectNoAxeProblems(page);
  await expectNoOverflow(page);
});
