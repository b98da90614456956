import { describe, expect, it } from 'vitest';
import type { CostRule } from '../catalogue/cost.rules';
import { checkEvent, type CheckedEvent, type ReferenceFacts, type References } from './event.rules';
import type { IngestCandidate, Refusal } from './ingest.contract';
import { rememberLocalDays } from './local-days.rules';

const now = new Date('2025-06-15T12:00:00Z');
const [berlin, closed, tokyo] = [1, 2, 3];
const [rice, expired, kitchen, compost, stock, lunch, tray, bareTray] = [11, 12, 13, 14, 15, 16, 17, 18];
const cook = 31;
const price: CostRule = {
  id: 90,
  siteId: null,
  itemId: null,
  amountPerKg: 2,
  currency: 'EUR',
  validFrom: '2025-01-01',
  validTo: null,
  priority: 0,
};
const value = (elementCode: string, tareGrams: number | null = null, countsAsWaste = true) => ({
  elementCode,
  tareGrams,
  countsAsWaste,
  categoryIds: [],
});
const grains = 19;
const [whiteRice, oldTray] = [20, 21];

const values: [number, Omit<ReferenceFacts, 'id'> & { id?: number }][] = [
  [rice, value('WASTEITEM')],
  [expired, value('WASTEREASON')],
  [kitchen, value('WASTESOURCE')],
  [compost, value('WASTESINK')],
  [stock, value('WASTESINK', null, false)],
  [lunch, value('DAYPART')],
  [tray, value('CONTAINER', 500)],
  [bareTray, value('CONTAINER')],
  // Merged, each as what it has become.
  [whiteRice, { ...value('WASTEITEM'), id: rice, categoryIds: [grains] }],
  [oldTray, { ...value('CONTAINER', 500), id: tray }],
];

const references: References = {
  locations: new Map([
    [berlin, { id: berlin, siteId: 5, active: true, timeZone: 'Europe/Berlin', currency: 'EUR', exponent: 2 }],
    [closed, { id: closed, siteId: 5, active: false, timeZone: 'Europe/Berlin', currency: 'EUR', exponent: 2 }],
    [tokyo, { id: tokyo, siteId: 6, active: true, timeZone: 'Asia/Tokyo', currency: 'JPY', exponent: 0 }],
  ]),
  values: new Map(values.map(([id, facts]) => [id, { id, ...facts }])),
  operators: new Set([cook]),
  costRules: [price, { ...price, id: 91, itemId: grains, amountPerKg: 3 }],
  days: rememberLocalDays(),
};

const candidate: IngestCandidate = {
  clientEventUuid: 'A1B2C3D4-0000-4000-8000-000000000001',
  locationId: berlin,
  occurredAt: new Date('2025-06-14T22:30:00Z'),
  stageId: 8,
  grossGrams: 1_500,
  enteredValue: 1.5,
  enteredUnit: 'kg',
};
const check = (change: Partial<IngestCandidate>) => checkEvent({ ...candidate, ...change }, references, now);

