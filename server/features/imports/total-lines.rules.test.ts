import { describe, expect, it } from 'vitest';
import { contextFor, mappingWith, plainMapping } from './imports.fixtures';
import { eventsOfLine } from './line.rules';

const rice = { date: '2025-05-01', site: 'Nord', item: 'Rice', kg: '1.5' };
const beans = { date: '2025-05-01', site: 'Nord', item: 'Beans', kg: '2.25' };

/** What the last of the lines is taken for. */
function last(lines: Partial<typeof rice>[], changes: Record<string, unknown> = {}) {
  const mapping = mappingWith(changes);
  const context = contextFor({ mapping });
  const readings = lines.map((cells, at) =>
    eventsOfLine({ line: at + 2, cells: { date: '', site: '', item: '', kg: '', ...cells } }, mapping, context),
  );
  const reading = readings.at(-1)!;
  return reading.leftOut ?? (reading.errors.length > 0 ? 'refused' : 'waste');
}

describe('a line that adds up others', () => {
  it.each([
    ['a word in the column of the date', [rice, { ...rice, date: 'Subtotal', kg: '7' }]],
    ['in German', [rice, { date: 'Zwischensumme', kg: '7' }]],
    ['in French, with a colon', [rice, { date: 'Sous-total :', kg: '7' }]],
    ['in Swedish', [rice, { site: 'Delsumma', kg: '7' }]],
    ['a word beside nothing else that names the line, whatever it adds up to', [rice, { item: 'Suma total', kg: '7' }]],
    [
      'a word beside a site and a day, with the sum of what stands before',
      [rice, beans, { ...rice, item: 'Total', kg: '3.75' }],
    ],
    [
      'the sum since the last total',
      [rice, { site: 'Total', kg: '1.5' }, beans, beans, { ...beans, item: 'Summe:', kg: '4.5' }],
    ],
    [
      'the sum of everything, after totals of parts',
      [
        rice,
        { site: 'Total', kg: '1.5' },
        beans,
        { site: 'Total', kg: '2.25' },
        { ...rice, site: 'Grand total', item: 'x', kg: '3.75' },
      ],
    ],
    ['a sum in another unit', [rice, beans, { ...rice, item: 'Total', kg: '3.75 kg' }]],
    [
      'a sum that was rounded',
      [
        { ...rice, kg: '1234.4' },
        { ...rice, kg: '1000.3' },
        { ...rice, item: 'Total', kg: '2235' },
      ],
    ],
    ['nothing that names it, with the sum', [rice, beans, { kg: '3.75' }]],
  ])('is left out: %s', (_case, lines) => expect(last(lines)).toBe('total'));

  it.each([
    ['what stands for its day is none', [rice, beans, { ...rice, date: 'Összesen', item: '', kg: '3.75' }]],
    ['nor is its site called anything', [rice, beans, rice, { date: 'Összesen', kg: '5.25' }]],
  ])('is left out in any language by its sum: %s', (_case, lines) => expect(last(lines)).toBe('total'));

  it.each([
    ['with a day of its own', [rice, beans, { ...rice, kg: '3.75' }], 'waste'],
    ['beside a day that does not exist', [rice, beans, { ...rice, date: '2025-02-30', kg: '3.75' }], 'refused'],
    ['below one line', [rice, { ...rice, date: 'Összesen' }], 'refused'],
    ['whose amount is no sum', [rice, beans, { ...rice, date: 'Összesen', kg: '3' }], 'refused'],
  ])('is no total %s', (_case, lines, expected) => expect(last(lines)).toBe(expected));

  describe('in a week of columns', () => {
    const week = {
      dates: { constant: '2024-01-15', weekDate: 'first' },
      site: { constant: 'Nord' },
      item: { column: 'item' },
      measures: [],
      wide: {
        heads: 'weekday',
        columns: [
          { column: 'Mo', value: '1' },
          { column: 'Di', value: '2' },
          { column: 'Mi', value: '3' },
        ],
        measure: { kind: 'weight', unit: 'kg' },
      },
    };
    const day = (item: string, Mo: string, Di: string, Mi: string) => ({ item, Mo, Di, Mi });
    const [rows, twos] = [day('Ris', '1', '2', '3'), day('Erter', '2', '2', '2')];
    it.each([
      ['three sums', [rows, twos, day('I alt', '3', '4', '5')], 'total'],
      ['a sum that is rounded', [rows, day('Erter', '2000.4', '2', '2'), day('I alt', '2001', '4', '5')], 'total'],
      ['one that is none', [rows, twos, day('Soup', '3', '4', '6')], 'waste'],
      [
        'two sums below two lines',
        [day('Ris', '1', '1', ''), day('Erter', '1', '1', ''), day('Brød', '2', '2', '')],
        'waste',
      ],
    ])('%s', (_case, lines, expected) => expect(last(lines as Partial<typeof rice>[], week)).toBe(expected));
    it('is kept where the mapping says so', () =>
      expect(
        last([rows, twos, day('I alt', '3', '4', '5')] as Partial<typeof rice>[], { ...week, totalLines: 'keep' }),
      ).toBe('waste'));
  });

  it.each([
    ['a food that is called Total', [rice, beans, { ...rice, item: 'Total', kg: '3' }], 'waste'],
    ['a kitchen that is called Total', [rice, { ...rice, site: 'Total', kg: '3' }], 'waste'],
    ['the first line of a sheet', [{ ...rice, item: 'Total' }], 'waste'],
    ['a word for a total with another', [rice, { ...rice, item: 'Total cereal' }], 'waste'],
    ['a name that begins like one', [rice, { ...rice, item: 'Summer salad' }], 'waste'],
    ['a school', [rice, { ...rice, site: 'Gesamtschule Süd' }], 'waste'],
    ['a line without a food', [rice, { ...rice, item: '' }], 'waste'],
    ['nothing that names it, and no sum', [rice, beans, { kg: '9' }], 'refused'],
  ])('is not %s', (_case, lines, expected) => expect(last(lines)).toBe(expected));

  it('is read like all others where the mapping says so', () => {
    expect(last([rice, beans, { ...rice, item: 'Total', kg: '3.75' }], { totalLines: 'keep' })).toBe('waste');
    expect(last([rice, { date: 'Total', site: 'Nord', item: 'x', kg: '3' }], { totalLines: 'keep' })).toBe('refused');
  });

  it('adds up every measure that it states', () => {
    const wide = { measures: ['kg', 'plate'].map((column) => ({ ...plainMapping.measures[0], name: column, column })) };
    const at = (kg: string, plate: string, item = 'Rice') => ({ ...rice, item, kg, plate });
    expect(last([at('1', '2'), at('3', '4'), at('4', '6', 'Total')], wide)).toBe('total');
    expect(last([at('1', '2'), at('3', '4'), at('4', '5', 'Total')], wide)).toBe('waste');
  });
});

it.each([
  ['zero', { ...rice, kg: '0' }, {}],
  ['waste', { ...rice, kg: '0' }, { measures: [{ ...plainMapping.measures[0], skipZero: false }] }],
  ['empty', { ...rice, kg: '' }, { measures: [{ ...plainMapping.measures[0], whenEmpty: 'skip' }] }],
  ['refused', { ...rice, kg: '' }, {}],
])('says of a line without waste that it is %s', (expected, cells, changes) =>
  expect(last([cells], changes)).toBe(expected),
);
