import { describe, expect, it } from 'vitest';
import { addressOf } from './enter-waste-address.rules';
import type { Entry } from './enter-waste.contract';
import {
  buttonsOf,
  decimalSignOf,
  decimalsOf,
  meantItem,
  momentOf,
  problemsOf,
  readWeight,
  unitOf,
  usualStageOf,
} from './enter-waste.rules';

const items = Array.from({ length: 10 }, (_, at) => ({ refId: at + 1, name: `Item ${at + 1}` }));
const entry: Entry = {
  clientEventUuid: '',
  locationId: 1,
  weight: '1',
  unit: 'kg',
  itemId: 7,
  itemName: '',
  wasteStageId: 8,
  confirm: [],
};

it.each([
  ['1.2', '.', 1.2],
  ['1,2', '.', 1.2],
  ['1.2', ',', 1.2],
  ['1,2', ',', 1.2],
  ['1.234', '.', 1.234],
  ['1,234', ',', 1.234],
  ['0,234', '.', 0.234],
  ['.5', '.', 0.5],
  [',5', '.', 0.5],
  [' 12 ', ',', 12],
  ['0', '.', 0],
  ['1234', '.', 1234],
  ['1,23', '.', 1.23],
  ['1,2345', '.', 1.2345],
] as const)('reads %j where the sign is %j as %d', (text, sign, weight) => {
  expect(readWeight(text, sign)).toEqual({ weight });
});

it.each([
  ['', 'weightMissing'],
  [' ', 'weightMissing'],
  ['a', 'weightNotANumber'],
  ['1.2.3', 'weightNotANumber'],
  ['-1', 'weightNotANumber'],
  ['.', 'weightNotANumber'],
  ['1 kg', 'weightNotANumber'],
  ['1e3', 'weightNotANumber'],
  ['1.', 'weightNotANumber'],
  ['1234567890', 'weightNotANumber'],
  ['1.1234567', 'weightNotANumber'],
])('refuses %j: %s', (text, code) => {
  expect(readWeight(text, '.').problem).toMatchObject({ field: 'grossWeight', code: `enterWaste.${code}` });
});

it.each([
  ['1,234', '.', '1234', '1.234'],
  ['12.500', ',', '12500', '12,500'],
] as const)('asks what %j is where the sign is %j', (text, sign, whole, fraction) => {
  expect(readWeight(text, sign).problem).toEqual({
    field: 'grossWeight',
    code: 'enterWaste.weightInTwoWays',
    params: { whole, fraction },
  });
});

it.each([
  ['en_US', '.'],
  ['de_DE', ','],
  ['es_ES', ','],
  ['fr_FR', ','],
])('in %s the sign is %j', (locale, sign) => {
  expect(decimalSignOf(locale)).toBe(sign);
});

it.each([
  [1, 0],
  [1.2, 1],
  [0.25, 2],
  [1.2345, 3],
])('%d is shown with %d decimals', (value, decimals) => {
  expect(decimalsOf(value)).toBe(decimals);
});

describe('a form', () => {
  it.each<[string, Partial<Entry>, string[]]>([
    ['with an item', {}, []],
    ['without an item', { itemId: undefined }, ['enterWaste.itemMissing']],
    ['with another item', { itemId: 'other', itemName: 'Soup' }, []],
    ['with another item and no name', { itemId: 'other' }, ['enterWaste.itemNameMissing']],
    ['with a time', { localTime: '10:00' }, []],
    ['with a day and no time', { localDate: '2026-03-01' }, ['enterWaste.timeOfDayMissing']],
  ])('%s', (_name, more, codes) => {
    expect(problemsOf({ ...entry, ...more }, { hasItems: true }).map(({ code }) => code)).toEqual(codes);
  });

  it('needs no item where there are none', () => {
    expect(problemsOf({ ...entry, itemId: undefined }, { hasItems: false })).toEqual([]);
  });

  it.each([
    [{}, {}],
    [{ localTime: '09:30' }, { localDate: '2026-03-18', localTime: '09:30' }],
    [
      { localDate: '2026-03-01', localTime: '09:30' },
      { localDate: '2026-03-01', localTime: '09:30' },
    ],
  ])('of %j is entered for %j', (typed, moment) => {
    expect(momentOf(typed, '2026-03-18')).toEqual(moment);
  });
});

it.each([
  [[], 8],
  [[9, 23], 9],
  [[8, 9], 8],
  [[23], 23],
])('of the stages %j the usual one is %d', (stageIds, usual) => {
  expect(usualStageOf(stageIds)).toBe(usual);
});

it.each([
  ['kg', 'kg'],
  ['lb', 'lb'],
  ['t', 'kg'],
])('who reads %s types in %s', (abbr, unit) => {
  expect(unitOf({ abbr })).toBe(unit);
});

it('has a button for the chosen item, however rare it is', () => {
  const refIds = (chosen: number | undefined) =>
    buttonsOf(
      items,
      items.find(({ refId }) => refId === chosen),
    ).map(({ refId }) => refId);
  expect(refIds(undefined)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(refIds(3)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(refIds(10)).toEqual([10, 1, 2, 3, 4, 5, 6, 7, 8]);
});

it('takes an item by its name alone', () => {
  expect(meantItem(items, ' item 1')).toBe(items[0]);
  expect(meantItem(items, 'Item')).toBeUndefined();
});

it('names in an address what was chosen', () => {
  expect(addressOf({ locationId: 1, itemId: undefined, reasonId: null, unit: 'kg' })).toBe(
    '/enter-waste?locationId=1&unit=kg',
  );
  expect(addressOf({})).toBe('/enter-waste');
});
