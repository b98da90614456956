import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { bookOf } from '../../server/platform/sheet/workbook/workbook.fixtures';
import {
  expect,
  expectNoAxeProblems,
  expectNoOverflow,
  expectNoStructuralProblems,
  fullRun,
  islandsAwake,
  people,
  test,
} from './support';

/** One place of the demo, with a decimal comma and a day that does not exist; each test marks its lines with a note. */
const sheet = (note: string) => ({
  name: 'weighings.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'date,time,site,location,stage,item,weight,unit,cost,note',
      `2026-03-02,09:00,Mersey Gate,Deli bar,8,Bread,"1,5",kg,2.50,${note}`,
      `2026-03-02,10:00,Mersey Gate,Deli bar,8,Soup,2500,g,,${note}`,
      `2026-02-30,11:00,Mersey Gate,Deli bar,8,Soup,1,kg,,${note}`,
    ].join('\n'),
  ),
});

async function send(page: Page, note: string): Promise<void> {
  await page.goto('/imports/new');
  await page.locator('input[name=file]').setInputFiles(sheet(note));
  await page.getByLabel('Mapping', { exact: true }).selectOption('generic');
  await page.getByRole('button', { name: 'Upload file' }).click();
  await page.waitForURL(/\/imports\/\d+$/);
}

test('a sheet is checked, imported and undone by keyboard; the bad line says why', async ({ page, withSession }) => {
  test.setTimeout(90_000);
  await withSession(people.caterer);
  await send(page, 'by keyboard');
  const run = page.getByRole('button', { name: /^Import \d+ weighings?$/ });
  await expect(run).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('cell', { name: /^This date does not exist/ })).toBeVisible();
  await expectNoAxeProblems(page);
  await run.press('Enter');
  await expect(page.getByText('Undo this import')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('£').first()).toBeVisible();
  await expectNoAxeProblems(page);
  await page.getByLabel('Reason').fill('Only a trial');
  await page.getByRole('button', { name: 'Undo import' }).press('Enter');
  const question = page.getByRole('dialog');
  await expect(question).toBeVisible();
  await expectNoAxeProblems(page);
  await question.locator('button[value=yes]').press('Enter');
  await expect(page.getByText('Undone').first()).toBeVisible();
  await expectNoAxeProblems(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
});

test('a file that only claims to be a workbook is refused before anything is kept', async ({ page, withSession }) => {
  await withSession(people.caterer);
  await page.goto('/imports/new');
  await page
    .locator('input[name=file]')
    .setInputFiles({ name: 'book.csv', mimeType: 'text/csv', buffer: Buffer.from('PK\u0003\u0004\u0000\u0000binary') });
  await page.getByLabel('Mapping', { exact: true }).selectOption('generic');
  await page.getByRole('button', { name: 'Upload file' }).click();
  await expect(page.getByText(/not an Excel workbook/).first()).toBeVisible({ timeout: 20_000 });
});

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const lines = (...rows: string[]) => rows.join('\r\n') + '\r\n';

interface UsualSheet {
  what: string;
  name: string;
  content: () => Buffer | Promise<Buffer>;
  /** Words on the page that say what was assumed. */
  assumed: string;
  /** Net, exactly. */
  grams: number;
}

