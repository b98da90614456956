import { describe, expect, it } from 'vitest';
import { frameHeight, messageOf } from './legacy-frame';

const frame = {};
const host = { origin: 'https://tare.test', frame };
const told = { origin: host.origin, source: frame, data: { tare: 'session-ended' } as unknown };

describe('messageOf', () => {
  it.each([
    ['the frame says that the session is over', told, { tare: 'session-ended' }],
    ['the frame asks who is there', { ...told, data: { tare: 'proof-needed' } }, { tare: 'proof-needed' }],
    ['another origin', { ...told, origin: 'https://evil.test' }, null],
    ['an opaque origin', { ...told, origin: 'null' }, null],
    ['another window of ours', { ...told, source: {} }, null],
    ['no window', { ...told, source: null }, null],
    ['something else', { ...told, data: 'session-ended' }, null],
    ['nothing', { ...told, data: null }, null],
  ])('%s', (_, event, expected) => expect(messageOf(event, host)).toEqual(expected));

  it('ignores a message before the frame has a window', () => {
    expect(messageOf({ ...told, source: null }, { origin: host.origin, frame: null })).toBeNull();
  });
});

it.each([
  [900, [56, 44, 56], 744],
  [100, [80, 80], 0],
  [844, [], 844],
])('%d less %j', (height, around, expected) => {
  expect(frameHeight(height, around)).toBe(expected);
});
