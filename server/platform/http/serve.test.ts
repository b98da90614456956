import { expect, it } from 'vitest';
import { isThisMachine } from './serve';

it.each([
  ['127.0.0.1', {}, true],
  ['127.8.9.10', {}, true],
  ['::1', {}, true],
  ['::ffff:127.0.0.1', {}, true],
  ['127.0.0.1', { 'x-forwarded-for': '::1' }, true],
  ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1:51234, [::1]:443' }, true],
  ['127.0.0.1', { 'x-forwarded-for': '203.0.113.5:80' }, false],
  ['192.168.1.7', {}, false],
  ['::ffff:192.168.1.7', {}, false],
  ['fe80::1', {}, false],
  [undefined, {}, false],
  ['192.168.1.7', { 'x-forwarded-for': '127.0.0.1' }, false],
  ['127.0.0.1', { 'x-forwarded-for': '203.0.113.5' }, false],
  ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1, 203.0.113.5' }, false],
  ['127.0.0.1', { 'x-forwarded-for': 'unknown' }, false],
  ['127.0.0.1', { forwarded: 'for=127.0.0.1' }, false],
])('from %s with %j: this machine is %s', (peer, headers, expected) => {
  expect(isThisMachine(peer, headers)).toBe(expected);
});
