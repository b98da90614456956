import type { FrameLocator, Page } from '@playwright/test';
import { accountStates } from './account-states';
import { apiTokenStates } from './api-token-states';
import { readExamples } from './examples';
import { oauthClientStates } from './oauth-client-states';
import { ssoLoginStates } from './sso-login-states';
import { ssoStates } from './sso-states';
import { islandsAwake, people } from './support';
import { visit } from './visit';
import { windowStates } from './window-states';
import type { Words } from './words';

type Visitor = keyof typeof people | 'newcomer' | 'forced' | 'nobody';

export interface State {
  /** Where its pictures lie: the screen and what it shows. */
  name: string;
  who: Visitor;
  scripts?: false;
  /** Brings the page there, whatever its width and language. */
  open(page: Page, say: Words): Promise<unknown>;
}

/** @returns null for nobody */
export const loginOf = (visitor: Visitor): string | null =>
  visitor === 'nobody'
    ? null
    : visitor === 'newcomer' || visitor === 'forced'
      ? readExamples()[visitor]
      : people[visitor];

/** What pages show only once somebody has done something there. */
export const states: State[] = [
  ...accountStates,
  ...apiTokenStates,
  ...ssoLoginStates,
  ...ssoStates,
  ...oauthClientStates,
  ...windowStates,

  { name: 'home/staff', who: 'staff', open: (page) => visit(page, '/home') },
  { name: 'home/restricted', who: 'site', open: (page) => visit(page, '/home') },
  { name: 'home/first-steps', who: 'newcomer', open: (page) => visit(page, '/home') },
  { name: 'home/old-data', who: 'fairfax', open: (page) => visit(page, '/home') },
  { name: 'home/account-menu', who: 'caterer', open: openAccount },
  { name: 'home/navigation', who: 'caterer', open: openNavigation },
  { name: 'home/refused-page', who: 'viewer', open: (page) => visit(page, '/sites') },
  { name: 'home/unknown-page', who: 'viewer', open: (page) => visit(page, '/nowhere') },
  {
    name: 'home/shortcuts',
    who: 'caterer',
    open: async (page) => {
      await visit(page, '/home');
      await page.keyboard.press('?');
    },
  },

  { name: 'performanceDashboard/custom-dates', who: 'caterer', open: openCustomDates },
  {
    name: 'performanceDashboard/calculations',
    who: 'caterer',
    open: async (page, say) => {
      await visit(page, '/performanceDashboard');
      await press(page, say('performance.calculations'));
    },
  },
  {
    name: 'food-waste-dashboard/compared',
    who: 'caterer',
    open: async (page, say) => {
      await visit(page, '/food-waste-dashboard?measure=cost&range=last13Weeks&show=itemId');
      const compare = page.locator('#compare');
      const name = say('foodWaste.compare.apply');
      // On a phone the button of that name opens the form first.
      const opener = compare.locator('button[popovertarget]:visible').filter({ hasText: name });
      if ((await opener.count()) > 0) await opener.click();
      await compare.locator('form').getByRole('button', { name, exact: true }).click();
    },
  },
  { name: 'goals/none', who: 'newcomer', open: (page) => visit(page, '/goals') },
  {
    name: 'goals/terms',
    who: 'caterer',
    open: async (page) => {
      await visit(page, '/goals');
      await page.locator('#suggestions a[href^="/goals/new"]').first().click();
      await page.waitForURL(/locationId/);
    },
  },
  { name: 'donation-dashboard/none', who: 'newcomer', open: (page) => visit(page, '/donation-dashboard') },
  {
    name: 'donation-dashboard/import/checked',
    who: 'caterer',
    open: async (page, say) => {
      await visit(page, '/donation-dashboard/import');
      const sheet = 'Date;Location;Partner;Food;kg\n2026-01-05;Atlantis;Anybody;Bread;2\n05.01.2026;;;Bread;-1\n';
      await page
        .locator('#donation-file')
        .setInputFiles({ name: 'lots.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) });
      await page.getByRole('button', { name: say('donations.import.read') }).click();
      await page.locator('#checked').waitFor();
    },
  },
  { name: 'food-waste-dashboard/empty', who: 'newcomer', open: (page) => visit(page, '/food-waste-dashboard') },
  { name: 'volume-adjusted-metrics/empty', who: 'newcomer', open: (page) => visit(page, '/volume-adjusted-metrics') },
  { name: 'post-consumer/empty', who: 'newcomer', open: (page) => visit(page, '/post-consumer') },
  { name: 'volumes/empty', who: 'newcomer', open: (page) => visit(page, '/volumes') },
  { name: 'performanceDashboard/empty', who: 'newcomer', open: (page) => visit(page, '/performanceDashboard') },
  {
    name: 'deployment-status/filtered',
    who: 'caterer',
    open: (page) => visit(page, '/deployment-status?countryCode=DE&wasteStageId=all'),
  },
  { name: 'deployment-status/readiness', who: 'caterer', open: (page) => openBaseline(page, 'baseline') },
  { name: 'deployment-status/detail', who: 'caterer', open: (page) => openBaseline(page, 'reduction') },
  { name: 'deployment-status/empty', who: 'newcomer', open: (page) => visit(page, '/deployment-status') },

  { name: 'weight-accuracy/site', who: 'caterer', open: (page) => openAccuracy(page, 1) },
  { name: 'weight-accuracy/location', who: 'caterer', open: (page) => openAccuracy(page, 2) },
  { name: 'weight-accuracy/read-only', who: 'reader', open: (page) => openAccuracy(page, 2) },
  {
    name: 'weight-accuracy/correction',
    who: 'caterer',
    open: (page) => pressOfDay(page, 'td:nth-child(4) > span > button'),
  },
  { name: 'weight-accuracy/check-weights', who: 'caterer', open: (page) => pressOfDay(page, 'button[popovertarget]') },
  { name: 'weight-accuracy/reason', who: 'caterer', open: (page) => pressOfDay(page, 'td:nth-child(6) button') },
  {
    name: 'weight-accuracy/six-months',
    who: 'caterer',
    open: (page) => visit(page, '/weight-accuracy?beginDate=2024-01-01'),
  },
  { name: 'weight-accuracy/empty', who: 'newcomer', open: (page) => visit(page, '/weight-accuracy') },

  { name: 'locationCalendar/marked', who: 'caterer', open: markDay },
  { name: 'locationCalendar/asked-file', who: 'caterer', open: askAboutClosures },
  { name: 'locationCalendar/bulk', who: 'caterer', open: markEverywhere },
  { name: 'locationCalendar/picker', who: 'caterer', open: findLocation },
  { name: 'locationCalendar/empty', who: 'newcomer', open: (page) => visit(page, '/locationCalendar') },

  { name: 'enter-waste/form', who: 'caterer', open: openEntryForm },
  { name: 'enter-waste/entries', who: 'caterer', open: enterTwice },
  {
    name: 'enter-waste/refused',
    who: 'caterer',
    open: async (page, say) => {
      await openEntryForm(page);
      await press(page, say('enterWaste.save'));
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'enter-waste/staff', who: 'staff', open: (page) => visit(page, '/enter-waste') },
  { name: 'enter-waste/empty', who: 'newcomer', open: (page) => visit(page, '/enter-waste') },

  {
    name: 'events/reckoning',
    who: 'caterer',
    open: async (page) => {
      await visit(page, '/performanceDashboard');
      await page.locator('#performance tbody a[href^="/events?figure=weight."]').first().click();
      await page.locator('#reckoning').waitFor();
    },
  },
  { name: 'events/filtered', who: 'caterer', open: filterEvents },

  { name: 'imports/empty', who: 'newcomer', open: (page) => visit(page, '/imports') },
  { name: 'imports/asked', who: 'caterer', open: sendAmbiguousSheet },
  { name: 'imports/checked', who: 'caterer', open: checkSheet },
  { name: 'imports/done', who: 'caterer', open: runSheet },
  {
    name: 'imports/list',
    who: 'caterer',
    open: async (page, say) => {
      await checkSheet(page, say);
      await visit(page, '/imports');
    },
  },

  { name: 'waste-events/more-filters', who: 'caterer', open: openMoreFilters },
  { name: 'waste-events/event', who: 'caterer', open: openEvent },
  {
    name: 'waste-events/edit',
    who: 'caterer',
    open: async (page, say) => {
      await openEvent(page);
      await pressIn(page, say('legacy.ui.edit'));
      await frameOf(page).locator('[name=note]').waitFor();
    },
  },
  {
    name: 'waste-events/enter',
    who: 'caterer',
    open: async (page, say) => {
      await visit(page, '/waste-events');
      await pressIn(page, say('legacy.events.new'));
      await frameOf(page).locator('[name=note]').waitFor();
    },
  },
  { name: 'waste-events/staff', who: 'staff', open: (page) => visit(page, '/waste-events') },
  { name: 'waste-events/empty', who: 'newcomer', open: (page) => visit(page, '/waste-events') },

  { name: 'sites/site', who: 'caterer', open: openSite },
  { name: 'sites/new-site', who: 'caterer', open: fillNewSite },
  {
    name: 'sites/new-location',
    who: 'caterer',
    open: async (page, say) => {
      await openSite(page);
      await pressIn(page, say('legacy.sites.newLocation'));
    },
  },
  {
    name: 'sites/close-site',
    who: 'caterer',
    open: async (page, say) => {
      await openSite(page);
      await pressIn(page, say('legacy.sites.closeNamed.site'));
    },
  },
  { name: 'sites/unclassified', who: 'staff', open: openClassification },
  { name: 'sites/empty', who: 'newcomer', open: (page) => visit(page, '/sites') },
  { name: 'manage-baselines/stage', who: 'caterer', open: openStage },
  {
    name: 'manage-baselines/re-base',
    who: 'caterer',
    open: async (page, say) => {
      await openStage(page);
      await pressIn(page, say('legacy.baselines.rebase'));
    },
  },
  { name: 'manage-baselines/empty', who: 'newcomer', open: (page) => visit(page, '/manage-baselines') },

  {
    name: 'feature-flags/switched',
    who: 'staff',
    open: async (page) => {
      await visit(page, '/feature-flags?q=fairfax');
      await page.locator('#flag-organizations button').first().click();
      await page.getByRole('status').first().waitFor();
      await page.locator('#flag-organizations button').first().click();
    },
  },
  {
    name: 'sessions/end',
    who: 'staff',
    open: async (page, say) => {
      await visit(page, '/sessions');
      await page
        .locator('#sessions')
        .getByRole('button', { name: say('sessions.end') })
        .first()
        .click();
    },
  },
  {
    name: 'support-console/found',
    who: 'staff',
    open: async (page) => {
      await visit(page, '/support-console');
      await page.locator('#lookup-user-Login').fill('admin@caterer.test');
      await page.keyboard.press('Enter');
      await page.locator('dialog[open] dl').waitFor();
    },
  },
  {
    name: 'support-console/by-name',
    who: 'staff',
    open: async (page) => {
      await visit(page, '/support-console');
      await page.locator('#lookup-user-Name').fill('e');
      await page.keyboard.press('Enter');
      await page.locator('dialog[open] dl').first().waitFor();
    },
  },
  {
    name: 'home/look-up',
    who: 'staff',
    open: async (page) => {
      await visit(page, '/home');
      await page.keyboard.press('i');
      await page.locator('#tare-lookup-value').fill('2');
      await page.keyboard.press('Enter');
      await page.locator('#tare-lookup dl').waitFor();
    },
  },

  { name: 'account-settings/read-only', who: 'viewer', open: (page) => visit(page, '/account-settings') },

  { name: 'home/without-scripts', who: 'caterer', scripts: false, open: (page) => page.goto('/home') },
  {
    name: 'performanceDashboard/without-scripts',
    who: 'caterer',
    scripts: false,
    open: (page) => page.goto('/performanceDashboard'),
  },
  { name: 'enter-waste/without-scripts', who: 'caterer', scripts: false, open: (page) => page.goto('/enter-waste') },
  { name: 'sites/without-scripts', who: 'caterer', scripts: false, open: (page) => page.goto('/sites') },
];

const frameOf = (page: Page) => page.frameLocator('iframe[data-legacy-frame]');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const pressIn = (page: Page, name: string) => frameOf(page).getByRole('button', { name, exact: true }).first().click();

/** On a phone the filters fold into a sheet. */
async function openSheet(page: Page | FrameLocator): Promise<void> {
  const button = page.locator('search button[popovertarget]:visible');
  if ((await button.count()) > 0) await button.first().click();
}

async function openAccount(page: Page): Promise<void> {
  await visit(page, '/home');
  await page.locator('[data-menu="account"] > summary').click();
}

async function openNavigation(page: Page): Promise<void> {
  await visit(page, '/home');
  const sheet = page.locator('button[popovertarget="tare-menu"]:visible');
  if ((await sheet.count()) > 0) return sheet.first().click();
  await page.locator('nav [data-menu] > summary').first().click();
}

/** The menu tells staff of the events of the organisation that they look at. */
async function openClassification(page: Page): Promise<void> {
  const participants = (await (await page.request.get('/rest/v1/participant/participants')).json()) as {
    participantId: number;
    participantName: string;
  }[];
  const caterer = participants.find(({ participantName }) => participantName.startsWith('Kettle'));
  await visit(page, `/sites?organisationId=${caterer?.participantId}`);
  const sheet = page.locator('button[popovertarget="tare-menu"]:visible');
  if ((await sheet.count()) > 0) await sheet.first().click();
  await page.locator('[data-menu="ccmTools"]:has([data-menu-mark="sync"]) > summary').click();
}

async function openCustomDates(page: Page): Promise<void> {
  await visit(page, '/performanceDashboard?range=last4Weeks&countryCode=DE');
  await openSheet(page);
  const range = page.locator('search select[name=range]');
  await range.focus();
  await page
    .locator('[data-island="filters/report-filters"][data-island-state="awake"]')
    .waitFor({ state: 'attached' });
  await range.selectOption('custom');
  await page.locator('[name=startDate]').fill('2026-01-08');
}

async function openBaseline(page: Page, period: 'baseline' | 'reduction'): Promise<void> {
  await visit(page, '/deployment-status?wasteStageId=all');
  const card = page.locator(`#period-${period}`);
  if (!(await card.evaluate((details) => (details as HTMLDetailsElement).open)))
    await card.locator('summary').first().click();
  await page.locator(`#locations-${period} tbody a[href^="/baselines/"]`).first().click();
  await page.getByRole('dialog').getByRole('heading', { level: 3 }).first().waitFor();
}

async function findLocation(page: Page, say: Words): Promise<void> {
  await visit(page, '/locationCalendar');
  await page.locator('[data-island="calendar/location-picker"][data-island-state="awake"]').waitFor();
  await page.getByRole('combobox', { name: say('calendar.picker.label'), exact: true }).fill('can');
  await page.getByRole('listbox').getByRole('option').first().waitFor();
}

/** From the sites by so many steps: to the locations of one that weighs its bins, and to the days of one of them. */
async function openAccuracy(page: Page, steps: 1 | 2): Promise<void> {
  await visit(page, '/weight-accuracy');
  for (let step = 0; step < steps; step += 1) {
    const link = page.locator('#accuracy-weeks tbody tr').filter({ hasText: '%' }).first().getByRole('link');
    await visit(page, (await link.getAttribute('href')) ?? '');
  }
}

/** A button of the newest day that has all of them; on a phone they stand below it. */
async function pressOfDay(page: Page, selector: string): Promise<void> {
  await openAccuracy(page, 2);
  const day = page
    .locator('#days tbody tr')
    .filter({ has: page.locator('td:nth-child(4) > span > button') })
    .last();
  const more = day.locator('summary');
  if (await more.isVisible()) await more.click();
  await day.locator(selector).first().click();
}

async function markDay(page: Page, say: Words): Promise<void> {
  await visit(page, '/locationCalendar');
  await page
    .locator('#days td a')
    .filter({ hasNotText: say('calendar.states.closedException') })
    .nth(15)
    .click();
  await press(page, say('calendar.mark.submit'));
  await page.waitForURL(/change=/);
  await islandsAwake(page);
}

async function markEverywhere(page: Page, say: Words): Promise<void> {
  await visit(page, '/locationCalendar?month=2031-05&from=2031-05-06');
  await page.locator('#mark [name=scope]').selectOption('all');
  await press(page, say('calendar.mark.submit'));
  await page.waitForURL((url) => !url.searchParams.has('from'));
}

async function askAboutClosures(page: Page, say: Words): Promise<void> {
  await visit(page, '/locationCalendar');
  const content =
    'start_date,end_date,kind,name,school day\n2031-07-14,2031-07-18,strike,Pause,no\n2031-08-14,2031-08-15,,Workshop,yes\n2031-02-30,,strike,Never,no\n';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'closures.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await press(page, say('calendar.importing.submit'));
  await page.locator('h1').waitFor();
}

async function openEntryForm(page: Page): Promise<void> {
  await visit(page, '/enter-waste?choose=location');
  await page.getByRole('main').getByRole('link').first().click();
  await page.locator('[name=weight]').waitFor();
}

async function enterTwice(page: Page, say: Words): Promise<void> {
  await openEntryForm(page);
  await page.locator('label:has([name=itemId])').first().click();
  for (const weight of ['1.5', '0.25']) {
    await page.locator('[name=weight]').fill(weight);
    await press(page, say('enterWaste.save'));
    await page.getByRole('status').first().waitFor();
  }
}

async function filterEvents(page: Page): Promise<void> {
  await visit(page, '/events?startDate=2026-09-01&endDate=2026-09-30&wasteStageId=8');
  await openSheet(page);
  await page.locator('search details > summary').click();
}

async function sendSheet(page: Page, say: Words, content: string): Promise<void> {
  await visit(page, '/imports/new');
  await page
    .locator('input[name=file]')
    .setInputFiles({ name: 'waste.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await press(page, say('imports.send'));
  await page.waitForURL(/\/imports\/\d+/);
  await islandsAwake(page);
}

/** Days and months that could be either. */
async function sendAmbiguousSheet(page: Page, say: Words): Promise<void> {
  const content =
    'Date,Site,Food item,Weight (kg)\n02/03/2026,Mersey Gate,Rice,1.2\n03/04/2026,Mersey Gate,Bread,0.25\n05/06/2026,Mersey Gate,Soup,2.5\n';
  await sendSheet(page, say, content);
  await page.getByRole('button', { name: say('imports.questions.continue') }).waitFor();
}

async function checkSheet(page: Page, say: Words): Promise<void> {
  // Of a second time nothing would be left to import.
  const weight = 1 + (Date.now() % 100_000) / 100_000;
  const content = `Date,Site,Location,Food item,Reason,Weight (kg),Cost (GBP)\n2026-02-04,Mersey Gate,Deli bar,Rice,Expired,${weight},2.30\n2026-02-05,Mersey Gate,Deli bar,Bread,Leftover,0.25,0.40\n2026-02-05,Mersey Gate,Deli bar,Bread,Leftover,1234.5,\n2026-02-06,Mersey Gate,Deli bar,Pasta,Leftover,0.75,0.90\n2026-02-09,Mersey Gate,Deli bar,Pasta,Expired,0.5,0.60\n2026-02-30,Mersey Gate,Deli bar,Soup,,1,\n`;
  await sendSheet(page, say, content);
  await page.getByRole('button', { name: say('imports.outliers.answers.leaveOut') }).waitFor();
}

async function runSheet(page: Page, say: Words): Promise<void> {
  await checkSheet(page, say);
  await press(page, say('imports.outliers.answers.leaveOut'));
  // Its words are those of a plural, and the server counts the weighings.
  await page.locator('form[action$="/run"] button').click();
  await page.getByText(say('imports.undoTitle')).waitFor();
}

async function openMoreFilters(page: Page, say: Words): Promise<void> {
  await visit(page, '/waste-events');
  await openSheet(frameOf(page));
  await pressIn(page, say('legacy.ui.moreFilters'));
}

async function openEvent(page: Page): Promise<void> {
  await visit(page, '/waste-events');
  await frameOf(page).locator('tbody button').first().click();
  await frameOf(page).getByRole('dialog').locator('dl').first().waitFor();
}

async function openSite(page: Page): Promise<void> {
  await visit(page, '/sites');
  await frameOf(page).locator('tbody button').first().click();
  await frameOf(page).locator('table').nth(1).waitFor();
}

async function fillNewSite(page: Page, say: Words): Promise<void> {
  await visit(page, '/sites');
  await pressIn(page, say('legacy.sites.new'));
  const country = frameOf(page)
    .getByRole('dialog')
    .getByRole('combobox', { name: say('legacy.fields.countryName'), exact: true });
  await country.fill('Chil');
  await frameOf(page).getByRole('listbox').getByRole('option').first().click();
}

async function openStage(page: Page): Promise<void> {
  await visit(page, '/manage-baselines');
  await frameOf(page).locator('tbody button').first().click();
  await frameOf(page).getByRole('checkbox').first().waitFor();
}
