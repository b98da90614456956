import { describe, expect, it } from 'vitest';
import { inChunks } from '../../platform/sheet/sheet.fixtures';
import { bookOf, day } from '../../platform/sheet/workbook/workbook.fixtures';
import { sheetOf } from './importer.fixtures';
import { mappingWith } from './imports.fixtures';
import type { Outliers } from './outliers.rules';
import { checkSheet, readBatches, type ReadLine, type SheetBatch } from './sheet.batches';

async function linesOf(changes: Record<string, unknown>, lines: string[], outliers?: Outliers): Promise<ReadLine[]> {
  const found: ReadLine[] = [];
  const open = () => inChunks(sheetOf(...lines), 1_000);
  for await (const batch of readBatches({
    open,
    mapping: mappingWith(changes),
    organisationId: 7,
    siteTimeZone: () => undefined,
    importedEarlier: false,
    outliers,
  }))
    found.push(...batch.lines);
  return found;
}
const idsOf = (lines: ReadLine[]) => lines.map(({ events }) => events[0]?.clientEventUuid);

const otherSign: Outliers = { limitGrams: 100_000, answer: 'otherSign' };

describe('a record ID that stands twice', () => {
  const lines = [
    '2026-03-02,Nord,A1,1',
    '2026-03-02,Nord,A2,heavy',
    '2026-03-03,Nord,A2,2',
    '2026-03-03,Nord,A2,2',
    '2026-03-04,Nord,A1,5',
    '2026-03-04,Nord,,1',
    '2026-03-05,Nord,,1',
  ];
  const read = async (repeats?: string) =>
    (await linesOf({ recordId: { column: 'item', repeats } }, lines)).map(
      ({ leftOut, events }) => leftOut ?? events.length,
    );

  it('leaves out the later lines, and takes the first that can be read', async () => {
    expect(await read()).toEqual([1, 0, 1, 'repeated', 'repeated', 1, 1]);
  });

  it('changes nothing where repeats are kept', async () => {
    expect(await read('keep')).toEqual([1, 0, 1, 1, 1, 1, 1]);
  });
});

describe('a weight that only the other decimal sign makes sense of', () => {
  it('gets its line the identity that it has in a sheet written so', async () => {
    const changes = { rowKey: ['date', 'item'], decimal: '.' };
    const read = await linesOf(
      changes,
      ['2026-03-02,Nord,Rice,"2,250"', '2026-03-02,Nord,Rice,1.5', '2026-03-02,Nord,Rice,"1,750"'],
      otherSign,
    );
    expect(read.map(({ events }) => events[0]?.netGrams)).toEqual([2_250, 1_500, 1_750]);
    expect(idsOf(read)).toEqual(
      idsOf(
        await linesOf(changes, ['2026-03-02,Nord,Rice,2.25', '2026-03-02,Nord,Rice,1.5', '2026-03-02,Nord,Rice,1.75']),
      ),
    );
  });

  it('is added up once, so that a total below it is one', async () => {
    const read = await linesOf(
      { decimal: '.' },
      ['2026-03-02,Nord,Rice,"2,250"', '2026-03-02,Nord,Beans,1.5', '2026-03-02,Nord,Total,3.75'],
      otherSign,
    );
    expect(read.map(({ leftOut }) => leftOut)).toEqual([undefined, undefined, 'total']);
  });
});

it('counts a weight that is left out among its equals, as when it is taken', async () => {
  const lines = ['2026-03-02,Nord,Rice,500', '2026-03-02,Nord,Rice,2'];
  const changes = { rowKey: ['date', 'item'], decimal: '.' };
  const [left, kept] = await linesOf(changes, lines, { limitGrams: 100_000, answer: 'leaveOut' });
  expect(left).toMatchObject({ leftOut: 'outlier', events: [] });
  expect(idsOf([kept!])).toEqual(idsOf((await linesOf(changes, lines)).slice(1)));
});

it('says of a workbook how much of its sheet is read, to within a tenth of its lines', async () => {
  const lines = 15_000;
  const rows = Array.from({ length: lines }, (_, at) => [
    day(`2026-03-0${1 + (at % 9)}`),
    `School ${at % 60}`,
    'Rice',
    1 + (at % 7),
  ]);
  const content = await bookOf({ Cover: [['Waste of March']], March: [['date', 'site', 'item', 'kg'], ...rows] });
  let share = NaN;
  let [linesRead, batches, furthest] = [0, 0, 0];
  for await (const batch of readBatches({
    open: () => inChunks(content, 65_536),
    mapping: mappingWith(),
    organisationId: 7,
    siteTimeZone: () => undefined,
    importedEarlier: false,
    onShare: (read) => {
      share = read;
    },
  })) {
    linesRead = batch.linesRead;
    batches += 1;
    furthest = Math.max(furthest, Math.abs(share - linesRead / lines));
  }
  expect([linesRead, share]).toEqual([lines, 1]);
  expect(batches).toBeGreaterThan(10);
  expect(furthest).toBeLessThan(0.1);
});

describe('a wide sheet', () => {
  const foods = Array.from({ length: 400 }, (_, at) => `Food ${at + 1}`);
  const mapping = mappingWith({
    measures: [],
    item: undefined,
    wide: {
      heads: 'item',
      columns: foods.map((food) => ({ column: food, value: food })),
      measure: { kind: 'weight', unit: 'kg', skipZero: true },
    },
  });
  // In one chunk, and of lines so short that a slice holds many.
  const sheetWith = (cell: string) => () =>
    inChunks(
      `date,site,${foods.join(',')}\n${Array.from({ length: 40 }, () => `2026-03-02,Nord,${foods.map(() => cell).join(',')}\n`).join('')}`,
      1_000_000,
    );
  const batchesOf = (cell: string) =>
    readBatches({
      open: sheetWith(cell),
      mapping,
      organisationId: 7,
      siteTimeZone: () => 'UTC',
      importedEarlier: false,
    });

  it.each([
    ['faults', 'x1', 5],
    ['zeros', '0', 10],
  ])('is taken a few lines at a time where its lines hold nothing but %s', async (_, cell, most) => {
    const batches: SheetBatch[] = [];
    for await (const batch of batchesOf(cell)) batches.push(batch);
    expect(batches.flatMap(({ lines }) => lines)).toHaveLength(40);
    expect(Math.max(...batches.map(({ lines }) => lines.length))).toBe(most);
  });

  /** How often others got their turn meanwhile. */
  async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
    let turns = 0;
    let over = false;
    const count = () => {
      turns += 1;
      if (!over) setImmediate(count);
    };
    setImmediate(count);
    await work();
    over = true;
    return turns;
  }

  it.each([
    [
      'its lines are read',
      async () => {
        for await (const batch of batchesOf('0')) expect(batch.lines.length).toBeGreaterThan(0);
      },
    ],
    ['its weights are looked through', () => checkSheet(sheetWith('0'), mapping)],
  ])('lets others have a turn every few lines while %s', async (_, work) => {
    expect(await turnsDuring(work)).toBeGreaterThanOrEqual(13);
  });
});
