import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { runImport } from '../../../server/features/imports/import-run.service';
import { importerOf, sheetOf, type Importer } from '../../../server/features/imports/importer.fixtures';
import { plainMapping } from '../../../server/features/imports/imports.fixtures';
import { bookOf, day, FIRST_SHEET, rewritten } from '../../../server/platform/sheet/workbook/workbook.fixtures';
import { locales } from '../../../views/locales';
import { testApp, type TestApp } from '../../support/test-app';

const languages = ['en_US', 'de_DE', 'es_ES', 'fr_FR'] as const;
const head = ['date', 'site', 'item', 'kg'];
const row = [day('2026-03-02'), 'Nord', 'Rice', 1.5];
const book = () => bookOf({ March: [head, row] });

let app: TestApp;
let people: Importer[];
beforeAll(async () => {
  app = await testApp();
  const first = await importerOf(app);
  const { organisationId } = first;
  const others = await Promise.all(languages.slice(1).map((locale) => importerOf(app, { organisationId, locale })));
  people = [first, ...others];
});

/** What an organisation has of everything that an import writes, the uploads themselves apart. */
async function standing(organisationId: number): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from waste_event where organisation_id = o.id) as events, (select count(*) from ingest_key where organisation_id = o.id) as keys,
      (select count(*) from site where organisation_id = o.id) as sites, (select count(*) from location where organisation_id = o.id) as locations,
      (select count(*) from ref_value where organisation_id = o.id) as names, (select count(*) from dirty_week where organisation_id = o.id) as weeks
    from organisation o where o.id = ${organisationId}`.execute(app.db);
  return rows[0];
}

const uploads = async (agent: Importer) => ((await agent.get('/rest/v1/imports')).body as { total: number }).total;

/** The sentence of a code in a language, with whatever values it names. */
function sentenceOf(locale: (typeof languages)[number], code: string): RegExp {
  const text = code
    .split('.')
    .slice(1)
    .reduce<unknown>((tree, key) => (tree as Record<string, unknown>)[key], locales[locale].imports);
  return new RegExp(
    `^${String(text)
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(/\{\{\w+\}\}/g, '.+')}$`,
  );
}

type File = [what: string, name: string, content: () => string | Buffer | Promise<Buffer>, code: string];

const inSheet = (change: (xml: string) => string) => async () => rewritten(await book(), FIRST_SHEET, change);
const afterRows = (xml: string) => inSheet((sheet) => sheet.replace('</sheetData>', `</sheetData>${xml}`));
const merged = (...refs: string[]) =>
  afterRows(`<mergeCells>${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`);
const inStrings = (change: (xml: string) => string) => async () =>
  rewritten(await book(), 'xl/sharedStrings.xml', change);
const bytes =
  (...start: number[]) =>
  () =>
    Buffer.concat([Buffer.from(start), Buffer.alloc(600, 0x81)]);
const laughs = `<!DOCTYPE lolz [<!ENTITY a "ha">${[...'bcdefghij'].map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`).join('')}]>`;
async function manyParts(): Promise<Buffer> {
  let end = await book();
  const at = end.lastIndexOf(Buffer.from('PK\u0005\u0006'));
  const directory = end.subarray(end.readUInt32LE(at + 16), at);
  const first = directory.subarray(
    0,
    46 + directory.readUInt16LE(28) + directory.readUInt16LE(30) + directory.readUInt16LE(32),
  );
  const entries = Buffer.concat(Array.from({ length: 10_001 }, () => first));
  end = Buffer.concat([end.subarray(0, end.readUInt32LE(at + 16)), entries, end.subarray(at)]);
  const tail = end.length - 22;
  end.writeUInt16LE(10_001, tail + 8);
  end.writeUInt16LE(10_001, tail + 10);
  end.writeUInt32LE(entries.length, tail + 12);
  return end;
}

/** No table, or made to break programs: refused before anything is kept. */
const refused: File[] = [
  ['a picture', 'waste.csv', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), 'imports.errors.notText'],
  ['a photo', 'waste.xlsx', bytes(0xff, 0xd8, 0xff, 0xe0), 'imports.errors.notText'],
  ['a PDF', 'waste.csv', () => '%PDF-1.7\n1 0 obj\n', 'imports.errors.notText'],
  [
    'a web page that is called .xls',
    'export.xls',
    () => '\n<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>date</td></tr></table></html>',
    'imports.errors.markup',
  ],
  [
    'a web page in UTF-16',
    'export.xls',
    () => Buffer.from('\ufeff<!DOCTYPE html><table></table>', 'utf16le'),
    'imports.errors.markup',
  ],
  [
    'XML of Excel 2003',
    'export.xls',
    () => '\ufeff<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
    'imports.errors.markup',
  ],
  ['formatted text', 'waste.csv', () => '{\\rtf1\\ansi date}', 'imports.errors.markup'],
  [
    'the old form .xls',
    'waste.xls',
    bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1),
    'imports.errors.oldWorkbook',
  ],
  [
    'a workbook that is cut off',
    'waste.xlsx',
    async () => (await book()).subarray(0, 3_000),
    'imports.errors.notAWorkbook',
  ],
  [
    'an archive of something else',
    'waste.xlsx',
    async () => rewritten(await book(), '_rels/.rels', (xml) => xml.replaceAll('officeDocument"', 'other"')),
    'imports.errors.notAWorkbook',
  ],
  [
    'a binary workbook',
    'waste.xlsb',
    async () => rewritten(await book(), '_rels/.rels', (xml) => xml.replace('workbook.xml', 'workbook.bin')),
    'imports.errors.notAWorkbook',
  ],
  [
    'a workbook without a table',
    'waste.xlsx',
    () => bookOf({ Cover: [['Our waste'], ['of March']] }),
    'imports.errors.noTable',
  ],
  [
    'a sheet that unpacks to 150 MB',
    'waste.xlsx',
    afterRows(' '.repeat(150_000_000)),
    'imports.errors.workbookTooLarge',
  ],
  [
    'four million empty shared texts',
    'waste.xlsx',
    inStrings((xml) => xml.replace('</sst>', `${'<si/>'.repeat(4_300_000)}</sst>`)),
    'imports.errors.workbookTooLarge',
  ],
  ['more parts than a workbook has', 'waste.xlsx', manyParts, 'imports.errors.workbookTooLarge'],
  [
    'entities that grow',
    'waste.xlsx',
    inStrings((xml) => xml.replace(/(<\?xml[^>]*>)/, `$1${laughs}`)),
    'imports.errors.notAWorkbook',
  ],
  [
    'an entity that opens a file',
    'waste.xlsx',
    inSheet((xml) => xml.replace(/(<\?xml[^>]*>)/, '$1<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/hostname">]>')),
    'imports.errors.notAWorkbook',
  ],
  [
    'elements two hundred thousand deep',
    'waste.xlsx',
    inSheet((xml) => xml.replace('<sheetData>', `${'<a>'.repeat(200_000)}${'</a>'.repeat(200_000)}<sheetData>`)),
    'imports.errors.notAWorkbook',
  ],
  ['merged cells of 10,000 by 10,000', 'waste.xlsx', merged('A1:NTP10000'), 'imports.errors.mergedTooLarge'],
  [
    'merged cells over each other',
    'waste.xlsx',
    merged(...Array.from({ length: 60 }, () => 'A1:CV1000')),
    'imports.errors.workbookTooLarge',
  ],
  [
    'a hundred thousand merged cells',
    'waste.xlsx',
    merged(...Array.from({ length: 100_000 }, () => 'A1:B1')),
    'imports.errors.workbookTooLarge',
  ],
];

describe('what is no sheet is refused with a sentence in every language, and nothing of it is kept', () => {
  it.each(refused)(
    '%s',
    async (_what, name, content, code) => {
      const file = Buffer.from((await content()) as Buffer);
      const before = await standing(people[0]!.organisationId);
      const kept = await uploads(people[0]!);
      // Those that take a while say what others say in every language.
      for (const [at, locale] of languages.slice(0, file.length > 100_000 ? 1 : languages.length).entries()) {
        const { status, body } = await people[at]!.post('/rest/v1/imports')
          .field('mapping', JSON.stringify(plainMapping))
          .attach('file', file, name);
        expect([status, body.fields]).toEqual([
          422,
          [{ field: 'file', code, message: expect.stringMatching(sentenceOf(locale, code)) }],
        ]);
      }
      expect(await uploads(people[0]!)).toBe(kept);
      expect(await standing(people[0]!.organisationId)).toEqual(before);
    },
    60_000,
  );
});

/** A table may be meant: kept, so that it can be read in another way. */
const failing: File[] = [
  ['nothing at all', 'waste.csv', () => '', 'import.emptyFile'],
  ['white space', 'waste.csv', () => ' \r\n\r\n\t', 'import.emptyFile'],
  ['names and no lines', 'waste.csv', () => 'date,site,item,kg\r\n', 'import.noRows'],
  [
    'a letter',
    'waste.txt',
    () => 'Dear all,\n\nwe have thrown away less than in February.\n\nYours, Anna\n',
    'import.missingColumn',
  ],
  [
    'two names alike',
    'waste.csv',
    () => 'date,site,item,kg,KG,kg\n2026-03-02,Nord,Rice,1,2,3\n',
    'import.duplicateColumn',
  ],
  [
    'two names alike in a workbook',
    'waste.xlsx',
    () =>
      bookOf({
        March: [
          [...head, 'kg'],
          [...row, 2],
        ],
      }),
    'import.duplicateColumn',
  ],
  [
    'more columns than can be read',
    'waste.csv',
    () => `${[...head, ...Array.from({ length: 1_000 }, (_, at) => `c${at}`)].join(',')}\n2026-03-02,Nord,Rice,1\n`,
    'import.tooManyColumns',
  ],
  [
    'a workbook whose sheet is cut off',
    'waste.xlsx',
    async () => rewritten(await bookOf({ March: [head, row, row, row] }), FIRST_SHEET, (xml) => xml.slice(0, -80)),
    'import.notAWorkbook',
  ],
];

describe('a sheet that cannot be read as a whole says so after the check, and nothing of it goes in', () => {
  it.each(failing)('%s', async (_what, name, content, code) => {
    const [first] = people;
    const before = await standing(first!.organisationId);
    const checked = await first!.check({ name, content: Buffer.from((await content()) as Buffer) });
    expect(checked).toMatchObject({ state: 'FAILED', eventsTaken: 0, failure: { code } });
    for (const [at, locale] of languages.entries()) {
      const { failure } = await people[at]!.view(checked.id);
      expect(failure?.message).toMatch(sentenceOf(locale, code.replace('import.', 'imports.errors.')));
    }
    expect((await first!.post(`/rest/v1/imports/${checked.id}/run`).send({})).status).toBe(409);
    expect(await standing(first!.organisationId)).toEqual(before);
  });
});

interface Line {
  what: string;
  content: () => string | Promise<Buffer>;
  mapping?: object;
  code: string;
  says?: string;
}

const lineOf =
  (...cells: unknown[]) =>
  () =>
    bookOf({ March: [head, row, cells as never] });
const formatted = (serial: number, date1904: boolean) => () =>
  bookOf(
    { March: [head, row, [serial, 'Nord', 'Rice', 2]] },
    {
      date1904,
      shape: (sheet) => {
        sheet.getCell('A3').numFmt = 'yyyy-mm-dd';
      },
    },
  );

/** One good line, and one that is named with its reason. */
const lines: Line[] = [
  {
    what: 'a formula of which the workbook keeps no result',
    content: lineOf(day('2026-03-03'), 'Nord', 'Rice', { formula: 'A1*2' }),
    code: 'import.formulaWithoutValue',
    says: 'Open the workbook',
  },
  {
    what: 'a cell with an error of the spreadsheet',
    content: lineOf(day('2026-03-03'), 'Nord', 'Rice', { error: '#DIV/0!' }),
    code: 'import.errorCell',
  },
  {
    what: 'a weight that may mean two things',
    content: () => sheetOf('2026-03-02,Nord,Rice,1.5', '2026-03-03,Nord,Rice,1.234 kg'),
    mapping: { decimal: 'auto' },
    code: 'import.ambiguousNumber',
    says: 'This could mean 1234 or 1.234',
  },
  { what: 'the 29 February 1900 that Excel has', content: formatted(60, false), code: 'import.noSuchDate' },
  { what: 'a day of 1900', content: formatted(61, false), code: 'import.yearOutOfRange', says: '1900' },
  {
    what: 'a day of a workbook that counts from 1904',
    content: formatted(61, true),
    code: 'import.yearOutOfRange',
    says: '1904',
  },
];

describe('a line that says nothing certain is left to a person', () => {
  it.each(lines)('$what', async ({ content, mapping, code, says = '' }) => {
    const agent = await importerOf(app);
    const before = await standing(agent.organisationId);
    const file = await content();
    const checked = await agent.check({
      name: typeof file === 'string' ? 'march.csv' : 'march.xlsx',
      content: file,
      mapping: { ...plainMapping, ...mapping },
    });
    expect(checked).toMatchObject({
      state: 'CHECKED',
      eventsTaken: 1,
      netGrams: 1500,
      lines: { taken: 1, refused: 1 },
    });
    const { text } = await agent.get(`/rest/v1/imports/${checked.id}/errors.csv`);
    expect(text).toContain(code);
    expect(text).toContain(says);
    expect(await standing(agent.organisationId)).toEqual(before);
  });
});

describe('a workbook with more than values', () => {
  it.each([
    ['a formula by its kept result', { formula: 'SUM(D1:D9)', result: 2.25 }],
    ['a shared formula by its kept result', { sharedFormula: 'D2', result: 2.25 }],
  ])('takes %s', async (_what, cell) => {
    const agent = await importerOf(app);
    const before = 'sharedFormula' in cell ? { formula: '1+0.5', result: 1.5, shareType: 'shared', ref: 'D2:D3' } : 1.5;
    const content = await bookOf({ March: [head, [...row.slice(0, 3), before], [...row.slice(0, 3), cell]] as never });
    expect(await agent.check({ name: 'march.xlsx', content })).toMatchObject({
      eventsTaken: 2,
      netGrams: 3750,
      linesRefused: 0,
    });
  });

  it('takes the data of one with macros, and opens neither the macros nor sheets of them', async () => {
    const agent = await importerOf(app);
    let content = await rewritten(
      await bookOf({ Macros: [head, ['=EXEC("calc")', 'Nord', 'Rice', 9]], March: [head, row] }),
      'xl/vbaProject.bin',
      () => 'no macros: whoever opens this part fails',
    );
    content = await rewritten(content, 'xl/_rels/workbook.xml.rels', (xml) =>
      xml
        .replace(/relationships\/worksheet"([^>]*sheet1\.xml)/, 'relationships/xlMacrosheet"$1')
        .replace(
          '</Relationships>',
          '<Relationship Id="rIdVba" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/></Relationships>',
        ),
    );
    content = await rewritten(content, '[Content_Types].xml', (xml) =>
      xml.replace('spreadsheetml.sheet.main+xml', 'ms-excel.sheet.macroEnabled.main+xml'),
    );
    const done = await agent.run({ name: 'march.xlsm', content });
    expect(done).toMatchObject({ state: 'DONE', eventsTaken: 1, netGrams: 1500, linesRefused: 0 });
  });

  it('loses no row of six thousand, and adds them up to the hundredth of a gram', async () => {
    const agent = await importerOf(app);
    const grams = Array.from({ length: 6_000 }, (_, at) => 1 + (at % 977) * 7);
    const rows = grams.map((weight, at) => [
      day(`2026-02-${String(1 + (at % 27)).padStart(2, '0')}`),
      `Site ${at % 7}`,
      `Item ${at % 60}`,
      weight / 1_000,
    ]);
    const content = await bookOf({ March: [head, ...rows] });
    const sum = grams.reduce((total, weight) => total + weight, 0);
    expect(await agent.run({ name: 'march.xlsx', content })).toMatchObject({
      state: 'DONE',
      eventsTaken: 6_000,
      netGrams: sum,
      linesRefused: 0,
    });
    expect(await standing(agent.organisationId)).toMatchObject({ events: 6_000, keys: 6_000 });
  }, 60_000);

  it.each([
    ['1900', false, 46_083],
    ['1904', true, 44_621],
  ] as const)('reads a day of one that counts from %s', async (_from, date1904, serial) => {
    const agent = await importerOf(app);
    const content = await bookOf(
      { March: [head, [serial, 'Nord', 'Rice', 2]] },
      {
        date1904,
        shape: (sheet) => {
          sheet.getCell('A2').numFmt = 'dd.mm.yyyy';
        },
      },
    );
    expect(await agent.check({ name: 'march.xlsx', content })).toMatchObject({
      eventsTaken: 1,
      firstDay: '2026-03-02',
      lastDay: '2026-03-02',
    });
  });
});

describe('a mapping of another organization', () => {
  it.each(['kept', 'import'] as const)('is unknown by its number: %s', async (kind) => {
    const [owner, stranger] = [await importerOf(app), await importerOf(app)];
    const { id } = await owner.check({ content: sheetOf('2026-03-02,Nord,Rice,1') });
    const form = await owner.get(`/imports/${id}/mapping`);
    const csrf = /name="_csrf" value="([^"]+)"/.exec(form.text)?.[1];
    await owner
      .post(`/imports/${id}/mapping`)
      .type('form')
      .send({ _csrf: csrf, mapping: JSON.stringify(plainMapping), keepAs: 'Ours' })
      .expect(303);
    const [kept] = ((await owner.get('/rest/v1/imports/mappings')).body as { mappings: { id: number }[] }).mappings;
    const mappingName = kind === 'kept' ? `kept:${kept!.id}` : `import:${id}`;
    const { status, body } = await stranger
      .post('/rest/v1/imports')
      .field('mappingName', mappingName)
      .attach('file', Buffer.from(sheetOf('2026-03-02,Nord,Rice,1')), 'a.csv');
    expect([status, body.code, body.fields[0].code]).toEqual([422, 'imports.wrongMapping', 'imports.unknownMapping']);
    expect(await uploads(stranger)).toBe(0);
  });
});

