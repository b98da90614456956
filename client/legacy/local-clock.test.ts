import { expect, it } from 'vitest';
import { localDay, localTime } from './local-clock';

it.each([
  ['2026-03-01T04:30:00Z', 'America/New_York', '2026-02-28', '23:30'],
  ['2026-03-01T04:30:00Z', 'Europe/Berlin', '2026-03-01', '05:30'],
  ['2026-07-01T15:00:00Z', 'Asia/Tokyo', '2026-07-02', '00:00'],
  ['2026-01-09T10:05:00Z', 'UTC', '2026-01-09', '10:05'],
])('%s is in %s on %s at %s', (instant, zone, day, time) => {
  expect([localDay(new Date(instant), zone), localTime(new Date(instant), zone)]).toEqual([day, time]);
});
