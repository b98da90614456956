import { expect, it } from 'vitest';
import { linesIn, readLine } from './scale-lines.rules';

const kg = (value: number, more: object = {}) => ({
  kind: 'weight',
  value,
  unit: 'kg',
  stable: true,
  net: false,
  ...more,
});

// Issue 29: weight read from a scale, of two kinds
it.each([
  ['sent by itself, stable', 'ST,GS,+  1.234kg', kg(1.234)],
  ['sent by itself, moving', 'US,GS,+  1.200kg', kg(1.2, { stable: false })],
  ['below zero', 'ST,GS,-  0.050kg', kg(-0.05)],
  ['with a tare taken off', 'ST,NT,+  0.900kg', kg(0.9, { net: true })],
  ['too heavy', 'OL,GS,+ 99.999kg', { kind: 'overload' }],
  ['in pounds', 'ST,GS,+  2.50lb', { ...kg(2.5), unit: 'lb' }],
  ['in ounces', 'ST,GS,+  8.00 oz', { ...kg(8), unit: 'oz' }],
  ['in pounds and ounces', 'ST,GS,+ 2lb 8.0oz', { ...kg(2.5), unit: 'lb' }],
  ['asked, stable', 'S S      1.234 kg', kg(1.234)],
  ['asked, moving', 'S D      1.230 kg', kg(1.23, { stable: false })],
  ['asked, below zero', 'S S     -0.012 kg', kg(-0.012)],
  ['asked, in grams', 'S S        250 g', { ...kg(250), unit: 'g' }],
  ['asked, out of range', 'S +', { kind: 'overload' }],
  ['asked, busy', 'S I', { kind: 'busy' }],
  ['a bare weight', '   1.234 kg  ', kg(1.234)],
  ['a bare weight that moves', '1.234 kg ?', kg(1.234, { stable: false })],
  ['a decimal comma', '1,234 kg', kg(1.234)],
  ['control characters around it', '\u00021.234 kg\u0003', kg(1.234)],
  ['dashes', '------', { kind: 'overload' }],
  ['a weight without a unit', '1.234', null],
  ['a unit that is none', '1.234 pcs', null],
  ['nothing', '  ', null],
  ['words', 'READY', null],
])('a line: %s', (_what, line, reading) => {
  expect(readLine(line)).toEqual(reading);
});

it('cuts lines, and keeps what is not over', () => {
  expect(linesIn('one\r\ntwo\rthree\nfo')).toEqual({ lines: ['one', 'two', 'three'], rest: 'fo' });
  expect(linesIn('x'.repeat(1_000)).rest).toHaveLength(200);
});
