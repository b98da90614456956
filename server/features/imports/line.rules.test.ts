import { describe, expect, it } from 'vitest';
import { contextFor, mappingWith, plainMapping } from './imports.fixtures';
import { eventsOfLine } from './line.rules';

const weight = plainMapping.measures[0]!;
const cells = { date: '2025-05-01', site: 'Köln', item: 'Rice', kg: '1.5' };
const read = (changes: Record<string, unknown>, more: Record<string, string> = {}) =>
  eventsOfLine({ line: 2, cells: { ...cells, ...more } }, mappingWith(changes), contextFor());
const codesOf = ({ errors }: ReturnType<typeof read>) => errors.map(({ column, code }) => `${column} ${code}`);

describe('eventsOfLine: a plain line', () => {
  it('becomes one event', () => {
    expect(read({})).toEqual({
      errors: [],
      amounts: [{ measure: 'Weight', column: 'kg', unit: 'kg', value: 15_000, grams: 15_000_000 }],
      events: [
        {
          line: 2,
          measure: 'Weight',
          siteName: 'Köln',
          locationName: 'Köln',
          localDate: '2025-05-01',
          precision: 'day',
          stageId: 8,
          itemName: 'Rice',
          countsAsWaste: true,
          netGrams: 1500,
          enteredValue: 1.5,
          enteredUnit: 'kg',
          estimated: false,
          contentHash: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
          clientEventUuid: expect.stringMatching(
            /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
          ) as unknown,
        },
      ],
    });
  });

  it('takes all its names from columns or constants', () => {
    const { events } = read(
      {
        location: { column: 'place' },
        daypart: { constant: 'Lunch' },
        reason: { column: 'why' },
        source: { constant: 'Buffet' },
        sink: { column: 'sink', countsAsWaste: false },
        container: { column: 'box' },
        note: { column: 'note' },
      },
      { place: ' Kitchen ', why: 'Spoiled', sink: 'Stock', box: '', note: 'line 1\r\nline 2' },
    );
    expect(events[0]).toMatchObject({
      locationName: 'Kitchen',
      daypartName: 'Lunch',
      reasonName: 'Spoiled',
      sourceName: 'Buffet',
      sinkName: 'Stock',
      countsAsWaste: false,
      note: 'line 1\nline 2',
    });
    expect(events[0]?.containerName).toBeUndefined();
  });

  it('joins date and time, on the clock of the site', () => {
    const mapping = mappingWith({
      dates: { column: 'date', timeColumn: 'time', patterns: ['iso'], precision: 'datetime', timeZone: 'UTC' },
    });
    const line = { line: 2, cells: { ...cells, time: '23:30' } };
    expect(eventsOfLine(line, mapping, contextFor()).events[0]).toMatchObject({
      localDate: '2025-05-02',
      localTime: '01:30:00',
    });
    const known = contextFor({ siteTimeZone: () => 'America/New_York' });
    expect(eventsOfLine(line, mapping, known).events[0]).toMatchObject({
      localDate: '2025-05-01',
      localTime: '19:30:00',
    });
  });

  it('reads a time apart where no pattern takes it behind the date, and names its column where it is none', () => {
    const at = (patterns: string[], time: string) =>
      read({ dates: { column: 'date', timeColumn: 'time', patterns, precision: 'datetime' } }, { time });
    expect(at(['iso'], '9:05').events[0]).toMatchObject({ localDate: '2025-05-01', localTime: '09:05:00' });
    expect(at(['iso', 'yyyy/MM/dd'], '1:05 PM').events[0]).toMatchObject({ localTime: '13:05:00' });
    expect(codesOf(at(['iso'], '25:99'))).toEqual(['time import.notATime']);
    expect(codesOf(at(['iso'], 'noon'))).toEqual(['time import.notATime']);
    expect(codesOf(at(['d.M.yyyy'], '9:05'))).toEqual(['date import.notADate']);
  });

  it.each([
    ['8', 8],
    ['23', 23],
  ])('reads stage %s from a column', (word, stageId) => {
    expect(read({ stage: { column: 'stage' } }, { stage: word }).events[0]).toMatchObject({ stageId });
  });

  it('reads stages by the words of the mapping', () => {
    expect(read({ stage: { column: 'stage', values: { Teller: 23 } } }, { stage: ' Teller ' }).events[0]).toMatchObject(
      { stageId: 23 },
    );
  });
});

