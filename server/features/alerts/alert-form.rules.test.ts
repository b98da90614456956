import { describe, expect, it } from 'vitest';
import {
  addParameter,
  bodyOf,
  chooseLocation,
  chooseMeasure,
  chooseSite,
  draftOf,
  faultsOf,
  newDraft,
  removeParameter,
  type AlertDraft,
} from './alert-form.rules';
import { alertBody, type Alert, type RefAttrib } from './alerts.contract';

const draft: AlertDraft = { ...newDraft('EUR'), alertName: 'Bread', alertDesc: 'Too much bread' };

describe('a new alert', () => {
  // Spec 5: New-alert defaults
  it('watches everything for a cost equal to 0 in the organization’s currency', () => {
    expect(newDraft('EUR')).toEqual({
      alertId: 0,
      version: null,
      alertName: '',
      alertDesc: '',
      siteId: 0,
      locationId: 0,
      deviceId: 0,
      alertCompType: 'reportedCost',
      alertOperator: 'EQ',
      value: '0',
      currencyCode: 'EUR',
      alertUnitId: 0,
      refAttribs: [],
    });
  });

  // Spec 5: Alert: name required, max 50
  // Spec 5: Alert: description required
  // Spec 9: Alert name max 50
  it.each<[string, Partial<AlertDraft>, string[]]>([
    ['whole', {}, []],
    ['no name', { alertName: ' ' }, ['alertName']],
    ['a name of 50 characters', { alertName: 'x'.repeat(50) }, []],
    ['a name of 51 characters', { alertName: 'x'.repeat(51) }, ['alertName']],
    ['no description', { alertDesc: '' }, ['alertDesc']],
    ['no value', { value: '' }, ['alertCompValue']],
    ['a negative value', { value: '-1' }, ['alertCompValue']],
    ['a value in words', { value: 'two' }, ['alertCompValue']],
    ['five decimals', { value: '1.00001' }, ['alertCompValue']],
    ['a comma', { value: '1,5' }, []],
    ['a cost without a currency', { currencyCode: '' }, ['currencyCode']],
    ['a weight without a unit', { alertCompType: 'netWeightAmount', alertUnitId: 0 }, ['alertUnitId']],
  ])('%s', (_what, part, faults) => {
    expect(faultsOf({ ...draft, ...part })).toEqual(faults);
  });

  it('without faults is what the call takes', () => {
    const sent = bodyOf({ ...draft, alertName: ' Bread ', value: '1,5', version: 3 });
    expect(sent).toMatchObject({
      alertName: 'Bread',
      alertCompValue: 1.5,
      currencyCode: 'EUR',
      alertUnitId: null,
      version: 3,
    });
    expect(alertBody.safeParse(sent).success).toBe(true);
  });

  it('comes back from what is kept', () => {
    const kept = {
      ...bodyOf(draft),
      alertId: 7,
      version: 2,
      alertUnitAbrv: null,
      siteName: null,
      locationName: null,
      deviceName: null,
      participantId: 4,
      editable: true,
    } as unknown as Alert;
    expect(bodyOf(draftOf(kept))).toEqual({ ...bodyOf(draft), alertId: 7, version: 2 });
  });
});

describe('the measure', () => {
  // Spec 4: Alert modal: weight and cost switch unit and currency with their defaults
  // Spec 9: Weight unit ids 11 (pound), 12 (kilogram); default currency USD
  it.each([
    ['netWeightAmount', { alertUnitId: 11, currencyCode: '' }],
    ['reportedCost', { alertUnitId: 0, currencyCode: 'USD' }],
  ] as const)('%s', (measure, chosen) => {
    expect(chooseMeasure({ ...draft, alertUnitId: 12 }, measure)).toEqual({
      ...draft,
      alertCompType: measure,
      ...chosen,
    });
  });
});

describe('the place', () => {
  const placed = { ...draft, siteId: 1, locationId: 2, deviceId: 3 };
  // Spec 9: Site All is 0
  it.each([
    ['another site takes location and device back', chooseSite(placed, 9), [9, 0, 0]],
    ['all sites take location and device back', chooseSite(placed, 0), [0, 0, 0]],
    ['the same site takes nothing back', chooseSite(placed, 1), [1, 2, 3]],
    ['another location takes the device back', chooseLocation(placed, 9), [1, 9, 0]],
    ['the same location takes nothing back', chooseLocation(placed, 2), [1, 2, 3]],
  ])('%s', (_what, { siteId, locationId, deviceId }, place) => {
    expect([siteId, locationId, deviceId]).toEqual(place);
  });
});

describe('parameters', () => {
  const bread = { refId: 1, refName: 'Bread' };
  const soup = { refId: 2, refName: 'Soup' };
  const items: RefAttrib[] = [{ elementCode: 'WASTEITEM', values: [bread] }];
  // Spec 4: A reference parameter merges under its type or makes one
  // Spec 4: Removing the last value of a type removes the type
  // Spec 5: Duplicate reference values are rejected
  it.each<[string, RefAttrib[] | null, RefAttrib[] | null]>([
    ['the first makes its type', addParameter([], { elementCode: 'WASTEITEM', ...bread }), items],
    [
      'another of a type stands under it',
      addParameter(items, { elementCode: 'WASTEITEM', ...soup }),
      [{ elementCode: 'WASTEITEM', values: [bread, soup] }],
    ],
    [
      'one of another type makes that',
      addParameter(items, { elementCode: 'WASTEREASON', ...soup }),
      [...items, { elementCode: 'WASTEREASON', values: [soup] }],
    ],
    [
      'the same id of another type is another value',
      addParameter(items, { elementCode: 'WASTEREASON', ...bread }),
      [...items, { elementCode: 'WASTEREASON', values: [bread] }],
    ],
    ['one that is there is refused', addParameter(items, { elementCode: 'WASTEITEM', ...bread }), null],
    [
      'one of two is removed',
      removeParameter([{ elementCode: 'WASTEITEM', values: [bread, soup] }], { elementCode: 'WASTEITEM', refId: 1 }),
      [{ elementCode: 'WASTEITEM', values: [soup] }],
    ],
    ['with the last the type goes', removeParameter(items, { elementCode: 'WASTEITEM', refId: 1 }), []],
    ['one of another type stays', removeParameter(items, { elementCode: 'WASTEREASON', refId: 1 }), items],
  ])('%s', (_what, made, expected) => {
    expect(made).toEqual(expected);
  });
});