describe('two at once', () => {
  const count = 2_500;
  const long = Array.from(
    { length: count },
    (_, at) =>
      `2026-02-${String(1 + (at % 28)).padStart(2, '0')},Site ${at % 40},Item ${at % 90},${(at % 700) / 100 + 0.01}`,
  );

  async function two() {
    const first = await importerOf(app);
    return [first, await importerOf(app, { organisationId: first.organisationId })] as const;
  }

  async function sumsOf(organisationId: number) {
    const { rows } = await sql<{ events: number; keys: number; sites: number; items: number }>`
      select (select count(*)::int from waste_event where organisation_id = ${organisationId} and voided_at is null) as events,
        (select count(*)::int from ingest_key where organisation_id = ${organisationId}) as keys,
        (select count(*)::int from site where organisation_id = ${organisationId}) as sites,
        (select count(distinct lower(name))::int from ref_value where organisation_id = ${organisationId}) as items`.execute(
      app.db,
    );
    return rows[0];
  }

  it.each([
    ['the same sheet', long],
    ['the same lines from the last to the first', long.toReversed()],
  ])(
    '%s from two people: each row is taken by one, and the other is told that it is known',
    async (_what, others) => {
      const both = await two();
      const { organisationId } = both[0];
      const sheets = [sheetOf(...long), sheetOf(...others)];
      const ids = await Promise.all(both.map((one, at) => one.upload({ content: sheets[at]! })));
      await Promise.all(both.map((one, at) => one.post(`/rest/v1/imports/${ids[at]}/check`).send({})));
      await app.runJobs();
      const before = await Promise.all(both.map((one, at) => one.view(ids[at]!)));
      expect(before.map(({ eventsTaken }) => eventsTaken)).toEqual([count, count]);
      expect(
        (await Promise.all(both.map((one, at) => one.post(`/rest/v1/imports/${ids[at]}/run`).send({})))).map(
          ({ status }) => status,
        ),
      ).toEqual([202, 202]);
      // As two workers of the queue have them.
      await Promise.all(ids.map((id) => runImport(app.resources, { organisationId, id })));
      const done = await Promise.all(both.map((one, at) => one.view(ids[at]!)));
      expect(done.map(({ state, linesRefused }) => [state, linesRefused])).toEqual([
        ['DONE', 0],
        ['DONE', 0],
      ]);
      expect(done.map(({ eventsTaken, eventsKnown }) => eventsTaken + eventsKnown)).toEqual([count, count]);
      expect(done[0]!.eventsTaken + done[1]!.eventsTaken).toBe(count);
      expect(done[0]!.netGrams + done[1]!.netGrams).toBeCloseTo(before[0]!.netGrams, 2);
      expect(await sumsOf(organisationId)).toEqual({ events: count, keys: count, sites: 40, items: 90 });
      await app.runJobs();
      expect(
        (await Promise.all(both.map((one, at) => one.view(ids[at]!)))).map(({ eventsTaken }) => eventsTaken),
      ).toEqual(done.map(({ eventsTaken }) => eventsTaken));
    },
    60_000,
  );

  it('one import that two people run at the same time runs once', async () => {
    const [first, second] = await two();
    const { id } = await first.check({ content: sheetOf('2026-03-02,Nord,Rice,1') });
    const sent = await Promise.all(
      [first, second, first].map((one) => one.post(`/rest/v1/imports/${id}/run`).send({})),
    );
    expect(sent.map(({ status }) => status)).toEqual([202, 202, 202]);
    const key = { organisationId: first.organisationId, id };
    await Promise.all([runImport(app.resources, key), runImport(app.resources, key)]);
    await app.runJobs();
    expect(await first.view(id)).toMatchObject({ state: 'DONE', eventsTaken: 1, eventsKnown: 0 });
    const { rows } =
      await sql`select 1 from audit_log where organisation_id = ${first.organisationId} and action = 'import.run'`.execute(
        app.db,
      );
    expect(rows).toHaveLength(1);
  });

  it('two undo the same import: one does, the other is told that it is not to be undone any more', async () => {
    const [first, second] = await two();
    const { id } = await first.run({ content: sheetOf('2026-03-02,Nord,Rice,1', '2026-03-03,Nord,Rice,2') });
    const undone = await Promise.all(
      [first, second].map((one) => one.post(`/rest/v1/imports/${id}/undo`).send({ reason: 'wrong kitchen' })),
    );
    expect(undone.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(undone.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'imports.notNow' });
    const { rows } =
      await sql`select 1 from audit_log where organisation_id = ${first.organisationId} and action = 'import.undo'`.execute(
        app.db,
      );
    expect(rows).toHaveLength(1);
    expect(await sumsOf(first.organisationId)).toMatchObject({ events: 0 });
  });
});
