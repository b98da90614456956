import type { Page } from '@playwright/test';
import type { State } from './states';
import { islandsAwake } from './support';
import { visit } from './visit';
import type { Words } from './words';

const simulated = 'Kettle & Crumb (simulated)';
const frame = (page: Page) => page.frameLocator('iframe[data-legacy-frame]');
const inFrame = (page: Page, name: string) =>
  frame(page).locator('main').getByRole('button', { name, exact: true }).first();

/** The windows of alerts, data security, client view, and of the framed lists of people, values and prices. */
export const windowStates: State[] = [
  {
    name: 'alerts/add',
    who: 'caterer',
    open: async (page, say) => {
      await openAlerts(page);
      await page.getByRole('button', { name: say('alerts.add') }).click();
      await page.getByRole('dialog').getByText(say('editAlertsModal.general')).waitFor();
    },
  },
  {
    name: 'alerts/edit',
    who: 'caterer',
    open: async (page, say) => {
      await openAlert(page, say('alerts.edit'));
      await page.getByRole('dialog').getByText(say('editAlertsModal.general')).waitFor();
    },
  },
  { name: 'alerts/preview', who: 'caterer', open: previewAlert },
  {
    name: 'alerts/view',
    who: 'reader',
    open: async (page, say) => {
      await openAlert(page, say('alerts.view'));
      await page.getByRole('dialog').getByText(say('editAlertsModal.general')).waitFor();
    },
  },
  {
    name: 'alerts/users',
    who: 'caterer',
    open: async (page, say) => {
      await openAlert(page, say('alerts.users'));
      await page
        .getByRole('dialog')
        .getByRole('combobox', { name: say('alerts.user') })
        .waitFor();
    },
  },
  { name: 'alerts/delete', who: 'caterer', open: (page, say) => openAlert(page, say('alerts.delete')) },
  { name: 'alerts/empty', who: 'newcomer', open: (page) => visit(page, '/alerts') },

  { name: 'data-security/view', who: 'staff', open: (page) => visit(page, '/data-security') },
  { name: 'data-security/set', who: 'staff', open: choosePlaces },
  { name: 'client-view/chosen', who: 'staff', open: chooseEyes },
  { name: 'home/client-view', who: 'staff', open: startClientView },

  {
    name: 'notifications/subscriptions',
    who: 'caterer',
    open: async (page) => {
      await visit(page, '/notifications?view=subscriptions');
      await frame(page).locator('tbody tr').first().waitFor();
    },
  },
  { name: 'notifications/empty', who: 'newcomer', open: (page) => visit(page, '/notifications') },
  {
    name: 'users/user',
    who: 'caterer',
    open: async (page) => {
      await visit(page, '/users?text=site%40caterer');
      await openFirst(page);
    },
  },
  {
    name: 'users/new',
    who: 'caterer',
    open: async (page, say) => {
      await visit(page, '/users');
      await inFrame(page, say('users.new')).click();
    },
  },
  { name: 'users/none-fits', who: 'caterer', open: (page) => visit(page, '/users?text=nobody-is-called-so') },
  {
    name: 'organizations/organization',
    who: 'staff',
    open: async (page) => {
      await visit(page, '/organizations?text=Kettle');
      await openFirst(page);
    },
  },
  {
    name: 'organizations/new',
    who: 'staff',
    open: async (page, say) => {
      await visit(page, '/organizations');
      await inFrame(page, say('organizations.new')).click();
    },
  },
  {
    name: 'operators/operator',
    who: 'caterer',
    open: async (page) => {
      await visit(page, '/operators');
      await openFirst(page);
    },
  },
  { name: 'operators/empty', who: 'newcomer', open: (page) => visit(page, '/operators') },
  { name: 'hierarchies/value', who: 'caterer', open: openValue },
  {
    name: 'hierarchies/merge',
    who: 'caterer',
    open: async (page, say) => {
      await openValue(page);
      await inFrame(page, say('hierarchies.merge')).click();
    },
  },
  {
    name: 'cost-rules/new',
    who: 'caterer',
    open: async (page, say) => {
      await visit(page, '/cost-rules');
      await inFrame(page, say('costRules.new')).click();
    },
  },
  {
    name: 'cost-rules/try',
    who: 'caterer',
    open: async (page, say) => {
      await visit(page, '/cost-rules');
      await inFrame(page, say('costRules.test')).click();
      await frame(page).locator('main h2').first().waitFor();
    },
  },
];

async function openAlerts(page: Page): Promise<void> {
  await visit(page, '/alerts');
  await islandsAwake(page);
}

/** The window behind one of the buttons of the first alert. */
async function openAlert(page: Page, button: string): Promise<void> {
  await openAlerts(page);
  await page.locator('tbody tr').first().getByRole('button', { name: button }).first().click();
  await page.getByRole('dialog').waitFor();
}

async function previewAlert(page: Page, say: Words): Promise<void> {
  await openAlert(page, say('alerts.edit'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('editAlertsModal.look') })
    .click();
  await page.getByRole('dialog').getByText(say('editAlertsModal.newest')).scrollIntoViewIfNeeded();
}

async function choosePlaces(page: Page, say: Words): Promise<void> {
  await visit(page, '/data-security/set');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say('dataSecurity.organization')).selectOption({ label: simulated });
  await dialog.getByRole('checkbox').first().check();
}

async function chooseEyes(page: Page, say: Words): Promise<void> {
  await visit(page, '/client-view');
  await page.getByLabel(say('clientView.organization')).selectOption({ label: simulated });
  await page.getByRole('button', { name: say('clientView.find') }).click();
  await page.getByRole('radio').first().waitFor();
}

/** In a session of its own: the one that begins it goes on for the other states. The second picture finds it begun. */
async function startClientView(page: Page, say: Words): Promise<void> {
  await visit(page, '/home');
  if ((await page.locator('form[action="/client-view/exit"]').count()) > 0) return;
  await chooseEyes(page, say);
  await page.getByRole('radio').first().check();
  await page.getByLabel(say('clientView.reason')).fill('Case 4711');
  await page.getByRole('button', { name: say('clientView.start') }).click();
  await page.waitForURL(/\/home/);
}

async function openFirst(page: Page): Promise<void> {
  await frame(page).locator('tbody').getByRole('button').first().click();
  await frame(page).locator('dl').first().waitFor();
}

async function openValue(page: Page): Promise<void> {
  await visit(page, '/hierarchies?text=bread');
  await frame(page).locator('main li button').filter({ hasText: /\S/ }).last().click();
  await frame(page).locator('dl').first().waitFor();
}
