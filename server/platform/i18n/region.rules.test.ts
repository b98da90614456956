import { expect, it } from 'vitest';
import { regionFromHeader } from './region.rules';

it.each([
  ['de-CH', 'CH'],
  ['de-CH,de;q=0.9,en-US;q=0.8', 'CH'],
  ['de, fr-ca;q=0.5', 'CA'],
  ['zh-Hant-TW', 'TW'],
  ['en-GB-oxendict', 'GB'],
  ['de', null],
  ['es-419,es;q=0.9', null],
  ['*', null],
  ['', null],
  [undefined, null],
  [',;,-,x-CH-', null],
])('the region of %j is %s', (header, region) => {
  expect(regionFromHeader(header)).toBe(region);
});