/** Sheets whose columns have usual names in their languages, each of another shape. */
const usualSheets: UsualSheet[] = [
  {
    what: 'German names, a workbook with titles',
    name: 'märz.xlsx',
    assumed: 'Weights are in kg, based on the heading “Gewicht (kg)”.',
    grams: 3734,
    content: () =>
      bookOf({
        Cover: [['Waste of March']],
        März: [
          ['Abfall im März'],
          [],
          ['Datum', 'Betrieb', 'Standort', 'Stufe', 'Speise', 'Gewicht (kg)', 'Bemerkung'],
          [day('2026-03-02'), 'Mersey Gate', 'Deli bar', 8, 'Bread', 1.234, 'a workbook'],
          [day('2026-03-03'), 'Mersey Gate', 'Deli bar', 8, 'Soup', 2.5, 'a workbook'],
        ],
      }),
  },
  {
    what: 'English names in a CSV',
    name: 'waste.csv',
    assumed: 'All waste is kitchen waste (pre-consumer).',
    grams: 1750,
    content: () =>
      Buffer.from(
        lines(
          'Date,Site,Location,Food item,Reason,Weight (kg),Cost (GBP)',
          '2026-03-04,Mersey Gate,Deli bar,Rice,Expired,1.5,2.30',
          '2026-03-05,Mersey Gate,Deli bar,Bread,Leftover,0.25,0.40',
        ),
      ),
  },
  {
    what: 'Spanish names, semicolons and decimal commas',
    name: 'merma.csv',
    assumed: 'Weights are in g, based on the heading “Peso (g)”.',
    grams: 1750.5,
    content: () =>
      Buffer.from(
        lines(
          'Fecha;Centro;Ubicación;Alimento;Peso (g)',
          '13/03/2026;Mersey Gate;Deli bar;Arroz;1500',
          '14/03/2026;Mersey Gate;Deli bar;Pan;250,5',
        ),
      ),
  },
  {
    what: 'French names, a column a kind',
    name: 'gaspillage.csv',
    assumed: 'The 3 side-by-side columns are food items.',
    grams: 6500,
    content: () =>
      Buffer.from(
        lines(
          'Date;Site;Emplacement;Riz (kg);Pain (kg);Soupe (kg)',
          '16/03/2026;Mersey Gate;Deli bar;1;2,5;',
          '17/03/2026;Mersey Gate;Deli bar;;2;1',
        ),
      ),
  },
  {
    what: 'Swedish names in UTF-16 with tabs',
    name: 'svinn.txt',
    assumed: 'All waste is kitchen waste (pre-consumer).',
    grams: 2000,
    content: () =>
      Buffer.from(
        '\ufeff' +
          lines(
            'Datum\tKök\tPlats\tLivsmedel\tVikt kg',
            '2026-03-18\tMersey Gate\tDeli bar\tRis\t1,5',
            '2026-03-19\tMersey Gate\tDeli bar\tBröd\t0,5',
          ),
        'utf16le',
      ),
  },
];

/** They differ in what is read, which is proven without a browser: one of them is walked, and by a full run all. */
const walkedOf = <Sheet>(sheets: readonly Sheet[]) => (fullRun ? sheets : sheets.slice(0, 1));

