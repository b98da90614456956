import { describe, expect, it } from 'vitest';
import type { SheetLine } from '../../platform/sheet/sheet.contract';
import type { EventCandidate } from './event-candidate.contract';
import { shareUuid } from './event-identity';
import { contextFor, mappingWith, plainMapping } from './imports.fixtures';
import { lineSieve } from './line-filter.rules';
import { eventsOfLine } from './line.rules';
import { parseMapping } from './mapping.rules';
import { sharesOf, spreadOver } from './month-totals.rules';

const kg = { kind: 'weight', unit: 'kg' };
const wide = (heads: string, columns: Record<string, string>, changes: Record<string, unknown> = {}) =>
  mappingWith({
    measures: [],
    item: undefined,
    wide: { heads, measure: kg, columns: Object.entries(columns).map(([column, value]) => ({ column, value })) },
    ...changes,
  });
const read = (mapping: ReturnType<typeof mappingWith>, ...lines: Record<string, string>[]) => {
  const context = contextFor();
  const results = lines.map((cells, at) => eventsOfLine({ line: at + 2, cells }, mapping, context));
  return {
    events: results.flatMap(({ events }) => events),
    errors: results.flatMap(({ errors }) => errors).map(({ column, code, params }) => ({ column, code, params })),
  };
};
const short = (events: EventCandidate[], ...keys: (keyof EventCandidate)[]) =>
  events.map((event) => keys.map((key) => event[key] ?? null));

