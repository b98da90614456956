import { describe, expect, it } from 'vitest';
import {
  addressWithoutQuery,
  credentialHeaders,
  fitsHeader,
  isDue,
  isHeaderName,
  isSameServer,
} from './adapters.rules';

describe('a schedule', () => {
  // A Wednesday.
  const today = '2026-03-18';
  it.each([
    ['before its hour', { hour: 5, weekdays: [3], scheduledOn: null }, 4, false],
    ['at its hour', { hour: 5, weekdays: [3], scheduledOn: null }, 5, true],
    ['later, where nothing ran at its hour', { hour: 5, weekdays: [3], scheduledOn: '2026-03-11' }, 9, true],
    ['again on the same day', { hour: 5, weekdays: [3], scheduledOn: today }, 9, false],
    ['on another weekday', { hour: 5, weekdays: [1, 2, 4, 5], scheduledOn: null }, 9, false],
    ['at midnight', { hour: 0, weekdays: [1, 3], scheduledOn: '2026-03-16' }, 0, true],
  ])('%s', (_, schedule, hour, due) => expect(isDue(schedule, { today, hour })).toBe(due));
});

describe('credentials', () => {
  it.each([
    ['none', {}],
    ['basic', { authorization: 'Basic a2ltOnPDqWNyZXQ=' }],
    ['bearer', { authorization: 'Bearer sécret' }],
    ['header', { kim: 'sécret' }],
  ] as const)('%s', (auth, headers) =>
    expect(credentialHeaders(auth, { name: 'kim', secret: 'sécret' })).toEqual(headers),
  );

  it.each([
    ['X-Api-Key', true],
    ['Authorization', true],
    ['Host', false],
    ['content-length', false],
    ['a b', false],
    ['', false],
    ['a\r\nb', false],
  ])('a header %j', (name, fits) => expect(isHeaderName(name)).toBe(fits));

  it.each([
    ['abc-123', true],
    ['Token abc', true],
    ['abc\r\nx: y', false],
    [' abc', false],
    ['é', false],
  ])('a key %j', (secret, fits) => expect(fitsHeader(secret)).toBe(fits));

  it('belong to one server', () => {
    expect(isSameServer('https://a.test/menu?x=1', 'https://a.test/other')).toBe(true);
    expect(isSameServer('https://a.test/menu', 'https://a.test:444/menu')).toBe(false);
    expect(isSameServer('', 'https://a.test')).toBe(false);
    expect(addressWithoutQuery('https://a.test/menu?key=secret#x')).toBe('https://a.test/menu');
  });
});
