import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { laterCalls, noCalls } from '../support/counterparts/published-calls';

const { api } = await import('@frontegg/rest-api');

/** Every call of the published client, as `group.name`. */
const exported = Object.entries(api as unknown as Record<string, Record<string, unknown>>)
  .flatMap(([group, calls]) =>
    Object.entries(calls)
      .filter(([, call]) => typeof call === 'function')
      .map(([name]) => `${group}.${name}`),
  )
  .filter((name) => !noCalls.has(name));

const tests = readdirSync('server/identity', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.client.http.test.ts'))
  .map((file) => readFileSync(join('server/identity', file), 'utf8'));
const driven = new Set(
  tests.flatMap((source) =>
    [...source.matchAll(/\bapi\.(\w+)\.(\w+)\b/g)].map(([, group, name]) => `${group}.${name}`),
  ),
);
const later = new Set(Object.entries(laterCalls).flatMap(([group, names]) => names.map((name) => `${group}.${name}`)));

describe('every call of the published client', () => {
  it('is driven by a test, or stands on the list of what comes later', () => {
    expect(exported.length).toBeGreaterThan(300);
    expect(exported.filter((name) => !driven.has(name) && !later.has(name))).toEqual([]);
  });

  it('stands on that list only while nothing drives it', () => {
    expect([...later].filter((name) => driven.has(name) || !exported.includes(name))).toEqual([]);
  });

  it('is called by its name: no test names one that there is not', () => {
    expect([...driven].filter((name) => !exported.includes(name) && !noCalls.has(name))).toEqual([]);
  });
});
