import fc from 'fast-check';
import { expect, it } from 'vitest';
import { localDateOf } from '../../platform/time';
import { dayFinder, rememberLocalDays, utcDayOf } from './local-days.rules';

it('a remembered day is the day, in every zone and around every change of the clock', () => {
  const days = rememberLocalDays();
  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'America/St_Johns',
    'Africa/Monrovia',
    'America/Havana',
    'Asia/Beirut',
    'America/Sao_Paulo',
    'Atlantic/Azores',
    'Pacific/Kiritimati',
    'America/Asuncion',
  ];
  const instant = fc.date({ min: new Date('2000-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instant, fc.constantFrom(...zones), fc.integer({ min: 0, max: 900_000 }), (at, zone, later) => {
      days.dayOf(at, zone);
      const beside = new Date(at.getTime() + later);
      expect(days.dayOf(beside, zone)).toBe(localDateOf(beside, zone));
    }),
    { numRuns: 1_000 },
  );
});

it.each([
  ['the clock goes forward at midnight', '2024-03-30T21:59:59Z', 'Asia/Beirut'],
  ['and just after', '2024-03-30T22:00:00Z', 'Asia/Beirut'],
  ['the clock goes back at midnight', '2018-02-18T01:59:59Z', 'America/Sao_Paulo'],
  ['the hour before midnight comes again', '2018-02-18T02:30:00Z', 'America/Sao_Paulo'],
  ['and the day begins', '2018-02-18T03:00:00Z', 'America/Sao_Paulo'],
  ['a day is left out', '2011-12-30T09:59:59Z', 'Pacific/Apia'],
  ['and the next begins', '2011-12-30T10:00:00Z', 'Pacific/Apia'],
])('%s', (_, at, zone) => {
  expect(rememberLocalDays().dayOf(new Date(at), zone)).toBe(localDateOf(new Date(at), zone));
});

it('works a day of a zone out once, and forgets the one that was asked for longest ago where they are too many', () => {
  const workedOut: string[] = [];
  const dayOf = dayFinder(3, (start, zone) => {
    workedOut.push(`${new Date(start).toISOString().slice(5, 10)} ${zone}`);
    return utcDayOf(start, zone);
  });
  const asked = (at: string, zone = 'UTC') => {
    workedOut.length = 0;
    const instant = new Date(`2026-${at}:00Z`);
    expect(dayOf(instant, zone)).toBe(localDateOf(instant, zone));
    return [...workedOut];
  };
  expect(asked('01-01T08:00')).toEqual(['01-01 UTC']);
  expect(asked('01-01T23:59')).toEqual([]);
  expect(asked('01-01T20:00', 'Asia/Tokyo')).toEqual(['01-01 Asia/Tokyo']);
  expect(asked('01-02T08:00')).toEqual(['01-02 UTC']);
  expect(asked('01-01T09:00')).toEqual([]);
  expect(asked('01-03T08:00')).toEqual(['01-03 UTC']);
  expect(asked('01-01T10:00')).toEqual([]);
  expect(asked('01-01T20:00', 'Asia/Tokyo')).toEqual(['01-01 Asia/Tokyo']);
});