describe('what follows from an event', () => {
  it.each<[string, Partial<IngestCandidate>, Partial<CheckedEvent>]>([
    ['the local day and its Monday', {}, { localDate: '2025-06-15', weekStart: '2025-06-09' }],
    [
      'the zone of the site',
      { locationId: tokyo, occurredAt: new Date('2025-06-14T22:30:00Z') },
      { localDate: '2025-06-15' },
    ],
    ['the day before the clock strikes', { occurredAt: new Date('2025-06-14T21:59:59Z') }, { localDate: '2025-06-14' }],
    [
      'local noon where only the day is known',
      { occurredAt: undefined, localDate: '2025-01-10' },
      { occurredAt: new Date('2025-01-10T11:00:00Z'), localDate: '2025-01-10' },
    ],
    [
      'today, although its noon lies ahead',
      { locationId: tokyo, occurredAt: undefined, localDate: '2025-06-15' },
      { localDate: '2025-06-15' },
    ],
    ['the instant before the day', { localDate: '2025-01-10' }, { localDate: '2025-06-15' }],
    ['a clock five minutes fast', { occurredAt: new Date('2025-06-15T12:05:00Z') }, { localDate: '2025-06-15' }],
    ['the first day there is', { occurredAt: undefined, localDate: '2000-01-01' }, { localDate: '2000-01-01' }],
    ['a UUID in lower case', {}, { clientEventUuid: 'a1b2c3d4-0000-4000-8000-000000000001' }],
    ['no tare without a container', {}, { tareGrams: 0, netGrams: 1_500 }],
    ['the tare of the container', { containerId: tray }, { tareGrams: 500, netGrams: 1_000 }],
    ['a container without a tare', { containerId: bareTray }, { tareGrams: 0, netGrams: 1_500 }],
    ['a tare that was weighed', { containerId: tray, tareGrams: 300.126 }, { tareGrams: 300.13, netGrams: 1_199.87 }],
    [
      'a container heavier than the whole',
      { containerId: tray, grossGrams: 400 },
      { grossGrams: 400, tareGrams: 500, netGrams: 0 },
    ],
    ['the cost by rule', {}, { costAmount: '3.0000', costCurrency: 'EUR', costRuleId: 90 }],
    ['the cost of the net weight', { containerId: tray }, { costAmount: '2.0000' }],
    [
      'a merged item as what it has become, at the price of its category',
      { itemId: whiteRice },
      { itemId: rice, costAmount: '4.5000', costRuleId: 91 },
    ],
    [
      'a merged container with the tare of the new one',
      { containerId: oldTray },
      { containerId: tray, tareGrams: 500 },
    ],
    [
      'a cost that was given',
      { costAmount: '0.1234', costCurrency: 'EUR' },
      { costAmount: '0.1234', costCurrency: 'EUR', costRuleId: null },
    ],
    ['the site’s currency for a cost without one', { costAmount: '7' }, { costAmount: '7', costCurrency: 'EUR' }],
    ['no cost where no rule fits', { locationId: tokyo }, { costAmount: null, costCurrency: null, costRuleId: null }],
    ['waste, if nobody says otherwise', {}, { countsAsWaste: true }],
    ['waste by its sink', { sinkId: compost }, { countsAsWaste: true }],
    ['no waste by its sink', { sinkId: stock }, { countsAsWaste: false }],
    ['waste because it was said', { sinkId: stock, countsAsWaste: true }, { countsAsWaste: true }],
    [
      'what was entered',
      { enteredValue: 3.3, enteredUnit: 'lb' },
      { enteredValue: 3.3, enteredUnit: 'lb', grossGrams: 1_500 },
    ],
    [
      'every reference',
      {
        itemId: rice,
        reasonId: expired,
        sourceId: kitchen,
        sinkId: compost,
        daypartId: lunch,
        containerId: tray,
        operatorId: cook,
      },
      {
        itemId: rice,
        reasonId: expired,
        sourceId: kitchen,
        sinkId: compost,
        daypartId: lunch,
        containerId: tray,
        operatorId: cook,
      },
    ],
    ['a note with lines', { note: 'one\ntwo' }, { note: 'one\ntwo' }],
    ['100,000 kg', { grossGrams: 100_000_000 }, { netGrams: 100_000_000 }],
    ['nothing at all', { grossGrams: 0 }, { netGrams: 0 }],
  ])('%s', (_, change, expected) => {
    expect(check(change).event).toMatchObject(expected);
  });
});

