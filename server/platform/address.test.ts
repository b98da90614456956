import { describe, expect, it } from 'vitest';
import { networkOf, readAddress } from './address';

describe('readAddress', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7:51234 ', '203.0.113.7'],
    ['"203.0.113.7:51234"', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['"[2001:db8::1]:443"', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]', 'fe80::1'],
    ['[fe80::1%eth0.2]:443', 'fe80::1'],
    ['::ffff:203.0.113.7%3', '203.0.113.7'],
    ['', null],
    ['unknown', null],
    ['_hidden', null],
    ['203.0.113', null],
    ['0xcb.0.113.7', null],
    ['203.0.113.07', null],
    ['203.0.113.7:port', null],
    ['203.0.113.7:443:1', null],
    ['203.0.113.7%eth0', null],
    ['[2001:db8::1', null],
    ['2001:db8::1]:443', null],
    ['[]:443', null],
    ['for=203.0.113.7', null],
    ['example.org:443', null],
    [':'.repeat(16_000), null],
    [`203.0.113.7${' '.repeat(100)}`, null],
  ])('%j is %j', (text, expected) => {
    expect(readAddress(text)).toBe(expected);
  });
});

describe('networkOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:0:1:aaaa:bbbb:cccc:dddd', '2001:db8:0:1::/64'],
    ['2001:db8:0:1::', '2001:db8:0:1::/64'],
    ['2001:db8:0:2::1', '2001:db8:0:2::/64'],
    ['', ''],
  ])('%j counts as %j', (address, expected) => {
    expect(networkOf(address)).toBe(expected);
  });
});