for (const { what, name, content, assumed, grams } of walkedOf(usualSheets)) {
  test(`${what}: imported in at most four clicks`, async ({ signedIn }) => {
    test.setTimeout(90_000);
    const page = await signedIn(people.caterer);
    const journey = await sendFirst(page, { name, content: await content() });
    await expect(page.getByRole('button', { name: /^Import \d+ weighings?$/ })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText(assumed).first()).toBeVisible();
    await expectNoStructuralProblems(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoOverflow(page);
    const view = await journey.run();
    expect(view).toMatchObject({ state: 'DONE', netGrams: grams, linesRefused: 0 });
    expect(journey.clicks()).toBeLessThanOrEqual(4);
  });
}

/** Sends a sheet by the buttons that lead, and counts what is pressed. */
async function sendFirst(page: Page, { name, content }: { name: string; content: Buffer }) {
  let clicks = 0;
  const press = async (role: 'button' | 'link', label: string | RegExp) => {
    clicks += 1;
    await page.getByRole(role, { name: label }).first().click({ timeout: 20_000 });
  };
  await page.goto('/imports');
  await press('link', 'New import');
  clicks += 1;
  await page.locator('input[name=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: content });
  await press('button', 'Upload file');
  return {
    clicks: () => clicks,
    async answer(value: string) {
      clicks += 1;
      await page.locator('input[name=value]').fill(value);
      await press('button', 'Continue');
    },
    async run(): Promise<Record<string, unknown>> {
      await press('button', /^Import \d+ weighings?$/);
      await expect(page.getByText('Undo this import')).toBeVisible({ timeout: 20_000 });
      const { id } = /imports\/(?<id>\d+)/.exec(page.url())?.groups ?? {};
      return (await (await page.request.get(`/rest/v1/imports/${id}`)).json()) as Record<string, unknown>;
    },
  };
}

const kitchenSheets = new URL('../kitchen-sheets/', import.meta.url);

interface Truth {
  file: string;
  weighings: number;
  grams: number;
  months: Record<string, number>;
  questions: { id: string; answer: string }[];
}
const truths = JSON.parse(readFileSync(new URL('truth.json', kitchenSheets), 'utf8')) as Truth[];
/** The newest sheets lie in the demo's future; they are sent over HTTP. */
const demoMonth = '2026-03';

for (const { file, weighings, grams, questions } of walkedOf(
  truths.filter(({ months }) => Object.keys(months).every((month) => month < demoMonth)),
)) {
  test(`${file} comes through by the buttons that lead, with the answers that it needs`, async ({ signedIn }) => {
    test.setTimeout(90_000);
    const page = await signedIn(people.caterer);
    const journey = await sendFirst(page, { name: file, content: readFileSync(new URL(file, kitchenSheets)) });
    if (await page.getByText('What is this kitchen called?').isVisible()) {
      await expectNoAxeProblems(page);
      await journey.answer(questions.find(({ id }) => id === 'site')!.answer);
    }
    await expect(page.getByRole('button', { name: /^Import \d+ weighings?$/ })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('heading', { name: 'How Tare reads your sheet' })).toBeVisible();
    await expectNoAxeProblems(page);
    expect(await journey.run()).toMatchObject({ state: 'DONE', eventsTaken: weighings, netGrams: grams });
    expect(journey.clicks()).toBeLessThanOrEqual(8);
  });
}

test('a kept mapping recognizes the next sheet, is renamed and deleted', async ({ signedIn }) => {
  test.setTimeout(90_000);
  const page = await signedIn(people.caterer);
  const send = async (line: string) => {
    await page.goto('/imports/new');
    await page.locator('input[name=file]').setInputFiles({
      name: 'week.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines('Date,Site,Location,Dish,Weight (kg)', line)),
    });
    await page.getByRole('button', { name: 'Upload file' }).click();
  };
  await send('2026-03-20,Mersey Gate,Deli bar,Curry,1.5');
  await page.getByRole('link', { name: 'Adjust columns' }).first().click({ timeout: 20_000 });
  await page.getByLabel('Save this mapping as').fill('Weekly list');
  await page.getByRole('button', { name: 'Check file' }).click();
  await expect(page.getByRole('button', { name: /^Import \d+ weighings?$/ })).toBeVisible({ timeout: 20_000 });
  await send('2026-03-27,Mersey Gate,Deli bar,Curry,2.5');
  await expect(page.getByText('Read using your saved mapping “Weekly list”')).toBeVisible({ timeout: 20_000 });
  // The page reloads itself until the file has been checked, which would interrupt the next navigation.
  await expect(page.getByRole('button', { name: /^Import \d+ weighings?$/ })).toBeVisible({ timeout: 20_000 });
  await expectNoAxeProblems(page);
  await page.goto('/imports/new');
  await expectNoAxeProblems(page);
  await page.getByRole('link', { name: 'Weekly list' }).click();
  await page.getByLabel('Name').fill('Weekly sheet');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('heading', { name: 'Weekly sheet' })).toBeVisible();
  await expectNoAxeProblems(page);
  await page.getByRole('button', { name: 'Delete mapping' }).click();
  await page.getByRole('dialog').locator('button[value=yes]').click();
  await page.waitForURL(/\/imports\/new$/);
  await expect(page.getByText('Weekly sheet')).toHaveCount(0);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the same works by reloading', async ({ page, withSession }) => {
    test.setTimeout(60_000);
    await withSession(people.caterer);
    await send(page, 'without scripts');
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('button', { name: /^Import \d+ weighings?$/ })).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 20_000 });
    await page.getByRole('button', { name: /^Import \d+ weighings?$/ }).click();
    await expect(async () => {
      await page.reload();
      await expect(page.getByText('Undo this import')).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 20_000 });
  });
});

