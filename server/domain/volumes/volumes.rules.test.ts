import { describe, expect, it } from 'vitest';
import {
  lastOf,
  nextMonth,
  plainDecimal,
  planVolumes,
  sumDecimals,
  type Volume,
  type VolumeFacts,
  type VolumeInput,
} from './volumes.rules';

const input = (change: Partial<VolumeInput> = {}): VolumeInput => ({
  locationId: 1,
  kind: 'COVERS',
  period: 'DAY',
  date: '2026-03-02',
  currency: null,
  value: '120',
  estimated: false,
  ...change,
});
const stored = (change: Partial<Volume> = {}): Volume => ({ ...input(), value: '120', ...change });
const facts = (change: Partial<VolumeFacts> = {}): VolumeFacts => ({
  places: new Map([[1, { siteId: 7, currency: 'EUR', today: '2026-03-18' }]]),
  currencies: new Set(['EUR', 'JPY']),
  isLocked: () => false,
  stored: [],
  ...change,
});
const plan = (rows: VolumeInput[], known: Partial<VolumeFacts> = {}) => planVolumes(rows, facts(known));
const codes = (rows: VolumeInput[], known: Partial<VolumeFacts> = {}) =>
  plan(rows, known).problems.map(({ at, field, code }) => `${at} ${field} ${code}`);

describe('a plan of volumes', () => {
  it.each<[string, Partial<VolumeInput>, string[]]>([
    ['today', { date: '2026-03-18' }, []],
    ['tomorrow', { date: '2026-03-19' }, ['0 date inFuture']],
    ['the first day of all', { date: '2013-01-01' }, []],
    ['the day before it', { date: '2012-12-31' }, ['0 date tooEarly']],
    ['a million covers', { value: '1000000' }, []],
    ['one more', { value: '1000001' }, ['0 value tooLarge']],
    ['as many in a month', { value: '1000001', period: 'MONTH', date: '2026-02-01' }, []],
    ['nothing served', { value: '0' }, []],
    ['less than nothing', { value: '-0.5' }, ['0 value negative']],
    ['half a cover', { value: '0.50' }, []],
    ['a thousandth', { value: '0.005' }, ['0 value tooFine']],
    ['zeros behind it', { value: '7.0000' }, []],
    ['an exponent', { value: '1e3' }, ['0 value notANumber']],
    ['yen', { kind: 'REVENUE', currency: 'JPY' }, []],
    ['what nobody pays in', { kind: 'REVENUE', currency: 'XYZ' }, ['0 currency unknownCurrency']],
    ['covers of a currency', { currency: 'EUR' }, ['0 currency needlessCurrency']],
    ['elsewhere', { locationId: 2 }, ['0 locationId unknownLocation']],
    ['a month that is over', { period: 'MONTH', date: '2026-02-01' }, []],
    ['this month', { period: 'MONTH', date: '2026-03-01' }, ['0 date monthNotOver']],
    ['a month from its middle', { period: 'MONTH', date: '2026-02-15' }, ['0 date notFirstOfMonth']],
    ['a day to come that has nothing', { date: '2027-01-01', value: null }, []],
  ])('judges %s', (_, change, expected) => {
    expect(codes([input(change)])).toEqual(expected);
  });

  it('takes the currency of the site where none is named, so that a day is not there twice', () => {
    const money = input({ kind: 'REVENUE', value: '10' });
    expect(plan([money]).changes[0]?.after?.currency).toBe('EUR');
    expect(codes([money, { ...money, currency: 'EUR' }])).toEqual(['1 date twice']);
    expect(codes([money, { ...money, currency: 'JPY' }])).toEqual([]);
  });

  it('leaves alone what stays the same, and deletes what is null', () => {
    const known = { stored: [stored()] };
    expect(plan([input({ value: '0120.00' })], known)).toMatchObject({ changes: [], unchanged: 1 });
    expect(plan([input({ estimated: true })], known).changes).toMatchObject([{ after: { estimated: true } }]);
    expect(plan([input({ value: null })], known).changes).toMatchObject([{ before: { value: '120' }, after: null }]);
    expect(plan([input({ value: null })]).unchanged).toBe(1);
  });

  it('keeps the days and the total of a month apart', () => {
    const total = input({ period: 'MONTH', date: '2026-02-01' });
    const day = input({ date: '2026-02-10' });
    expect(codes([total, day])).toEqual(['0 date hasDays', '1 date hasTotal']);
    expect(codes([total], { stored: [stored({ date: '2026-02-10' })] })).toEqual(['0 date hasDays']);
    expect(codes([total, { ...day, value: null }], { stored: [stored({ date: '2026-02-10' })] })).toEqual([]);
    expect(codes([total, input({ date: '2026-02-10', kind: 'TRANSACTIONS' })])).toEqual([]);
  });

  it('changes nothing in a locked month', () => {
    const isLocked = (siteId: number, month: string) => siteId === 7 && month === '2026-03';
    expect(codes([input(), input({ date: '2026-02-28' })], { isLocked })).toEqual(['0 date locked']);
    expect(codes([input()], { isLocked, stored: [stored()] })).toEqual([]);
    expect(codes([input({ value: null })], { isLocked, stored: [stored()] })).toEqual(['0 date locked']);
  });
});

it.each([
  ['007.500', '7.5'],
  ['-0.0', '0'],
  ['12', '12'],
  ['.5', null],
  ['1,5', null],
])('writes %s plainly', (text, expected) => {
  expect(plainDecimal(text)).toBe(expected);
});

it('adds decimals exactly, where doubles do not', () => {
  expect(sumDecimals(['0.1', '0.2', '9007199254740993'])).toBe('9007199254740993.3');
  expect(sumDecimals([])).toBe('0');
});

it('knows the months around the end of a year, and their last days', () => {
  expect([nextMonth('2025-12'), nextMonth('2026-01', -1), nextMonth('2026-03', -14)]).toEqual([
    '2026-01',
    '2025-12',
    '2025-01',
  ]);
  expect([lastOf('2024-02'), lastOf('2026-02'), lastOf('2025-12')]).toEqual(['2024-02-29', '2026-02-28', '2025-12-31']);
});
