import { TZDate, tz } from '@date-fns/tz';
import { parse } from 'date-fns';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOf } from './time';
import { instantOfWallTime, wallTimeOf } from './zone-clock.rules';

// With a clock put forward at midnight, by half an hour, over a whole day, and offsets of a quarter.
const zones = [
  'America/New_York',
  'Europe/Berlin',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'UTC',
];
const seconds = fc.integer({ min: Date.parse('2000-01-01') / 1_000, max: Date.parse('2040-01-01') / 1_000 });
/** Near the hours in which clocks change, or anywhere. */
const moments = fc.oneof(
  seconds,
  fc
    .tuple(
      fc.constantFrom(
        '2025-03-09',
        '2025-11-02',
        '2025-03-30',
        '2025-10-26',
        '2018-11-04',
        '2018-02-18',
        '2025-04-06',
        '2025-10-05',
        '2011-12-29',
        '2011-12-31',
        '2025-02-23',
        '2025-04-06',
      ),
      fc.integer({ min: -26 * 3_600, max: 50 * 3_600 }),
    )
    .map(([day, after]) => Date.parse(day) / 1_000 + after),
);
const printed = (wallTime: number) => new Date(wallTime).toISOString();

const byLibrary = (wallTime: number, zone: string): Date =>
  new Date(
    parse(printed(wallTime).slice(0, 19), "yyyy-MM-dd'T'HH:mm:ss", new Date(2000, 0, 1), { in: tz(zone) }).getTime(),
  );

describe('the clock of a zone', () => {
  it('shows what the library shows, on every kind of day', () => {
    fc.assert(
      fc.property(moments, fc.constantFrom(...zones), (second, zone) => {
        const shown = new TZDate(second * 1_000, zone);
        const fields = [
          shown.getFullYear(),
          shown.getMonth(),
          shown.getDate(),
          shown.getHours(),
          shown.getMinutes(),
          shown.getSeconds(),
        ] as const;
        expect(printed(wallTimeOf(second * 1_000, zone))).toBe(printed(Date.UTC(...fields)));
      }),
      { numRuns: 3_000 },
    );
  });

  it('finds the instant that the library finds, and none where the clock jumps', () => {
    fc.assert(
      fc.property(moments, fc.constantFrom(...zones), (second, zone) => {
        const wallTime = second * 1_000;
        const found = instantOfWallTime(wallTime, zone);
        if (found === null) expect(wallTimeOf(byLibrary(wallTime, zone).getTime(), zone)).not.toBe(wallTime);
        else expect(printed(found)).toBe(byLibrary(wallTime, zone).toISOString());
        expect(instantOf(printed(wallTime).slice(0, 10), printed(wallTime).slice(11, 19), zone)).toEqual(
          byLibrary(wallTime, zone),
        );
      }),
      { numRuns: 3_000 },
    );
  });

  it('jumps over the hours that there are not', () => {
    expect(instantOfWallTime(Date.parse('2025-03-09T02:30:00Z'), 'America/New_York')).toBeNull();
    expect(instantOfWallTime(Date.parse('2018-11-04T00:30:00Z'), 'America/Sao_Paulo')).toBeNull();
    expect(instantOf('2025-03-09', '02:30:00', 'America/New_York').toISOString()).toBe('2025-03-09T07:30:00.000Z');
    expect(instantOfWallTime(Date.parse('2025-03-09T03:00:00Z'), 'America/New_York')).toBe(
      Date.parse('2025-03-09T07:00:00Z'),
    );
  });

  it('asks the library for times that are none', () => {
    expect(instantOf('2025-02-30', '10:00:00', 'UTC').getTime()).toBeNaN();
    expect(instantOf('2025-02-03', '24:00:00', 'UTC').getTime()).toBeNaN();
  });
});
