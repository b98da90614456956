import fc from 'fast-check';
import { expect, it } from 'vitest';
import english from '../../../views/locales/en_US/imports.json';
import { inChunks, readAll } from '../../platform/sheet/sheet.fixtures';
import { sumOf } from './amount-sums.rules';
import { IMPORT_CODES, messageKeyOf, type ImportCode, type ImportParams } from './import-codes.contract';
import { contextFor, mappingWith, plainMapping } from './imports.fixtures';
import type { LineAccount } from './line-account.contract';
import { Account } from './line-account.rules';
import { eventsOfLine } from './line.rules';
import { parseMapping, sheetFormOf } from './mapping.rules';

function sentenceOf(code: ImportCode): string {
  const found = messageKeyOf(code)
    .split('.')
    .slice(1)
    .reduce<unknown>((tree, key) => (tree as Record<string, unknown>)[key], english);
  return String(found);
}

/** A documented code, with every value that its sentence names. */
function expectDocumented({ code, params }: { code: ImportCode; params: ImportParams }): void {
  expect(IMPORT_CODES).toContain(code);
  for (const [, name] of sentenceOf(code).matchAll(/\{\{(\w+)\}\}/g)) expect(params).toHaveProperty(name!);
}

async function importAll(bytes: Uint8Array, size: number) {
  const mapping = mappingWith({
    measures: [
      { ...plainMapping.measures[0], costColumn: 'cost' },
      {
        kind: 'servings',
        name: 'Left',
        column: 'left',
        gramsPerServing: { by: [{ column: 'item', values: { Rice: 100 } }] },
      },
    ],
    dates: { column: 'date', patterns: ['iso', 'd.M.yyyy'], precision: 'datetime' },
  });
  const context = contextFor({ mapping });
  const reading = await readAll(inChunks(bytes, size), sheetFormOf(mapping));
  const results = reading.lines.map((line) => eventsOfLine(line, mapping, context));
  return { reading, results };
}

const HEAD = 'date,site,item,kg,cost,left\n';
const cell = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '',
    '2025-05-01',
    '30.02.2025',
    'Rice',
    'x',
    '1.5',
    '-2',
    '1,234',
    '5%',
    '3 kg',
    '4 foo',
    '$2',
    '€2',
    '"',
    '\n',
    '0',
    '1e999',
    'NaN',
  ),
);
const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.concat([Buffer.from(HEAD), bytes])),
  fc
    .array(fc.array(cell, { minLength: 5, maxLength: 7 }), { maxLength: 8 })
    .map((rows) => Buffer.from(HEAD + rows.map((row) => row.join(',')).join('\n'))),
);

it('answers any bytes with lines or documented errors, whatever the chunks, and twice the same', async () => {
  await fc.assert(
    fc.asyncProperty(anyBytes, fc.integer({ min: 1, max: 50 }), async (bytes, size) => {
      const { reading, results } = await importAll(bytes, size);
      if (reading.fatal) expectDocumented(reading.fatal);
      for (const { events, errors } of results) {
        errors.forEach(expectDocumented);
        if (errors.length > 0) expect(events).toEqual([]);
        for (const event of events) {
          expect(event.netGrams).toBeGreaterThan(0);
          expect(event.netGrams).toBeLessThanOrEqual(100_000_000);
          expect(event.localDate).toMatch(/^(20\d\d|2100)-\d\d-\d\d$/);
          expect(event.siteName).not.toBe('');
        }
      }
      const again = await importAll(bytes, 1 + (size % 7));
      expect(again.results).toEqual(results);
      expect(again.reading.fatal?.code).toBe(reading.fatal?.code);
    }),
    { numRuns: 300 },
  );
});

it('counts every line once, and every amount, whatever becomes of them', () => {
  const fate = fc.record({ refused: fc.boolean(), changed: fc.boolean(), taken: fc.boolean() });
  const kg = fc.constantFrom('1.5', '0', '', '12.3456', '1e9', 'x', '-4', '250 g', '3 lb');
  const line = fc.record({
    item: fc.constantFrom('Rice', 'Total', 'Summe', ''),
    site: fc.constantFrom('Nord', 'Total', ''),
    date: fc.constantFrom('2025-05-01', 'Total', ''),
    kg,
    left: kg,
    fate,
  });
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 40 }),
      fc.integer({ min: 0, max: 40 }),
      fc.constantFrom('keep', 'leaveOut'),
      (lines, cut, totalLines) => {
        const mapping = mappingWith({
          totalLines,
          measures: ['kg', 'left'].map((column) => ({ ...plainMapping.measures[0], name: column, column })),
        });
        const context = contextFor({ mapping });
        const readings = lines.map(({ fate: _, ...cells }, at) => ({
          line: at + 2,
          ...eventsOfLine({ line: at + 2, cells }, mapping, context),
        }));
        const fatesOf = (isSo: (of: (typeof lines)[number]['fate']) => boolean) =>
          readings.filter((reading, at) => reading.errors.length > 0 || isSo(lines[at]!.fate));
        const refused = new Set(
          readings
            .filter(({ errors, events }, at) => errors.length > 0 || (events.length > 0 && lines[at]!.fate.refused))
            .map((one) => one.line),
        );
        const left = new Map(
          fatesOf((of) => of.changed)
            .filter(({ events }) => events.length > 0)
            .map((one) => [one.line, 'changed' as const]),
        );
        const taken = new Set(fatesOf((of) => of.taken).flatMap(({ events }) => events.slice(0, 1)));
        // In two batches, the second going on from what was kept of the first.
        const first = new Account();
        for (const reading of readings.slice(0, cut)) first.add(reading, { refused, left, taken });
        const account = new Account(JSON.parse(JSON.stringify(first.totals())) as LineAccount);
        for (const reading of readings.slice(cut)) account.add(reading, { refused, left, taken });
        const totals = account.totals();
        const leftOut = Object.values(totals.leftOut).reduce((sum, count) => sum + count, 0);
        expect(totals.taken + totals.known + totals.refused + leftOut).toBe(lines.length);
        expect(totals.refused).toBe(refused.size);
        const amounts = readings.flatMap((reading) => reading.amounts);
        for (const sum of totals.sums) {
          const own = amounts.filter(({ measure, unit }) => measure === sum.measure && unit === sum.unit);
          expect(sumOf(sum.value)).toBe(own.reduce((total, { value }) => total + value, 0));
          expect(sum.cells).toBe(own.length);
        }
        expect(totals.sums.reduce((cells, sum) => cells + sum.cells, 0)).toBe(amounts.length);
      },
    ),
    { numRuns: 300 },
  );
});

it('explains any JSON that is offered as a mapping', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.jsonValue(),
        fc.jsonValue().map((value) => ({ ...plainMapping, measures: value, dates: value })),
      ),
      (value) => {
        const parsed = parseMapping(value);
        if (!parsed.ok) parsed.problems.forEach(expectDocumented);
        expect(parsed.ok).toBe(false);
      },
    ),
    { numRuns: 300 },
  );
});
