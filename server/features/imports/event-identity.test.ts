import { describe, expect, it } from 'vitest';
import { eventUuid, LineOccurrences } from './event-identity';

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
  const identity = { organisationId: 1, mappingName: 'm', rowKey: 'a,b', measure: 'waste', occurrence: 0 };
  it('is a UUID of version 5 that stays the same', () => {
    expect(eventUuid(identity)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(eventUuid({ ...identity })).toBe(eventUuid(identity));
  });
  it.each([{ organisationId: 2 }, { mappingName: 'n' }, { rowKey: 'a' }, { measure: 'donation' }, { occurrence: 1 }])('is another with %j', (change) => {
    expect(eventUuid({ ...identity, ...change })).not.toBe(eventUuid(identity));
  });
});