describe('what is refused', () => {
  it.each<[string, Partial<IngestCandidate>, Refusal['code'], Refusal['field']]>([
    ['no UUID', { clientEventUuid: 'seven' }, 'wasteEvents.invalidUuid', 'clientEventUuid'],
    ['a location of somebody else', { locationId: 99 }, 'wasteEvents.unknownLocation', 'locationId'],
    ['a closed location', { locationId: closed }, 'wasteEvents.inactiveLocation', 'locationId'],
    ['another stage', { stageId: 10 }, 'wasteEvents.unknownStage', 'stageId'],
    ['neither time nor day', { occurredAt: undefined }, 'wasteEvents.timeMissing', 'occurredAt'],
    ['no date', { occurredAt: new Date('nonsense') }, 'wasteEvents.invalidTime', 'occurredAt'],
    [
      'a day that does not exist',
      { occurredAt: undefined, localDate: '2025-02-29' },
      'wasteEvents.invalidTime',
      'localDate',
    ],
    [
      'more than five minutes ahead',
      { occurredAt: new Date('2025-06-15T12:05:01Z') },
      'wasteEvents.inTheFuture',
      'occurredAt',
    ],
    ['tomorrow', { occurredAt: undefined, localDate: '2025-06-16' }, 'wasteEvents.inTheFuture', 'localDate'],
    ['the last century', { occurredAt: new Date('1999-12-31T22:00:00Z') }, 'wasteEvents.tooLongAgo', 'occurredAt'],
    [
      'a day of the last century',
      { occurredAt: undefined, localDate: '1999-12-31' },
      'wasteEvents.tooLongAgo',
      'localDate',
    ],
    ['not a number', { grossGrams: NaN }, 'wasteEvents.invalidWeight', 'grossGrams'],
    ['infinity', { grossGrams: Infinity }, 'wasteEvents.invalidWeight', 'grossGrams'],
    ['less than nothing', { grossGrams: -1 }, 'wasteEvents.invalidWeight', 'grossGrams'],
    ['more than 100,000 kg', { grossGrams: 100_000_000.01 }, 'wasteEvents.invalidWeight', 'grossGrams'],
    ['a negative tare', { tareGrams: -1 }, 'wasteEvents.invalidWeight', 'tareGrams'],
    ['a given tare above the gross weight', { tareGrams: 1_501 }, 'wasteEvents.tareAboveGross', 'tareGrams'],
    ['an entered value without end', { enteredValue: Infinity }, 'wasteEvents.invalidValue', 'enteredValue'],
    ['no unit', { enteredUnit: '' }, 'wasteEvents.invalidUnit', 'enteredUnit'],
    ['a unit with a control character', { enteredUnit: 'k\u0000g' }, 'wasteEvents.invalidUnit', 'enteredUnit'],
    ['a long unit', { enteredUnit: 'k'.repeat(41) }, 'wasteEvents.invalidUnit', 'enteredUnit'],
    ['a negative quantity', { quantity: -1 }, 'wasteEvents.invalidQuantity', 'quantity'],
    ['a negative cost', { costAmount: '-1' }, 'wasteEvents.invalidCost', 'costAmount'],
    ['five decimals', { costAmount: '1.23456' }, 'wasteEvents.invalidCost', 'costAmount'],
    ['an exponent', { costAmount: '1e3' }, 'wasteEvents.invalidCost', 'costAmount'],
    ['eleven digits', { costAmount: '12345678901' }, 'wasteEvents.invalidCost', 'costAmount'],
    ['another currency', { costAmount: '1', costCurrency: 'USD' }, 'wasteEvents.otherCurrency', 'costCurrency'],
    ['an unknown item', { itemId: 999 }, 'wasteEvents.unknownReference', 'itemId'],
    ['a reason for an item', { itemId: expired }, 'wasteEvents.unknownReference', 'itemId'],
    ['an operator of somebody else', { operatorId: 999 }, 'wasteEvents.unknownReference', 'operatorId'],
    ['an item for a container', { containerId: rice }, 'wasteEvents.unknownReference', 'containerId'],
    ['a long note', { note: 'x'.repeat(1_001) }, 'wasteEvents.invalidNote', 'note'],
    ['a control character in a note', { note: 'a\u0007b' }, 'wasteEvents.invalidNote', 'note'],
    ['half a character in a note', { note: 'a\ud83db' }, 'wasteEvents.invalidNote', 'note'],
  ])('%s', (_, change, code, field) => {
    expect(check(change).refusal).toMatchObject({ code, field });
  });

  it('a rule that makes the cost too large for its column', () => {
    const dear = { ...references, costRules: [{ ...price, amountPerKg: 9_999_999 }] };
    expect(checkEvent({ ...candidate, grossGrams: 100_000_000 }, dear, now).refusal?.code).toBe(
      'wasteEvents.costTooLarge',
    );
  });
});
