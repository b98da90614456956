import { describe, expect, it } from 'vitest';
import { eventClock, type EventClock } from './event-clock';

const berlin = { value: '1', label: 'Bar', group: 'Berlin', timeZone: 'Europe/Berlin' };
const boston = { value: '2', label: 'Canteen', group: 'Boston', timeZone: 'America/New_York' };
/** Half past three in Berlin, half past ten the evening before in Boston. */
const instant = new Date('2026-03-18T02:30:40Z');

type Values = Record<'locationId' | 'localDate' | 'localTime', string>;

/** What the form of an event that was weighed in Berlin stands at, after each of these is put in. */
function editing(
  locations: { options: (typeof berlin)[]; more: boolean },
  ...typed: Partial<Values>[]
): { values: Values; clock: EventClock } {
  const clock = eventClock({ locations, current: { locationId: 1, timeZone: 'Europe/Berlin' }, instant });
  let values: Values = clock.begins;
  for (const one of typed) {
    for (const [name, value] of Object.entries(one)) {
      const after = { ...values, [name]: value };
      values = { ...after, ...clock.follow(name, values, after) };
    }
  }
  return { values, clock };
}

const all = { options: [berlin, boston], more: false };
const inBerlin = { locationId: '1', localDate: '2026-03-18', localTime: '03:30' };
const inBoston = { locationId: '2', localDate: '2026-03-17', localTime: '22:30' };

describe('an event that is put right', () => {
  it.each<[string, Partial<Values>[], Values]>([
    ['stands at the clock of its location', [], inBerlin],
    ['follows the clock of another location: the instant stays', [{ locationId: '2' }], inBoston],
    ['and comes back', [{ locationId: '2' }, { locationId: '1' }], inBerlin],
    [
      'keeps a time that somebody typed',
      [{ localTime: '09:15' }, { locationId: '2' }],
      { ...inBoston, localDate: '2026-03-18', localTime: '09:15' },
    ],
    [
      'keeps a day that somebody typed',
      [{ localDate: '2026-03-10' }, { locationId: '2' }],
      { ...inBerlin, locationId: '2', localDate: '2026-03-10' },
    ],
    [
      'follows again once the time is what it was',
      [{ localTime: '09:15' }, { localTime: '03:30' }, { locationId: '2' }],
      inBoston,
    ],
  ])('%s', (_, typed, expected) => {
    expect(editing(all, ...typed).values).toEqual(expected);
  });

  it('is unchanged at another clock, and changed by a typed time', () => {
    const { clock, values } = editing(all, { locationId: '2' });
    expect(clock.isUntouched(values)).toBe(true);
    expect(clock.isUntouched({ ...values, localTime: '22:31' })).toBe(false);
  });

  it('follows a location that was found by a search', () => {
    const { clock, values } = editing({ options: [], more: true });
    clock.learn([boston]);
    expect(clock.follow('locationId', values, { ...values, locationId: '2' })).toEqual({
      localDate: inBoston.localDate,
      localTime: inBoston.localTime,
    });
  });

  it('knows its clock where its location lies beyond the beginning of a long list, and no other until it is found', () => {
    const long = { options: [boston], more: true };
    expect(editing(long).values).toEqual(inBerlin);
    expect(editing(long, { locationId: '2' }).values).toEqual(inBoston);
    expect(editing(long, { locationId: '77' }).values).toEqual({ locationId: '77', localDate: '', localTime: '' });
  });
});
