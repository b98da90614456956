import { expect, it } from 'vitest';
import { createFormat } from '../ui/format';
import { weighingTimes } from './weighing-times';

const format = createFormat({
  locale: 'en_US',
  timeZone: 'UTC',
  unit: { id: 11, abbr: 'lb', gramsPerUnit: 453.59237 },
});

// Spec 2: Info popover: weight, unit and local time HH:mm
it.each([
  [
    'by the clock of the location',
    'America/New_York',
    ['2026-03-02T20:15:00Z', '2026-03-03T03:30:00Z'],
    ['15:15', '22:30'],
  ],
  ['elsewhere', 'Asia/Tokyo', ['2026-03-02T20:15:00Z'], ['05:15']],
  ['midnight is 00', 'America/New_York', ['2026-03-03T05:00:00Z'], ['00:00']],
  [
    'the hour that comes twice',
    'America/New_York',
    ['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z'],
    ['01:30 EDT', '01:30 EST'],
  ],
  [
    'the day of a missing hour',
    'America/New_York',
    ['2026-03-08T06:30:00Z', '2026-03-08T07:30:00Z'],
    ['01:30 EST', '03:30 EDT'],
  ],
  ['none', 'America/New_York', [], []],
] as const)('a time is told: %s', (_, timeZone, instants, times) => {
  expect(
    weighingTimes(
      instants.map((instant, id) => ({ id, weight: 1, timeMillis: Date.parse(instant) })),
      format,
      timeZone,
    ),
  ).toEqual(times);
});
