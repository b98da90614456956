import { describe, expect, it } from 'vitest';
import { firstStepsOf, type SetUp } from './first-steps.rules';

const empty: SetUp = { locations: false, events: false, calendar: false, baseline: false };
const administrator = {
  permissions: new Set([
    'EDIT_SITES',
    'VIEW_DATA_MANAGER',
    'EDIT_TRANSACTIONS',
    'VIEW_BASE_LPO_PAGE',
    'VIEW_CONFIGURATION_DROPDOWN',
  ]),
  switchedOff: [],
  seesAll: true,
};
const nobody = { permissions: new Set<string>(), switchedOff: [], seesAll: true };

const waysOf = (has: Partial<SetUp>, viewer: Parameters<typeof firstStepsOf>[1]) =>
  firstStepsOf({ ...empty, ...has }, viewer)?.map(({ key, done, ways, who }) =>
    `${key}${done ? ' done' : ''}: ${ways.map((way) => way.key).join(' ')}${who ? `by ${who}` : ''}`.trim(),
  );

describe('firstStepsOf', () => {
  it.each([
    ['nothing yet', {}, administrator, ['place: site', 'waste: import', 'calendar:', 'baseline:']],
    [
      'a location',
      { locations: true },
      administrator,
      ['place done:', 'waste: import enter device', 'calendar: calendar', 'baseline: readiness'],
    ],
    [
      'waste, too',
      { locations: true, events: true },
      administrator,
      ['place done:', 'waste done:', 'calendar: calendar', 'baseline: readiness'],
    ],
    [
      'all but the baseline',
      { locations: true, events: true, calendar: true },
      administrator,
      ['place done:', 'waste done:', 'calendar done:', 'baseline: readiness'],
    ],
    [
      'no right to anything',
      { locations: true },
      nobody,
      ['place done:', 'waste: by manager', 'calendar: by manager', 'baseline: by manager'],
    ],
    [
      'a right that needs a location first is still a right',
      {},
      { ...nobody, permissions: new Set(['EDIT_TRANSACTIONS']) },
      ['place: by administrator', 'waste:', 'calendar: by manager', 'baseline: by manager'],
    ],
    [
      'what is switched off is no way',
      { locations: true },
      { ...administrator, switchedOff: ['enter-waste', 'sheet-imports'] },
      ['place done:', 'waste: device', 'calendar: calendar', 'baseline: readiness'],
    ],
    [
      'some sites only: no import',
      { locations: true },
      { ...administrator, seesAll: false },
      ['place done:', 'waste: enter device', 'calendar: calendar', 'baseline: readiness'],
    ],
  ] as const)('%s', (_, has, viewer, expected) => {
    expect(waysOf(has, viewer)).toEqual(expected);
  });

  it('is over with the first baseline', () => {
    expect(firstStepsOf({ ...empty, baseline: true }, administrator)).toBeNull();
  });
});