describe('eventsOfLine: weights', () => {
  it.each<[string, Record<string, unknown>, Record<string, string>, Record<string, unknown>]>([
    ['pounds', { unit: 'lb' }, { kg: '36' }, { netGrams: 16_329.32532, enteredValue: 36, enteredUnit: 'lb' }],
    ['hectograms in the cell', {}, { kg: '5 hg' }, { netGrams: 500, enteredValue: 500, enteredUnit: 'g' }],
    ['tonnes in the cell', {}, { kg: '0.25 t' }, { netGrams: 250_000, enteredValue: 250, enteredUnit: 'kg' }],
    ['ounces', { unit: 'oz' }, { kg: '2' }, { netGrams: 56.699046, enteredUnit: 'oz' }],
    ['the unit of its column', { unit: undefined, unitColumn: 'u' }, { u: 'LBS' }, { enteredUnit: 'lb' }],
    [
      'the unit in the cell before the stated one',
      { unit: 'lb' },
      { kg: '8.31 kg' },
      { netGrams: 8310, enteredUnit: 'kg' },
    ],
    ['gross and net', { grossColumn: 'g' }, { g: '2' }, { netGrams: 1500, grossGrams: 2000, tareGrams: 500 }],
    ['an empty gross', { grossColumn: 'g' }, { g: '' }, { netGrams: 1500 }],
    ['net and tare', { tare: 0.5 }, {}, { netGrams: 1500, grossGrams: 2000, tareGrams: 500 }],
    [
      'a gross less a fixed tare',
      { holds: 'gross', tare: 0.4 },
      {},
      { netGrams: 1100, grossGrams: 1500, tareGrams: 400, enteredValue: 1.5 },
    ],
    [
      'a gross less a tare column',
      { holds: 'gross', tareColumn: 't' },
      { t: '250 g' },
      { netGrams: 1250, tareGrams: 250 },
    ],
    ['a gross without tare', { holds: 'gross', tareColumn: 't' }, { t: '' }, { netGrams: 1500, tareGrams: 0 }],
    ['a zero where zeros count', { skipZero: false }, { kg: '0' }, { netGrams: 0 }],
    ['a cost', { costColumn: 'c' }, { c: '2,50 €' }, { costAmount: '2.50', currency: 'EUR' }],
    [
      'a cost in its own currency',
      { costColumn: 'c', currency: 'USD' },
      { c: '2.50' },
      { costAmount: '2.50', currency: 'USD' },
    ],
  ])('reads %s', (_name, measure, more, expected) => {
    const result = read({ measures: [{ ...weight, ...measure }] }, more);
    expect(result.errors).toEqual([]);
    expect(result.events[0]).toMatchObject(expected);
  });

  it('passes over a zero', () =>
    expect(read({}, { kg: '0.0' })).toMatchObject({ events: [], errors: [], leftOut: 'zero' }));
});

describe('eventsOfLine: servings', () => {
  const servings = (gramsPerServing: unknown) => ({
    measures: [{ kind: 'servings', name: 'Left', column: 'left', gramsPerServing }],
  });
  const tables = {
    by: [
      { column: 'item', values: { Soup: 250 } },
      { column: 'u', values: { Cup: 122 } },
    ],
  };
  it.each<[string, unknown, Record<string, string>, number]>([
    ['one figure', 80, {}, 240],
    ['the first table that knows', tables, { item: 'Soup', u: 'Cup' }, 750],
    ['the next table', tables, { u: 'Cup' }, 366],
    ['the figure for all others', { ...tables, otherwise: 10 }, { u: 'Box' }, 30],
  ])('weighs them by %s', (_name, grams, more, netGrams) => {
    expect(read(servings(grams), { left: '3', ...more }).events[0]).toMatchObject({
      netGrams,
      estimated: true,
      enteredUnit: 'serving',
      enteredValue: 3,
      quantity: 3,
    });
  });

  it.each([
    [{ left: '3', u: 'Box' }, 'u import.unknownServing'],
    [{ left: '3', u: 'constructor' }, 'u import.unknownServing'],
    [{ left: '3 kg', u: 'Cup' }, 'left import.unitNotExpected'],
    [{ left: '-3', u: 'Cup' }, 'left import.negativeServings'],
  ])('refuses %j', (more, problem) => expect(codesOf(read(servings(tables), more))).toEqual([problem]));

  it('needs no figure for no serving', () =>
    expect(read(servings(tables), { left: '0', u: 'Box' })).toMatchObject({ events: [], errors: [], leftOut: 'zero' }));
});

