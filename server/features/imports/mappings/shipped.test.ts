import { createReadStream, existsSync, readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createGunzip, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inChunks } from '../../../platform/sheet/sheet.fixtures';
import { readSheet } from '../../../platform/sheet/sheet.reader';
import type { EventCandidate, LineError } from '../event-candidate.contract';
import { createLineContext } from '../line.context';
import { eventsOfLine } from '../line.rules';
import { sheetFormOf } from '../mapping.rules';
import { shippedMapping, shippedMappingNames, type ShippedMappingName } from './';

const root = new URL('../../../../', import.meta.url);
const FAIRFAX = fileURLToPath(new URL('scripts/demo-data/fcps_breakfast_production_2025-05.csv.gz', root));
const besideCheckout = (file: string) => fileURLToPath(new URL(`../shared/data/${file}`, root));

/** Files that may be tested with but not shipped lie beside the checkout, or nowhere. */
function isAbsent(file: string): boolean {
  const absent = !existsSync(besideCheckout(file));
  if (absent) process.stdout.write(`skipped: ${file} may not ship with the product and is not at ../shared/data\n`);
  return absent;
}

async function importSheet(name: ShippedMappingName, source: Readable | AsyncIterable<Uint8Array>) {
  const mapping = shippedMapping(name);
  const context = createLineContext({ organisationId: 2, siteTimeZone: () => mapping.newSites?.timeZone, mapping });
  const events: EventCandidate[] = [];
  const errors: LineError[] = [];
  for await (const line of readSheet(source, sheetFormOf(mapping))) {
    const result = eventsOfLine(line, mapping, context);
    events.push(...result.events);
    errors.push(...result.errors);
  }
  return { events, errors };
}

const sum = <T>(list: T[], value: (entry: T) => number) => list.reduce((total, entry) => total + value(entry), 0);
const cents = (amount: string | undefined) => Number((amount ?? '0').replace('.', ''));
const of = (events: EventCandidate[], measure: string) => events.filter((event) => event.measure === measure);

describe('Fairfax breakfast', () => {
  const readFairfax = () => importSheet('fairfax-breakfast', createReadStream(FAIRFAX).pipe(createGunzip()));

  it('brings every school, cost to the cent, and every serving', async () => {
    const { events, errors } = await readFairfax();
    expect(errors).toEqual([]);
    const discarded = of(events, 'Discarded');
    const leftOver = of(events, 'Left over');
    expect([discarded.length, leftOver.length]).toEqual([2481, 37_469]);
    expect([sum(discarded, (event) => event.quantity!), sum(leftOver, (event) => event.quantity!)]).toEqual([
      7194, 511_690,
    ]);
    expect(sum(leftOver, (event) => cents(event.costAmount))).toBe(16_980_100);
    expect(sum(discarded, (event) => cents(event.costAmount))).toBe(346_693);
    expect(new Set(events.map((event) => event.currency).filter(Boolean))).toEqual(new Set(['USD']));
    expect(new Set(events.map((event) => event.clientEventUuid)).size).toBe(events.length);
    expect(
      events.every(
        (event) => event.estimated && event.netGrams > 0 && event.countsAsWaste && event.daypartName === 'breakfast',
      ),
    ).toBe(true);
    expect(events[0]).toMatchObject({
      line: 2,
      siteName: 'Aldrin Elementary',
      localDate: '2025-05-01',
      itemName: '1% White Milk',
      netGrams: 732,
      costAmount: '1.08',
    });
  });

  it('holds 190 schools and a weight for each of their 46 serving units', () => {
    const lines = gunzipSync(readFileSync(FAIRFAX)).toString('utf8').trim().split('\n').slice(1);
    expect(new Set(lines.map((line) => line.split(',')[1])).size).toBe(190);
    const measure = shippedMapping('fairfax-breakfast').measures[0]!;
    const tables =
      measure.kind === 'servings' && typeof measure.gramsPerServing === 'object' ? measure.gramsPerServing.by : [];
    const units = Object.keys(tables.find((table) => table.column === 'serving_unit')?.values ?? {});
    expect(units).toHaveLength(46);
    const known = (line: string) => units.some((unit) => line.includes(`,${unit},`) || line.includes(`,"${unit}",`));
    expect(lines.filter((line) => !known(line))).toEqual([]);
  });
});

