import { expect, it } from 'vitest';
import { deviceTypeOf, userHandleOf, wentBack } from './passkey.rules';

it.each([
  [0, 0, false],
  [0, 1, false],
  [1, 2, false],
  [1, 900, false],
  [1, 1, true],
  [2, 1, true],
  [5, 0, true],
])('a counter of %i that says %i next went back: %s', (kept, said, back) => {
  expect(wentBack(kept, said)).toBe(back);
});

it.each([
  [undefined, ['internal', 'hybrid'], 'Platform'],
  [undefined, ['usb', 'nfc'], 'CrossPlatform'],
  [undefined, [], 'CrossPlatform'],
  ['CrossPlatform', ['internal'], 'CrossPlatform'],
  ['Platform', [], 'Platform'],
] as const)('a device that is said to be %s, reached by %j, is %s', (said, transports, type) => {
  expect(deviceTypeOf(said, transports)).toBe(type);
});

it('a person is called inside authenticators by the bytes of their id', () => {
  expect(userHandleOf('00112233-4455-6677-8899-aabbccddeeff')).toBe('ABEiM0RVZneImaq7zN3u_w');
});