describe('eventsOfLine: refusals', () => {
  it.each<[string, Record<string, unknown>, Record<string, string>, string[]]>([
    ['no weight', {}, { kg: '' }, ['kg import.missingValue']],
    ['a word for nothing', { emptyWords: ['NA'] }, { kg: ' NA ' }, ['kg import.missingValue']],
    ['a word as weight', {}, { kg: 'much' }, ['kg import.notANumber']],
    ['an infinite weight', {}, { kg: '1e999' }, ['kg import.notANumber']],
    ['a negative weight', {}, { kg: '-1' }, ['kg import.negativeWeight']],
    ['more than 100 tonnes', {}, { kg: '100000.1' }, ['kg import.tooLarge']],
    ['an unknown unit', {}, { kg: '3 stone' }, ['kg import.unknownUnit']],
    ['no unit', { measures: [{ ...weight, unit: undefined, unitColumn: 'u' }] }, { u: '' }, ['u import.missingValue']],
    ['no site', {}, { site: ' ' }, ['site import.missingValue']],
    ['no location', { location: { column: 'place' } }, { place: '' }, ['place import.missingValue']],
    ['an unknown site', { unknownSites: 'refuse' }, {}, ['site import.unknownSite']],
    ['a day that does not exist', {}, { date: '2025-02-30' }, ['date import.noSuchDate']],
    [
      'no date beside a time',
      { dates: { column: 'date', timeColumn: 't', patterns: ['iso'] } },
      { date: '', t: '08:00' },
      ['date import.missingValue'],
    ],
    ['an unknown stage', { stage: { column: 's' } }, { s: 'toString' }, ['s import.unknownStage']],
    ['no stage', { stage: { column: 's' } }, { s: '' }, ['s import.missingValue']],
    ['a control character', {}, { item: 'Ri\u0007ce' }, ['item import.controlCharacter']],
    ['a character that was not decoded', {}, { item: 'Rei\ufffd' }, ['item import.undecodable']],
    [
      'a cost without weight',
      { measures: [{ ...weight, costColumn: 'c' }] },
      { kg: '0', c: '2' },
      ['c import.costWithoutWeight'],
    ],
    ['a gross below net', { measures: [{ ...weight, grossColumn: 'g' }] }, { g: '1' }, ['g import.grossBelowTare']],
    ['a gross below tare', { measures: [{ ...weight, holds: 'gross', tare: 2 }] }, {}, ['kg import.grossBelowTare']],
    [
      'weights that disagree',
      { measures: [{ ...weight, grossColumn: 'g', tare: 1 }] },
      { g: '2' },
      ['g import.weightsDisagree'],
    ],
    ['a negative tare', { measures: [{ ...weight, tareColumn: 't' }] }, { t: '-1' }, ['t import.negativeWeight']],
    [
      'several faults at once',
      {},
      { site: '', date: 'x', kg: '-1' },
      ['site import.missingValue', 'date import.notADate', 'kg import.negativeWeight'],
    ],
  ])('names %s', (_name, changes, more, problems) => {
    const result = read(changes, more);
    expect(codesOf(result)).toEqual(problems);
    expect(result.events).toEqual([]);
  });

  it('says what stood there, cut to 200 characters', () => {
    expect(read({}, { kg: 'x'.repeat(500) }).errors).toEqual([
      { line: 2, column: 'kg', code: 'import.notANumber', params: {}, raw: 'x'.repeat(200) },
    ]);
  });

  it('passes on what the reader found', () => {
    const errors = [
      { line: 3, column: null, code: 'import.raggedLine' as const, params: { expected: 4, found: 2 }, raw: 'a | b' },
    ];
    expect(eventsOfLine({ line: 3, errors }, mappingWith(), contextFor())).toEqual({ events: [], errors, amounts: [] });
  });
});

describe('eventsOfLine: numbers of days', () => {
  const dates = { column: 'date', month: '2026-02' };

  it.each([
    ['3', '2026-02-03'],
    ['Tue 3', '2026-02-03'],
    ['2026-03-01', '2026-03-01'],
  ])('%s is %s', (date, day) => {
    expect(read({ dates }, { date }).events).toMatchObject([{ localDate: day, precision: 'day' }]);
  });

  it('refuses a day that the month does not have', () => {
    expect(codesOf(read({ dates }, { date: '30' }))).toEqual(['date import.noSuchDate']);
  });
});

describe('eventsOfLine: wide sheets', () => {
  const wide = {
    measures: ['kitchen', 'plate'].map((column) => ({
      ...weight,
      name: column,
      column,
      stage: { constant: column === 'plate' ? 23 : 8 },
    })),
  };

  it('gives one event for each filled cell', () => {
    expect(read(wide, { kitchen: '2', plate: '3' }).events).toMatchObject([
      { measure: 'kitchen', stageId: 8, netGrams: 2000 },
      { measure: 'plate', stageId: 23, netGrams: 3000 },
    ]);
    expect(read(wide, { kitchen: '', plate: '3' }).events).toHaveLength(1);
  });

  it('refuses the whole line for one bad number', () => {
    const result = read(wide, { kitchen: '2', plate: '3 or 4' });
    expect(codesOf(result)).toEqual(['plate import.notANumber']);
    expect(result.events).toEqual([]);
  });

  it('leaves out one cell that holds a word', () => {
    const result = read(wide, { kitchen: '2', plate: 'closed' });
    expect(codesOf(result)).toEqual([]);
    expect([result.events.length, result.words]).toEqual([1, [{ column: 'plate', raw: 'closed' }]]);
    expect(read(wide, { kitchen: 'closed', plate: 'closed' })).toMatchObject({ events: [], leftOut: 'empty' });
    const asked = { ...wide, measures: wide.measures.map((measure) => ({ ...measure, whenEmpty: 'refuse' })) };
    expect(codesOf(read(asked, { kitchen: '2', plate: 'closed' }))).toEqual(['plate import.notANumber']);
  });

  it('names a fault that several measures share once', () => {
    expect(codesOf(read(wide, { kitchen: '1', plate: '2', item: 'a\u0000' }))).toEqual([
      'item import.controlCharacter',
    ]);
  });
});
