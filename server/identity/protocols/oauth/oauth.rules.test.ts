import { describe, expect, it } from 'vitest';
import { isOrigin, isReturnAddress } from './oauth.rules';

describe('an address of a client', () => {
  it.each([
    [true, 'https://client.example/callback'],
    [true, 'https://client.example'],
    [true, 'https://client.example/callback?tenant=1'],
    [true, 'http://localhost:3000/callback'],
    [true, 'http://127.0.0.1:3000/'],
    [true, 'com.example.app:/callback'],
    [true, 'https://client.example:8443/a%2Fb'],
    [false, 'http://client.example/callback'],
    [false, 'https://client.example/callback#there'],
    [false, 'https://someone@client.example/'],
    [false, 'https://*.client.example/'],
    [false, 'https://client.example/a/../b'],
    [false, 'https://CLIENT.example/'],
    [false, 'https://client.example:443/'],
    [false, 'javascript:alert(1)'],
    [false, 'data:text/html,x'],
    [false, 'file:///etc/passwd'],
    [false, '//client.example/'],
    [false, '/callback'],
    [false, 'https://client.example/a b'],
    [false, 'https://client.example\\@evil.example/'],
    [false, ''],
    [false, 'custom:/callback'],
  ])('%s: %s', (right, uri) => {
    expect(isReturnAddress(uri)).toBe(right);
  });
});

describe('an origin of a client', () => {
  it.each([
    [true, 'https://client.example'],
    [true, 'http://localhost:3000'],
    [false, 'https://client.example/'],
    [false, 'http://client.example'],
    [false, 'null'],
    [false, '*'],
    [false, 'https://client.example/path'],
    [false, 'com.example.app:/'],
  ])('%s: %s', (right, origin) => {
    expect(isOrigin(origin)).toBe(right);
  });
});
