import fc from 'fast-check';
import { expect, it } from 'vitest';
import english from '../../../views/locales/en_US/imports.json';
import { inChunks, readAll } from '../../platform/sheet/sheet.fixtures';
import { contextFor, mappingWith, plainMapping } from './imports.fixtures';
import { IMPORT_CODES, messageKeyOf, type ImportCode, type ImportParams } from './import-codes.contract';
import { eventsOfLine } from './line.rules';
import { parseMapping, sheetFormOf } from './mapping.rules';

function sentenceOf(code: ImportCode): string {
  const found = messageKeyOf(code).split('.').slice(1).reduce<unknown>((tree, key) => (tree as Record<string, unknown>)[key], english);
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
      { kind: 'servings', name: 'Left', column: 'left', gramsPerServing: { by: [{ column: 'item', values: { Rice: 100 } }] } },
    ],
    dates: { column: 'date', patterns: ['iso', 'd.M.yyyy'], precision: 'datetime' },
  });
  const context = contextFor();
  const reading = await readAll(inChunks(bytes, size), sheetFormOf(mapping));
  const results = reading.lines.map((line) => eventsOfLine(line, mapping, context));
  return { reading, results };
}

const HEAD = 'date,site,item,kg,cost,left\n';
const cell = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', '2025-05-01', '30.02.2025', 'Rice', 'x', '1.5', '-2', '1,234', '5%', '3 kg', '4 foo', '$2', '€2', '"', '\n', '0', '1e999', 'NaN'),
);
const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.concat([Buffer.from(HEAD), bytes])),
  fc.array(fc.array(cell, { minLength: 5, maxLength: 7 }), { maxLength: 8 }).map((rows) => Buffer.from(HEAD + rows.map((row) => row.join(',')).join('\n'))),
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

it('explains any JSON that is offered as a mapping', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.jsonValue().map((value) => ({ ...plainMapping, measures: value, dates: value }))), (value) => {
      const parsed = parseMapping(value);
      if (!parsed.ok) parsed.problems.forEach(expectDocumented);
      expect(parsed.ok).toBe(false);
    }),
    { numRuns: 300 },
  );
});
