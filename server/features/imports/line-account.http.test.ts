import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { tokenOf } from '../../../tests/support/people';
import { testApp, type TestApp } from '../../../tests/support/test-app';
import { bookOf } from '../../platform/sheet/workbook/workbook.fixtures';
import { runImport } from './import-run.service';
import { importerOf, sheetOf, type Importer } from './importer.fixtures';
import { plainMapping } from './imports.fixtures';

let app: TestApp;
let importer: () => Promise<Importer>;
beforeAll(async () => {
  app = await testApp();
  importer = () => importerOf(app);
});

/** One of each: taken, zero, refused, a subtotal, a food that is called Total, a sum at the end. */
const content = sheetOf(
  '2026-03-02,Nord,Rice,1.5',
  '2026-03-02,Nord,Beans,0',
  '2026-03-02,Nord,Beans,heavy',
  '2026-03-02,Nord,Bread,-2',
  'Subtotal,,,1.5',
  '2026-03-03,Nord,Total,0.25',
  ',,Total,1.75',
);

it('a word in one of several columns leaves out that cell alone, and is listed', async () => {
  const agent = await importer();
  const measures = ['Rice', 'Soup'].map((column) => ({ kind: 'weight', name: column, column, unit: 'kg' }));
  const mapping = { ...plainMapping, item: undefined, measures };
  const words = 'date,site,Rice,Soup\n2026-03-02,Nord,1,2\n2026-03-03,Nord,3,closed\n2026-03-04,Nord,closed,closed\n';
  const done = await agent.run({ content: words, mapping });
  expect(done).toMatchObject({
    linesRefused: 0,
    eventsTaken: 3,
    netGrams: 6_000,
    unreadableCells: 3,
    leftOutKept: 2,
    lines: { taken: 2, words: 1, leftOut: 1, reasons: [{ reason: 'empty', lines: 1 }] },
  });
  const csv = await agent.get(`/rest/v1/imports/${done.id}/left-out.csv`);
  expect(csv.text).toContain('3,“Soup” contains text instead of a number. Only this cell is skipped.,closed,');
  expect((await agent.get(`/imports/${done.id}`)).text).toContain('Cells with text instead of a number');
});

it('a repeated record ID is counted and listed as one, and taken where somebody says so', async () => {
  const agent = await importer();
  const mapping = { ...plainMapping, recordId: { column: 'item' } };
  const rows = sheetOf('2026-03-02,Nord,R1,1', '2026-03-02,Nord,R1,1', '2026-03-03,Nord,R1,4', '2026-03-03,Nord,R2,2');
  const { id, ...checked } = await agent.check({ content: rows, mapping });
  expect(checked).toMatchObject({
    netGrams: 3_000,
    leftOutKept: 2,
    lines: { taken: 2, leftOut: 2, reasons: [{ reason: 'repeated', lines: 2 }] },
    choices: { repeatedRecords: 'leaveOut' },
  });
  expect((await agent.get(`/imports/${id}`)).text).toContain('Import rows with a repeated record ID');
  await agent.post(`/rest/v1/imports/${id}/choices`).send({ repeatedRecords: 'keep' });
  await agent.settle();
  expect(await agent.view(id)).toMatchObject({ netGrams: 8_000, lines: { taken: 4, leftOut: 0 } });
});

