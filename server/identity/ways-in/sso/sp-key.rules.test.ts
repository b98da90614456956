import { describe, expect, it } from 'vitest';
import { nextSpKeyFrom, publishedSpKeys, signingSpKey } from './sp-key.rules';

const at = (day: number) => new Date(Date.UTC(2026, 0, 1 + day));
const key = (day: number) => ({ id: day, signsFrom: at(day) });
const [first, next] = [key(0), key(20)];

describe('the keys of SAML messages', () => {
  it.each([
    ['none before there is one', [], 0, undefined, []],
    ['the one that there is', [first], 500, 0, [0]],
    ['the first signs for a request that came while it was made', [next], 19, 20, [20]],
    ['the next is known before it signs', [first, next], 19, 0, [0, 20]],
    ['the next signs from its instant', [next, first], 20, 20, [0, 20]],
    ['the one before stays for two weeks', [first, next], 33, 20, [0, 20]],
    ['and no longer', [first, next], 34, 20, [20]],
  ] as const)('%s', (_what, keys, day, signs, published) => {
    expect([signingSpKey(keys, at(day))?.id, publishedSpKeys(keys, at(day)).map(({ id }) => id)]).toEqual([
      signs,
      published,
    ]);
  });

  it('a further one signs after two weeks, and there is none beside one that is on its way', () => {
    expect([nextSpKeyFrom([], at(3)), nextSpKeyFrom([first], at(3)), nextSpKeyFrom([first, next], at(3))]).toEqual([
      at(3),
      at(17),
      null,
    ]);
  });
});
