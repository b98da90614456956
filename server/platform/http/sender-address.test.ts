import type { Socket } from 'node:net';
import express from 'express';
import { expect, it } from 'vitest';
import { senderOf } from './sender-address';

const trusts = (proxies: string | number) =>
  express().set('trust proxy', proxies).get('trust proxy fn') as Parameters<typeof senderOf>[1];

it.each([
  ['loopback', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['loopback', '::ffff:127.0.0.1', undefined, '127.0.0.1'],
  ['loopback', '::ffff:127.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['loopback', '127.0.0.1', '203.0.113.7:51234', '203.0.113.7'],
  ['loopback', '127.0.0.1', '"[2001:DB8::1]:443"', '2001:db8::1'],
  ['loopback', '127.0.0.1', '198.51.100.1, 203.0.113.7:51234', '203.0.113.7'],
  // The proxies themselves are named with ports too.
  [
    'loopback, 10.0.0.0/8',
    '127.0.0.1',
    '198.51.100.1, 203.0.113.7:51234, 10.0.0.5:8080, ::ffff:10.0.0.6',
    '203.0.113.7',
  ],
  [2, '10.0.0.9', '198.51.100.1, 203.0.113.7:1, 10.0.0.5:2', '203.0.113.7'],
  // What cannot be read counts as sent by the proxy that has said so.
  ['loopback', '127.0.0.1', 'unknown', '127.0.0.1'],
  ['loopback, 10.0.0.0/8', '127.0.0.1', '203.0.113.7, _hidden, 10.0.0.5', '10.0.0.5'],
  ['loopback', '127.0.0.1', '203.0.113.7,', '127.0.0.1'],
  ['loopback', undefined, undefined, ''],
])('with proxies at %s, from %s for %s: %s', (proxies, remoteAddress, forwarded, expected) => {
  expect(
    senderOf({ socket: { remoteAddress } as Socket, headers: { 'x-forwarded-for': forwarded } }, trusts(proxies)),
  ).toBe(expected);
});