describe('every line of a sheet', () => {
  it('is counted once, in the check and after the run, and the sums stand beside each other', async () => {
    const agent = await importer();
    const checked = await agent.check({ content });
    const done = await agent.step(checked.id, 'run');
    for (const view of [checked, done]) {
      expect(view).toMatchObject({
        linesRead: 7,
        linesRefused: 2,
        eventsTaken: 2,
        netGrams: 1_750,
        unreadableCells: 1,
        errorsKept: 2,
        leftOutKept: 3,
        lines: {
          taken: 2,
          known: 0,
          refused: 2,
          leftOut: 3,
          reasons: [
            { reason: 'total', lines: 2 },
            { reason: 'zero', lines: 1 },
          ],
        },
        sums: [
          {
            measure: 'Weight',
            column: 'kg',
            unit: 'kg',
            sheet: { value: '3', grams: '3000' },
            taken: { value: '1.75', grams: '1750' },
            known: { value: '0', grams: '0' },
            refused: { value: '-2', grams: '-2000' },
            leftOut: { value: '3.25', grams: '3250' },
          },
        ],
      });
    }
    const csv = await agent.get(`/rest/v1/imports/${done.id}/left-out.csv`);
    expect(csv.text.replace('\ufeff', '').split('\r\n')).toEqual([
      'Row,Reason,Content,Code',
      '3,The weight is zero.,2026-03-02 | Nord | Beans | 0,import.leftOut.zero',
      '6,This row is a total of other rows.,Subtotal | 1.5,import.leftOut.total',
      '8,This row is a total of other rows.,Total | 1.75,import.leftOut.total',
      '',
    ]);
    const again = await agent.check({ content });
    expect(again).toMatchObject({
      lines: { taken: 0, known: 2, refused: 2, leftOut: 3 },
      sums: [{ known: { value: '1.75' } }],
    });
  });

  it('makes no site of a total', async () => {
    const agent = await importer();
    const checked = await agent.check({ content: sheetOf('2026-03-02,Nord,Rice,1.5', ',Total,,1.5') });
    expect(checked).toMatchObject({ unknownSites: { names: ['Nord'] }, lines: { leftOut: 1 } });
    expect(await agent.step(checked.id, 'run')).toMatchObject({ sitesCreated: 1 });
  });

  it('goes on with the counts of a worker that is gone', async () => {
    const agent = await importer();
    const lines = Array.from(
      { length: 1_500 },
      (_, at) => `2026-03-0${1 + (at % 9)},Nord,Rice,${at % 3 === 0 ? 0 : 1 + (at % 50)}`,
    );
    const checked = await agent.check({ content: sheetOf(...lines) });
    const done = await agent.step(checked.id, 'run');
    expect(done).toMatchObject({ lines: { taken: 1_000, leftOut: 500 } });
    expect(done.sums).toEqual(checked.sums);
  });

  it('is not told of a run that a release without accounts began, but its refused lines are counted on', async () => {
    const agent = await importer();
    const { id } = await agent.check({
      content: sheetOf('2026-03-02,Nord,Rice,heavy', '2026-03-02,Nord,Rice,1', '2026-03-02,Nord,Rice,heavier'),
    });
    await sql`update import_batch set state = 'RUNNING', lines_read = 1, lines_refused = 1, events_taken = 0, totals = totals - 'account' where organisation_id = ${agent.organisationId} and id = ${id}`.execute(
      app.db,
    );
    await runImport(app.resources, { organisationId: agent.organisationId, id });
    expect(await agent.view(id)).toMatchObject({
      state: 'DONE',
      linesRead: 3,
      linesRefused: 2,
      eventsTaken: 1,
      lines: null,
    });
  });
});

