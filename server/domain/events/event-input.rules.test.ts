import { describe, expect, it } from 'vitest';
import { changeOf, weigh } from './event-input.rules';

describe('weigh', () => {
  it.each([
    [
      'gross alone leaves the tare to the container',
      { grossWeight: 2, unit: 'kg' },
      { grossGrams: 2000, enteredValue: 2, enteredUnit: 'kg' },
    ],
    [
      'gross and tare',
      { grossWeight: 2, tareWeight: 0.5, unit: 'kg' },
      { grossGrams: 2000, tareGrams: 500, enteredValue: 2, enteredUnit: 'kg' },
    ],
    [
      'net alone has no tare',
      { netWeight: 2, unit: 'kg' },
      { grossGrams: 2000, tareGrams: 0, enteredValue: 2, enteredUnit: 'kg' },
    ],
    [
      'net and tare',
      { netWeight: 2, tareWeight: 1, unit: 'g' },
      { grossGrams: 3, tareGrams: 1, enteredValue: 2, enteredUnit: 'g' },
    ],
    [
      'gross and net give the tare',
      { grossWeight: 5, netWeight: 3, unit: 'g' },
      { grossGrams: 5, tareGrams: 2, enteredValue: 5, enteredUnit: 'g' },
    ],
    [
      'all three within a gram',
      { grossWeight: 1000, netWeight: 699.5, tareWeight: 300, unit: 'g' },
      { grossGrams: 1000, tareGrams: 300, enteredValue: 1000, enteredUnit: 'g' },
    ],
    [
      'all three that disagree',
      { grossWeight: 1000, netWeight: 600, tareWeight: 300, unit: 'g' },
      { code: 'wasteEvents.weightsDisagree', field: 'netWeight' },
    ],
    [
      'net above gross',
      { grossWeight: 1, netWeight: 2, unit: 'lb' },
      { code: 'wasteEvents.weightsDisagree', field: 'netWeight' },
    ],
    ['no weight', { tareWeight: 1, unit: 'g' }, { code: 'errors.required', field: 'grossWeight' }],
    [
      'nulls are no weight',
      { grossWeight: null, netWeight: null, unit: 'g' },
      { code: 'errors.required', field: 'grossWeight' },
    ],
  ] as const)('%s', (_, sent, expected) => expect(weigh(sent)).toEqual(expected));

  it.each([
    ['lb', 453.59237],
    ['oz', 28.349523125],
    ['kg', 1000],
    ['g', 1],
  ] as const)('%s', (unit, grams) => {
    expect(weigh({ grossWeight: 1, unit })).toMatchObject({ grossGrams: grams });
  });
});

it('names only what is to change', () => {
  expect(changeOf({ note: null, grossWeight: 2, unit: 'kg' }, undefined)).toEqual({
    note: null,
    grossGrams: 2000,
    enteredValue: 2,
    enteredUnit: 'kg',
    estimated: false,
  });
  expect(changeOf({ wasteStageId: 9, tareWeight: 10, unit: 'g' }, undefined)).toEqual({ stageId: 9, tareGrams: 10 });
});
