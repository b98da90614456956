import { describe, expect, it } from 'vitest';
import { isNews, matches, thresholdOf, type WatchedEvent, type WatchingAlert } from './alerts.rules';

const event: WatchedEvent = {
  eventId: 1,
  siteId: 10,
  locationId: 100,
  deviceId: 1000,
  stageId: 8,
  itemId: 1,
  reasonId: 2,
  sourceId: null,
  sinkId: 4,
  daypartId: 5,
  containerId: null,
  netGrams: 1133.98,
  costAmount: 4.5,
  costCurrency: 'EUR',
  countsAsWaste: true,
  occurredAt: new Date('2026-03-18T11:00:00Z'),
};
const alert: WatchingAlert = {
  alertId: 1,
  siteId: 0,
  locationId: 0,
  deviceId: 0,
  operator: 'GE',
  currencyCode: null,
  threshold: 0,
  refs: [],
};
const ref = (elementCode: WatchingAlert['refs'][number]['elementCode'], ...ids: number[]) => ({
  elementCode,
  ids: new Set(ids),
});
const grams = (value: number) => thresholdOf({ compType: 'netWeightAmount', value: value / 1_000, unitId: 12 });

describe('an event raises an alert', () => {
  it.each<[string, Partial<WatchingAlert>, Partial<WatchedEvent>, boolean]>([
    ['of any place', {}, {}, true],
    ['of its site', { siteId: 10 }, {}, true],
    ['not of another site', { siteId: 11 }, {}, false],
    ['of its location', { siteId: 10, locationId: 100 }, {}, true],
    ['not of another location', { siteId: 10, locationId: 101 }, {}, false],
    ['of its device', { siteId: 10, locationId: 100, deviceId: 1000 }, {}, true],
    ['not of another device', { siteId: 10, locationId: 100, deviceId: 1001 }, {}, false],
    ['not of a device where it has none', { siteId: 10, locationId: 100, deviceId: 1000 }, { deviceId: null }, false],
    ['not of its device at another location', { siteId: 10, locationId: 101, deviceId: 1000 }, {}, false],
    ['equal to a hundredth of a gram', { operator: 'EQ', threshold: grams(1133.98) }, {}, true],
    ['not equal by a hundredth', { operator: 'EQ', threshold: grams(1133.97) }, {}, false],
    [
      'entered in pounds and weighed in them',
      { operator: 'EQ', threshold: thresholdOf({ compType: 'netWeightAmount', value: 2.5, unitId: 11 }) },
      {},
      true,
    ],
    ['greater', { operator: 'GT', threshold: grams(1133.97) }, {}, true],
    ['not greater than itself', { operator: 'GT', threshold: grams(1133.98) }, {}, false],
    ['greater or equal to itself', { operator: 'GE', threshold: grams(1133.98) }, {}, true],
    ['not greater or equal', { operator: 'GE', threshold: grams(1133.99) }, {}, false],
    ['less', { operator: 'LT', threshold: grams(1133.99) }, {}, true],
    ['not less than itself', { operator: 'LT', threshold: grams(1133.98) }, {}, false],
    ['less or equal to itself', { operator: 'LE', threshold: grams(1133.98) }, {}, true],
    ['not less or equal', { operator: 'LE', threshold: grams(1133.97) }, {}, false],
    ['of nothing weighed', { operator: 'EQ', threshold: 0 }, { netGrams: 0 }, true],
    ['by its cost', { currencyCode: 'EUR', threshold: 45_000 }, {}, true],
    ['by a ten-thousandth of its cost', { currencyCode: 'EUR', operator: 'GT', threshold: 44_999 }, {}, true],
    ['never in another currency', { currencyCode: 'USD', threshold: 0 }, {}, false],
    [
      'never by a cost that it does not have',
      { currencyCode: 'EUR', operator: 'LE', threshold: 45_000 },
      { costAmount: null, costCurrency: null },
      false,
    ],
    ['with one of several values of a type', { refs: [ref('WASTEITEM', 7, 1)] }, {}, true],
    ['not with another value of the type', { refs: [ref('WASTEITEM', 7, 9)] }, {}, false],
    ['not without a value of the type', { refs: [ref('WASTESOURCE', 7)] }, {}, false],
    [
      'with a value of every type',
      { refs: [ref('WASTEITEM', 1), ref('WASTEREASON', 2), ref('DAYPART', 5), ref('WASTESTAGE', 8)] },
      {},
      true,
    ],
    ['not with a value of one of two types', { refs: [ref('WASTEITEM', 1), ref('WASTEREASON', 3)] }, {}, false],
    ['with an item below an express item', { refs: [ref('EXPRESS_ITEM', 30, 1)] }, {}, true],
    ['not where it does not count as waste', {}, { countsAsWaste: false }, false],
    [
      'where it does not count as waste and the alert names where it went',
      { refs: [ref('WASTESINK', 4)] },
      { countsAsWaste: false },
      true,
    ],
  ])('%s', (_why, wanted, given, raised) => {
    expect(matches({ ...alert, ...wanted }, { ...event, ...given })).toBe(raised);
  });
});

it.each([
  ['2026-03-16T12:00:00Z', true],
  ['2026-03-16T11:59:59Z', false],
  ['2026-03-18T12:04:00Z', true],
])('at 2026-03-18T12:00Z an event of %s is told at once: %s', (occurredAt, told) => {
  expect(isNews(new Date(occurredAt), new Date('2026-03-18T12:00:00Z'))).toBe(told);
});