describe('what somebody says of lines without a fault', () => {
  it('keeps zero weights and totals, and checks again', async () => {
    const agent = await importer();
    const { id } = await agent.check({
      content: sheetOf('2026-03-02,Nord,Rice,1.5', '2026-03-02,Nord,Beans,0', '2026-03-02,Nord,Total,1.5'),
    });
    expect(
      (await agent.post(`/rest/v1/imports/${id}/choices`).send({ zeroWeights: 'keep', totalLines: 'keep' })).status,
    ).toBe(202);
    await agent.settle();
    const checked = await agent.view(id);
    expect(checked).toMatchObject({
      state: 'CHECKED',
      eventsTaken: 3,
      netGrams: 3_000,
      lines: { taken: 3, leftOut: 0 },
      choices: { zeroWeights: 'keep', totalLines: 'keep' },
    });
    expect(await agent.step(id, 'run')).toMatchObject({ eventsTaken: 3, netGrams: 3_000 });
    expect((await agent.post(`/rest/v1/imports/${id}/choices`).send({ zeroWeights: 'leaveOut' })).status).toBe(409);
  });

  it('is asked of rows that a workbook hides', async () => {
    const agent = await importer();
    const { id } = await agent.check({
      content: await bookOf(
        {
          May: [
            ['date', 'site', 'item', 'kg'],
            ['2026-03-02', 'Nord', 'Rice', 1.5],
            ['2026-03-02', 'Nord', 'Beans', 100],
          ],
        },
        { shape: (sheet) => Object.assign(sheet.getRow(3), { hidden: true }) },
      ),
      name: 'hidden.xlsx',
    });
    expect(await agent.view(id)).toMatchObject({ eventsTaken: 2, lines: { taken: 2, hidden: 1, reasons: [] } });
    expect((await agent.get(`/imports/${id}`)).text).toContain('Skip hidden rows');
    await agent.post(`/rest/v1/imports/${id}/choices`).send({ hiddenLines: 'leaveOut' });
    await agent.settle();
    expect(await agent.view(id)).toMatchObject({
      netGrams: 1_500,
      lines: { taken: 1, reasons: [{ reason: 'hidden', lines: 1 }] },
    });
    expect((await agent.get(`/imports/${id}`)).text).toContain('Import hidden rows like all other rows');
  });

  it.each([[{ zeroWeights: 'yes' }], [{ unknown: 'keep' }]])('answers %j with 400', async (choices) => {
    const agent = await importer();
    const { id } = await agent.check({ content });
    expect((await agent.post(`/rest/v1/imports/${id}/choices`).send(choices)).status).toBe(400);
  });

  it('is said on the page without a script', async () => {
    const agent = await importer();
    const { id } = await agent.check({ content });
    const page = await agent.get(`/imports/${id}`);
    for (const words of [
      'What happens to each row',
      'Skipped rows',
      'Totals and subtotals',
      'Import zero weights as 0 kg',
      'Subtotal | 1.5',
    ])
      expect(page.text).toContain(words);
    const said = await agent
      .post(`/imports/${id}/choices`)
      .type('form')
      .send({ _csrf: tokenOf(page.text), zeroWeights: 'keep' });
    expect([said.status, said.headers.location]).toEqual([303, `/imports/${id}`]);
    await agent.settle();
    expect((await agent.get(`/imports/${id}`)).text).toContain('Skip zero weights');
    expect(await agent.view(id)).toMatchObject({ lines: { taken: 3, leftOut: 2 } });
  });

  it('keeps an older mapping as it is beside what is said', async () => {
    const agent = await importer();
    const { id } = await agent.check({ content, mapping: { ...plainMapping, rowKey: ['date', 'item'] } });
    await agent.post(`/rest/v1/imports/${id}/choices`).send({ totalLines: 'keep' });
    await agent.settle();
    expect(await agent.view(id)).toMatchObject({ choices: { zeroWeights: 'leaveOut', totalLines: 'keep' } });
  });
});

it.each([
  [8, false],
  [12, true],
])('the sums of %d columns are folded behind what they add up to: %j', async (columns, folded) => {
  const agent = await importerOf(app);
  const heads = Array.from({ length: columns }, (_, at) => `kind${at}`);
  const mapping = {
    ...plainMapping,
    measures: heads.map((column, at) => ({ kind: 'weight', name: column, column, unit: at === 0 ? 'g' : 'kg' })),
  };
  const content =
    [
      ['date', 'site', 'item', ...heads].join(),
      ['2026-03-02', 'Nord', 'Rice', ...heads.map((_, at) => (at === 0 ? '500' : `0.${at}`))].join(),
      ['2026-02-30', 'Nord', 'Rice', ...heads.map(() => '0.0001')].join(),
    ].join('\n') + '\n';
  const { id, sums } = await agent.check({ content, mapping });
  expect(sums).toHaveLength(columns);
  const { text } = await agent.get(`/imports/${id}`);
  const [account = '', more = ''] = (text.split('id="account"')[1] ?? '')
    .split('</section></section>')[0]!
    .split('<details');
  expect(more.includes(`Totals by column (${columns})`)).toBe(folded);
  expect((folded ? more : account).includes('kind7')).toBe(true);
  if (folded) {
    const rows = account.split('<tr').map((row) => row.replace(/<small.*?<\/small>/g, '').replace(/<[^>]*>/g, ' '));
    expect(rows.find((row) => row.includes('All columns in kg'))).toMatch(
      /4\.7111 kg +4\.7100 kg +0\.0000 kg +0\.0011 kg +0\.0000 kg/,
    );
    expect(rows.find((row) => row.includes('All columns in g'))).toMatch(/500\.0001 g +500\.0000 g/);
  }
});