describe('columns side by side', () => {
  const cells = { date: '2026-03-04', site: 'Nord' };

  it.each([
    ['item', 'itemName'],
    ['daypart', 'daypartName'],
    ['reason', 'reasonName'],
    ['source', 'sourceName'],
  ] as const)('give an event for each cell that holds something: %s', (heads, field) => {
    const { events, errors } = read(wide(heads, { a: 'One', b: 'Two', c: 'Three' }), {
      ...cells,
      a: '1',
      b: '',
      c: '2.5',
    });
    expect([short(events, field, 'netGrams'), errors]).toEqual([
      [
        ['One', 1000],
        ['Three', 2500],
      ],
      [],
    ]);
    expect(new Set(events.map(({ clientEventUuid }) => clientEventUuid)).size).toBe(2);
  });

  it('name a site and, beside it, a stage or an item', () => {
    const mapping = mappingWith({
      measures: [],
      item: undefined,
      site: { inHeads: true },
      wide: {
        heads: 'site',
        measure: kg,
        columns: [
          { column: 'a', value: 'Nord', item: 'Rice' },
          { column: 'b', value: 'Nord', stage: 23 },
        ],
      },
    });
    expect(
      short(read(mapping, { date: '2026-03-04', a: '1', b: '2' }).events, 'siteName', 'itemName', 'stageId'),
    ).toEqual([
      ['Nord', 'Rice', 8],
      ['Nord', null, 23],
    ]);
  });

  it('name stages, sites and locations', () => {
    expect(
      short(
        read(wide('stage', { k: '8', p: '23' }, { stage: undefined }), { ...cells, k: '1', p: '2' }).events,
        'stageId',
        'netGrams',
      ),
    ).toEqual([
      [8, 1000],
      [23, 2000],
    ]);
    expect(
      short(
        read(wide('site', { N: 'Nord', S: 'Süd' }, { site: { inHeads: true } }), { date: '2026-03-04', N: '1', S: '2' })
          .events,
        'siteName',
        'locationName',
      ),
    ).toEqual([
      ['Nord', 'Nord'],
      ['Süd', 'Süd'],
    ]);
    expect(
      short(
        read(wide('location', { B: 'Bar', H: 'Hall' }, { location: { inHeads: true } }), { ...cells, B: '1', H: '2' })
          .events,
        'siteName',
        'locationName',
      ),
    ).toEqual([
      ['Nord', 'Bar'],
      ['Nord', 'Hall'],
    ]);
  });

  it.each([
    ['first', '2026-03-02', ['2026-03-02', '2026-03-08']],
    ['first', '2026-03-01', ['2026-03-02', '2026-03-01']],
    ['last', '2026-03-08', ['2026-03-02', '2026-03-08']],
    ['last', '2026-03-06', ['2026-03-02', '2026-03-01']],
  ])('weekdays in the week whose %s day is %s', (weekDate, date, expected) => {
    const mapping = wide('weekday', { Mon: '1', Sun: '7' }, { dates: { column: 'date', patterns: ['iso'], weekDate } });
    expect(read(mapping, { ...cells, date, Mon: '1', Sun: '2' }).events.map(({ localDate }) => localDate)).toEqual(
      expected,
    );
  });

  it('weekdays of numbered weeks, and of a sheet of one week', () => {
    const numbered = wide(
      'weekday',
      { Mo: '1', Fr: '5' },
      { dates: { column: 'date', patterns: ['week'], year: 2026 } },
    );
    expect(
      read(numbered, { ...cells, date: 'KW 10', Mo: '1', Fr: '2' }).events.map(({ localDate }) => localDate),
    ).toEqual(['2026-03-02', '2026-03-06']);
    const constant = wide('weekday', { Mo: '1', Fr: '5' }, { dates: { constant: '2026-03-02' } });
    expect(read(constant, { site: 'Nord', Mo: '1', Fr: '2' }).events.map(({ localDate }) => localDate)).toEqual([
      '2026-03-02',
      '2026-03-06',
    ]);
  });

  it('months, with their year in the head, in a column, or stated', () => {
    const months = (dates: object, value = '03') =>
      wide('month', { Mar: value }, { dates: { inHeads: true, ...dates } });
    expect(short(read(months({}, '2025-03'), { site: 'Nord', Mar: '1' }).events, 'localDate', 'precision')).toEqual([
      ['2025-03-01', 'month'],
    ]);
    expect(read(months({ year: 2024 }), { site: 'Nord', Mar: '1' }).events[0]?.localDate).toBe('2024-03-01');
    expect(read(months({ yearColumn: 'y' }), { site: 'Nord', y: '2023', Mar: '1' }).events[0]?.localDate).toBe(
      '2023-03-01',
    );
    expect(read(months({ yearColumn: 'y' }), { site: 'Nord', y: 'this', Mar: '1' }).errors).toEqual([
      { column: 'y', code: 'import.notAYear', params: {} },
    ]);
  });

  it('leaves out a cell with a word, and refuses the line of one bad number as a whole', () => {
    const mapping = wide('item', { a: 'One', b: 'Two' });
    expect(short(read(mapping, { ...cells, a: '1', b: 'closed' }).events, 'itemName')).toEqual([['One']]);
    expect(read(mapping, { ...cells, a: '1', b: 'x1' })).toEqual({
      events: [],
      errors: [{ column: 'b', code: 'import.notANumber', params: {} }],
    });
  });

  it.each([
    [
      { heads: 'weekday', columns: [{ column: 'a', value: 'Monday' }], measure: kg },
      {},
      'wide.columns.0.value',
      'import.mapping.headValue',
    ],
    [
      { heads: 'month', columns: [{ column: 'a', value: '03' }], measure: kg },
      { dates: { inHeads: true } },
      'dates.year',
      'import.mapping.yearMissing',
    ],
    [
      { heads: 'site', columns: [{ column: 'a', value: 'Nord' }], measure: kg },
      {},
      'site.inHeads',
      'import.mapping.inHeads',
    ],
    [
      {
        heads: 'item',
        columns: [
          { column: 'a', value: 'x' },
          { column: 'a', value: 'y' },
        ],
        measure: kg,
      },
      {},
      'wide.columns.1.column',
      'import.mapping.sameMeasureName',
    ],
    [undefined, {}, 'measures', 'import.mapping.measureMissing'],
    [
      undefined,
      { measures: plainMapping.measures, dates: { column: 'date', patterns: ['d.M.'] } },
      'dates.year',
      'import.mapping.yearMissing',
    ],
    [
      undefined,
      { measures: plainMapping.measures, dates: { column: 'date', constant: '2026-03-02' } },
      'dates',
      'import.mapping.oneOf',
    ],
    [
      undefined,
      { measures: plainMapping.measures, dates: { constant: '2026-02-30' } },
      'dates.constant',
      'import.mapping.notADay',
    ],
  ])('a mapping says what is wrong with it: %j %j', (group, changes, path, code) => {
    expect(parseMapping({ ...plainMapping, measures: [], wide: group, ...changes })).toMatchObject({
      ok: false,
      problems: expect.arrayContaining([expect.objectContaining({ path, code })]) as unknown,
    });
  });
});

describe('a column that adds up the others', () => {
  const mapping = (otherwise?: string) => wide('item', { a: 'One', b: 'Two' }, { total: { column: 't', otherwise } });
  const line = (t: string) => ({ date: '2026-03-04', site: 'Nord', a: '1.25', b: '2', t });

  it.each(['3.25', '3.25 kg', '3', '', '3250 g'])('agrees with %s', (t) => {
    expect(read(mapping(), line(t))).toMatchObject({ errors: [], events: [{}, {}] });
  });

  it('says so where it does not agree, or is taken all the same', () => {
    expect(read(mapping(), line('4.5'))).toEqual({
      events: [],
      errors: [{ column: 't', code: 'import.partsDisagree', params: { parts: 3.25, total: 4.5 } }],
    });
    expect(read(mapping('take'), line('4.5')).events).toHaveLength(2);
  });
});

