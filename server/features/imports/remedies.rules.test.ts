import { expect, it } from 'vitest';
import { mappingWith } from './imports.fixtures';
import { remedyFor } from './remedies.rules';

const mapping = mappingWith({
  dates: { column: 'Date', patterns: ['iso'] },
  site: { column: 'Kitchen' },
  stage: { column: 'Kind', values: {} },
});

it.each<[string, Parameters<typeof remedyFor>[0], ReturnType<typeof remedyFor>]>([
  [
    'an unknown kitchen is created',
    { code: 'import.unknownSite', column: 'Kitchen', raws: ['Nord'] },
    { press: { ask: 'newSites', value: 'create' }, says: 'createSites' },
  ],
  [
    'a missing day comes from the line above',
    { code: 'import.missingValue', column: 'Date', raws: [] },
    { press: { ask: 'fillDown', value: 'Date' }, says: 'fillDown' },
  ],
  [
    'a missing weight is skipped',
    { code: 'import.missingValue', column: 'kg', raws: [] },
    { press: { ask: 'emptyWeight', value: 'skip' }, says: 'skipEmpty' },
  ],
  ['a gap elsewhere is the sheet’s', { code: 'import.missingValue', column: 'Item', raws: [] }, null],
  ['a gap nowhere too', { code: 'import.missingValue', column: null, raws: [] }, null],
  [
    'parts that do not add up are taken',
    { code: 'import.partsDisagree', column: 'kg', raws: [] },
    { press: { ask: 'partsDisagree', value: 'take' }, says: 'take' },
  ],
  [
    'unknown words of the column of kinds are kitchen waste',
    { code: 'import.unknownStage', column: 'Kind', raws: [' Peelings', 'Trim '] },
    { press: { ask: 'stageWords', value: '8\nPeelings\nTrim' }, says: 'stageWords' },
  ],
  ['a kind without a word', { code: 'import.unknownStage', column: 'Kind', raws: [] }, null],
  [
    'a day in another form is asked about',
    { code: 'import.notADate', column: 'Date', raws: ['2.3.26'] },
    { open: 'dateForm', says: 'dates' },
  ],
  ['of another column it is not', { code: 'import.notADate', column: 'Note', raws: ['x'] }, null],
  [
    'a missing year is asked for',
    { code: 'import.yearMissing', column: 'Date', raws: [] },
    { open: 'year', says: 'year' },
  ],
  [
    'an ambiguous number is asked about',
    { code: 'import.ambiguousNumber', column: 'kg', raws: ['1,234'] },
    { open: 'decimal', says: 'decimal' },
  ],
  ['a weight below zero is the sheet’s', { code: 'import.negativeWeight', column: 'kg', raws: ['-1'] }, null],
])('%s', (_what, fault, remedy) => {
  expect(remedyFor(fault, mapping)).toEqual(remedy);
});

it('offers no filling down of what is filled down already', () => {
  const fault = { code: 'import.missingValue', column: 'Date', raws: [] };
  expect(remedyFor(fault, { ...mapping, fillDown: ['Date'] })).toBeNull();
});