test('a mapping is taken from a file, and downloaded as it stands; corrected lines replace what is there once somebody says so', async ({
  signedIn,
}) => {
  test.setTimeout(90_000);
  const page = await signedIn(people.caterer);
  const mapping = {
    version: 1,
    name: 'Tickets',
    dates: { column: 'Date', patterns: ['iso'] },
    site: { column: 'Site' },
    location: { column: 'Location' },
    unknownSites: 'refuse',
    stage: { constant: 8 },
    item: { column: 'Dish' },
    rowKey: ['Ticket'],
    measures: [{ kind: 'weight', name: 'Weight', column: 'Load', unit: 'kg' }],
  };
  const check = async (...rows: string[]) => {
    await page.goto('/imports/new');
    await page.locator('input[name=file]').setInputFiles({
      name: 'tickets.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines('Date,Site,Location,Dish,Ticket,Load', ...rows)),
    });
    await page.getByRole('button', { name: 'Upload file' }).click();
    await page.getByRole('link', { name: 'Adjust columns' }).first().click({ timeout: 20_000 });
    await islandsAwake(page);
    await page.getByLabel('Upload mapping').setInputFiles({
      name: 'mapping.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(mapping)),
    });
    await expect(page.getByText('All required columns are assigned.')).toBeVisible();
  };
  await check('2026-03-23,Mersey Gate,Deli bar,Stew,E2E1,1.5', '2026-03-23,Mersey Gate,Deli bar,Stew,E2E2,2');
  await page.locator('details:has(textarea[name=mapping]) > summary').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download mapping' }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({
    rowKey: ['Ticket'],
    item: { column: 'Dish' },
    stage: { constant: 8 },
  });
  await page.getByRole('button', { name: 'Check file' }).click();
  await page.getByRole('button', { name: /^Import \d+ weighings?$/ }).click({ timeout: 20_000 });
  await expect(page.getByText('Undo this import')).toBeVisible({ timeout: 20_000 });

  await check('2026-03-23,Mersey Gate,Deli bar,Stew,E2E1,2.75', '2026-03-23,Mersey Gate,Deli bar,Stew,E2E2,2');
  await page.getByRole('button', { name: 'Check file' }).click();
  await expect(page.getByText('Replace previous values?')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('button', { name: /^Import \d+ weighings?$/ })).toHaveCount(0);
  await expectNoAxeProblems(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page);
  // A phone shows what changes on the left, and the number of the line behind it.
  const [change, line] = await Promise.all([
    page.locator('#import-left-out tbody td').filter({ hasText: 'Weight' }).first().boundingBox(),
    page.locator('#import-left-out tbody td').first().boundingBox(),
  ]);
  expect(change!.x).toBeLessThan(line!.x);
  await page.getByRole('button', { name: 'Replace them with the new values' }).click();
  await page.getByRole('button', { name: /^Import \d+ weighings?$/ }).click({ timeout: 20_000 });
  await expect(page.getByText('Undo this import')).toBeVisible({ timeout: 20_000 });
  const { id } = /imports\/(?<id>\d+)/.exec(page.url())?.groups ?? {};
  expect(await (await page.request.get(`/rest/v1/imports/${id}`)).json()).toMatchObject({
    state: 'DONE',
    eventsTaken: 0,
    eventsKnown: 1,
    replaced: { events: 1, before: { netGrams: 1500 }, after: { netGrams: 2750 } },
  });
});