describe('dates without a year', () => {
  it('follow the months over new year and back, and keep years that are stated', () => {
    const mapping = mappingWith({ dates: { column: 'date', patterns: ['d.M.', 'd.M.yyyy'], year: 2025 } });
    const days = ['30.11.', '24.12.', '1.2.2030', '2.1.', '3.2.', '29.11.', '5.1.'];
    const { events, errors } = read(mapping, ...days.map((date) => ({ date, site: 'Nord', item: 'Rice', kg: '1' })));
    expect([events.map(({ localDate }) => localDate), errors]).toEqual([
      ['2025-11-30', '2025-12-24', '2030-02-01', '2026-01-02', '2026-02-03', '2025-11-29', '2026-01-05'],
      [],
    ]);
  });

  it('has 29 February in the year into which it falls, and in no other', () => {
    const mapping = (year: number) => mappingWith({ dates: { column: 'date', patterns: ['d/M'], year } });
    const lines = ['31/12', '29/2'].map((date) => ({ date, site: 'Nord', item: 'Rice', kg: '1' }));
    expect(read(mapping(2027), ...lines).events.map(({ localDate }) => localDate)).toEqual([
      '2027-12-31',
      '2028-02-29',
    ]);
    expect(read(mapping(2026), ...lines).errors).toMatchObject([{ column: 'date', code: 'import.noSuchDate' }]);
  });
});

describe('totals of months', () => {
  const event = {
    netGrams: 100.01,
    enteredValue: 0.10001,
    enteredUnit: 'kg',
    costAmount: '1.00',
    currency: 'EUR',
    localDate: '2026-03-01',
    precision: 'month',
    clientEventUuid: '6f0b6a4e-6c1d-5d0c-9b0e-7e0c5a8d3f21',
  } as EventCandidate;

  it('are spread exactly: grams to the hundredth, money to the cent', () => {
    const shares = spreadOver(event, { days: ['2026-03-02', '2026-03-03', '2026-03-04'], uuidOf: shareUuid });
    expect(short(shares, 'localDate', 'netGrams', 'costAmount', 'estimated')).toEqual([
      ['2026-03-02', 33.34, '0.34', true],
      ['2026-03-03', 33.34, '0.33', true],
      ['2026-03-04', 33.33, '0.33', true],
    ]);
    expect(new Set(shares.map(({ clientEventUuid }) => clientEventUuid)).size).toBe(3);
    expect(shares[0]?.clientEventUuid).toBe(event.clientEventUuid);
  });

  it.each([
    [0n, 3],
    [1n, 31],
    [100n, 7],
    [12_345_678_901n, 22],
  ])('%s in %s parts', (total, parts) => {
    const shares = sharesOf(total, parts);
    expect([shares.length, shares.reduce((sum, share) => sum + share, 0n)]).toEqual([parts, total]);
    expect(Number(shares[0]! - shares.at(-1)!)).toBeLessThanOrEqual(1);
  });
});

describe('lines that are left out', () => {
  const lines = ['Title', 'Waste', 'Donation', ' waste ', 'Compost', 'Signed'].map((kind, at): SheetLine => ({
    line: at + 2,
    cells: { kind },
  }));
  const left = (rules: Record<string, unknown>) => {
    const sieve = lineSieve(mappingWith(rules));
    const judged = [...lines.flatMap((line) => sieve.next(line) ?? []), ...sieve.rest()];
    expect(judged.map(({ line }) => line)).toEqual(lines);
    return judged.filter(({ filtered }) => filtered).map(({ line }) => line.line);
  };

  it.each([
    ['nothing', {}, []],
    ['the first and last', { skipLines: { first: 1, last: 2 } }, [2, 6, 7]],
    ['more than there are', { skipLines: { last: 50 } }, [2, 3, 4, 5, 6, 7]],
    ['these values', { filters: [{ column: 'kind', values: ['waste', 'Compost'] }] }, [3, 5, 6]],
    ['all other values', { filters: [{ column: 'kind', leaveOut: 'others', values: ['Waste'] }] }, [2, 4, 6, 7]],
    ['both', { skipLines: { first: 1 }, filters: [{ column: 'kind', values: ['Signed'] }] }, [2, 7]],
  ])('%s', async (_what, rules, expected) => {
    expect(await left(rules)).toEqual(expected);
  });
});