const SMITH = 'smith_food_rescue_donations_2024-2025.csv';
describe('Smith food rescue', () => {
  it.skipIf(isAbsent(SMITH))('brings 11,464.6 lb of donations', async () => {
    const { events, errors } = await importSheet('smith-food-rescue', createReadStream(besideCheckout(SMITH)));
    expect(errors).toEqual([]);
    expect(sum(events, (event) => event.netGrams) / 453.59237).toBeCloseTo(11_464.603, 3);
    expect(new Set(events.map((event) => event.sinkName))).toEqual(new Set(['Donation']));
    expect(new Set(events.map((event) => event.itemName)).size).toBe(17);
    expect(
      events.every(
        (event) => !event.estimated && Math.abs(event.grossGrams! - event.tareGrams! - event.netGrams) < 1e-5,
      ),
    ).toBe(true);
    expect(events[0]).toMatchObject({
      siteName: 'Chase Duckett',
      enteredValue: 36,
      enteredUnit: 'lb',
      note: 'enchiladas',
    });
  });
});

const SODERTALJE = 'sodertalje_school_monthly_waste_2019.csv';
describe('Södertälje monthly', () => {
  it.skipIf(isAbsent(SODERTALJE))('brings each kind of waste, decimal commas included', async () => {
    const { events, errors } = await importSheet('sodertalje-monthly', createReadStream(besideCheckout(SODERTALJE)));
    expect(errors).toEqual([]);
    const text = readFileSync(besideCheckout(SODERTALJE), 'utf8');
    // Expected independently: what the data's README sums without the comma cells, and those cells, in tenths of a kilogram.
    const commaCells = [...text.matchAll(/"(\d+),(\d)"/g)].map((match) => ({
      tenths: Number(match[1]! + match[2]!),
      column:
        text
          .slice(text.lastIndexOf('\n', match.index) + 1, match.index)
          .replace(/"\d+,\d"/g, '')
          .split(',').length - 1,
    }));
    expect(commaCells).toHaveLength(18);
    const expected = (plainKilograms: number, column: number) =>
      plainKilograms * 1000 +
      sum(
        commaCells.filter((cell) => cell.column === column),
        (cell) => cell.tenths,
      ) *
        100;
    const grams = (measure: string) => sum(of(events, measure), (event) => event.netGrams);
    expect(grams('Kitchen waste')).toBe(expected(19_721, 6));
    expect(grams('Serving waste')).toBe(expected(17_989, 7));
    expect(grams('Plate waste')).toBe(expected(46_290, 8));
    expect(new Set(events.map((event) => event.localDate.slice(8)))).toEqual(new Set(['01']));
    expect(new Set(of(events, 'Plate waste').map((event) => event.stageId))).toEqual(new Set([23]));
    expect(new Set(events.map((event) => event.siteName)).size).toBe(25);
  });
});

describe('the generic mapping', () => {
  it('reads a sheet with only what is needed, of the dates and numbers of two countries', async () => {
    const sheet = [
      'Date;Site;Location;Stage;Item;Weight;Unit',
      '31.1.2025;Köln;Kantine;pre-consumer;Reis;1,5;kg',
      '2025-01-31 08:15;Köln;Kantine;23;-;12;oz',
      '31/1/2025;Köln;Kantine;8;Reis;1,500;kg',
    ].join('\r\n');
    const { events, errors } = await importSheet('generic', inChunks(sheet));
    expect(events).toMatchObject([
      { localDate: '2025-01-31', stageId: 8, itemName: 'Reis', netGrams: 1500, precision: 'day' },
      { localDate: '2025-01-31', localTime: '08:15:00', stageId: 23, enteredUnit: 'oz' },
    ]);
    expect(events[1]?.itemName).toBeUndefined();
    expect(errors).toMatchObject([{ line: 4, column: 'weight', code: 'import.ambiguousNumber' }]);
  });
});

it.each(shippedMappingNames)('ships %s in a form that its own rules accept', (name) => {
  expect(shippedMapping(name)).toMatchObject({ version: 1 });
});
