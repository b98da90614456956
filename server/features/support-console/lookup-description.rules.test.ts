import { describe, expect, it } from 'vitest';
import { describeLines, groupsOf, linesOf, partsOf, type Line } from './lookup-description.rules';

const one = (value: string): Line[] => [
  { label: 'Organization', value: 'Kettle (3)' },
  { label: 'User', value },
  { label: 'Status', value: 'Active' },
];

describe('the splitting that the specification names', () => {
  it.each([
    ['Organization: Kettle (3) Status: Active End', ['Kettle (3)', 'Active']],
    ['Id: 12 Login: kim@tare.test Name: Kim Berg Status: Active End', ['12', 'kim@tare.test', 'Kim Berg', 'Active']],
    ['Id:12 Login:kim End', ['12', 'kim']],
    ['Id: 12 Login:  Name: Kim End', ['12', '', 'Kim']],
    ['  Id  :   12   Login :  kim   End ', ['12  ', 'kim  ']],
    // Without one-word labels and a closing word, values lose their ends: what descriptions are built to avoid.
    ['Id: 12 Full Name: Kim Berg', ['12 Full', 'Kim']],
    ['no colon at all', []],
    ['', []],
    [':', ['']],
  ])('%j', (description, parts) => {
    expect(partsOf(description)).toEqual(parts);
  });
});

describe('a description', () => {
  it('is colon-separated text with labels of one word and a closing one', () => {
    expect(describeLines(one('Kim Berg (12)'))).toBe('Organization: Kettle (3) User: Kim Berg (12) Status: Active End');
  });

  // Spec 7: The result is split on colons and trimmed, each part loses its last space-separated word, and the first part is dropped
  it.each([
    ['one word', 'Kim'],
    ['several words', 'Ana María de la Cruz y Ortega'],
    ['a colon', 'Depot: North'],
    ['nothing but colons', '::'],
    ['a time', '2026-03-18 12:00:05 UTC'],
    ['a colon at either end', ':Depot North:'],
    ['a label', 'Status: Active End'],
    ['umlauts', 'Übermäßig Ölförmig GmbH'],
    ['quotes', 'The "Blue" Kitchen’s ‘Café’'],
    ['markup', '<b>&amp; "x"</b>'],
    ['other scripts', '東京食堂 الرياض 🍅'],
    ['the letter that stands for a colon', 'a\ua789b: c'],
    ['the mark that tells them apart', '\u2060\ua789:\u2060:\u2060\u2060'],
    ['several spaces', 'two  spaces   three'],
    ['a tab and a hard space', 'a\tb\u00a0c'],
    ['nothing', ''],
    ['200 letters', 'x'.repeat(200)],
  ])('gives a value of %s whole', (_what, value) => {
    expect(linesOf(describeLines(one(value)))).toEqual(one(value));
    expect(partsOf(describeLines(one(value)))).toHaveLength(3);
  });

  it.each([
    ['  before', 'before'],
    ['after  ', 'after'],
  ])('gives %j without the space around it', (value, kept) => {
    expect(linesOf(describeLines(one(value)))[1]?.value).toBe(kept);
  });

  it('without lines has none', () => {
    expect([partsOf(describeLines([])), linesOf(describeLines([]))]).toEqual([[], []]);
  });

  it('of several people names each from the organization on', () => {
    const lines = [...one('Kim'), ...one('Sam'), { label: 'More' as const, value: '4' }];
    expect(groupsOf(linesOf(describeLines(lines))).map((group) => group.map(({ value }) => value))).toEqual([
      ['Kettle (3)', 'Kim', 'Active'],
      ['Kettle (3)', 'Sam', 'Active'],
      ['4'],
    ]);
  });
});
