import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { earlierUuid, eventUuid, LineOccurrences } from './event-identity';
import { earlierRowKeyOf } from './row-key.rules';

describe('LineOccurrences', () => {
  it('counts each line by itself, through every growth of its table', () => {
    const occurrences = new LineOccurrences();
    const counted = new Map<string, number>();
    for (let at = 0; at < 60_000; at += 1) {
      const line = `line ${(at * at) % 20_011}`;
      expect(occurrences.next(line)).toBe(counted.get(line) ?? 0);
      counted.set(line, (counted.get(line) ?? 0) + 1);
    }
    expect(counted.size).toBeGreaterThan(10_000);
  });
});

describe('eventUuid', () => {
  it.each(['', 'Köln', '\ud83c\udf72'.repeat(3_000), 'x'.repeat(40_000)])(
    'is the name-based UUID of any name',
    (name) => {
      const bytes = createHash('sha1')
        .update(Buffer.from('6f0b6a4e6c1d4d0c9b0e7e0c5a8d3f21', 'hex'))
        .update(JSON.stringify([2, '1', name]))
        .digest();
      bytes[6] = (bytes[6]! & 0x0f) | 0x50;
      bytes[8] = (bytes[8]! & 0x3f) | 0x80;
      expect(eventUuid(1, [name]).replaceAll('-', '')).toBe(bytes.toString('hex', 0, 16));
    },
  );
  it('is a UUID of version 5 that stays the same', () => {
    expect(eventUuid(1, ['meaning', 'a', 0])).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(eventUuid(1, ['meaning', 'a', 0])).toBe(eventUuid('1', ['meaning', 'a', 0]));
  });
  it.each([
    [2, ['meaning', 'a', 0]],
    [1, ['key', 'a', 0]],
    [1, ['meaning', 'b', 0]],
    [1, ['meaning', 'a', 1]],
  ] as const)('is another for organisation %d and %j', (organisationId, of) => {
    expect(eventUuid(organisationId, of)).not.toBe(eventUuid(1, ['meaning', 'a', 0]));
  });
});

it('still names events as the releases did that took the cells for the identity', () => {
  const rowKey = earlierRowKeyOf({ date: '2025-05-01', site: 'Köln', item: 'Rice', kg: '1.5' }, undefined);
  expect(earlierUuid({ organisationId: 7, mappingName: 'Plain', rowKey, measure: 'Weight', occurrence: 0 })).toBe(
    '674e2116-619c-5945-86f2-19bff4581703',
  );
});
