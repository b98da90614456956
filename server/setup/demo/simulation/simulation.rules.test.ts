import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { closedReasonOf } from '../../../domain/calendar/calendar.rules';
import { publicHolidays } from '../../../domain/calendar/holidays';
import { addDays, instantOf, localDateOf } from '../../../platform/time';
import { containers, sinks } from './catalogue.rules';
import { createEventMaker, closedNote } from './events.rules';
import { levelOf, shareOut } from './levels.rules';
import { sites } from './places.rules';
import { planSimulation, type LocationPlan, type SimulationOptions } from './plan.rules';
import { randomOf } from './random.rules';
import { rememberNoons, simulate, type SimulatedDay } from './simulation.rules';

const remembered = new Map<string, string[]>();
const holidaysOf: SimulationOptions['holidaysOf'] = (country, year) => {
  const days = remembered.get(`${country}${year}`) ?? publicHolidays(country, year).map((one) => one.day);
  remembered.set(`${country}${year}`, days);
  return days;
};
const planOf = (wish: Partial<SimulationOptions> = {}) =>
  planSimulation({ seed: 1, events: 4_000, now: new Date('2026-03-18T12:00:00Z'), holidaysOf, ...wish });

function hashOf(wish: Partial<SimulationOptions> = {}): string {
  const hash = createHash('sha256');
  for (const { location, ...day } of simulate(planOf(wish))) hash.update(JSON.stringify([location.index, day]));
  return hash.digest('hex');
}

const full = planOf({ events: 120_000 });
const days: SimulatedDay[] = [...simulate(full)];
const events = days.flatMap((day) => day.events.map((event) => ({ ...event, day })));

describe('the same again', () => {
  it('for the same seed, number and instant', () => {
    expect(hashOf()).toBe(hashOf());
  });

  it.each<[string, Partial<SimulationOptions>]>([
    ['another seed', { seed: 2 }],
    ['another number', { events: 4_001 }],
    ['another day', { now: new Date('2026-03-19T12:00:00Z') }],
  ])('but not for %s', (_, wish) => {
    expect(hashOf(wish)).not.toBe(hashOf());
  });
});

describe('places', () => {
  it('are 40 locations in 22 sites of three countries, four segments and enough regions', () => {
    expect(full.locations).toHaveLength(40);
    expect(sites).toHaveLength(22);
    expect(new Set(sites.map((site) => site.country))).toEqual(new Set(['GB', 'DE', 'US']));
    expect(new Set(sites.map((site) => site.segment)).size).toBe(4);
    expect(new Set(sites.map((site) => site.region)).size).toBeGreaterThanOrEqual(3);
  });

  it('have names that their site does not use twice, whatever the case', () => {
    const names = full.locations.map((one) => `${one.site} ${one.name.toLowerCase()}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(sites.map((site) => site.name.toLowerCase())).size).toBe(sites.length);
  });

  it('develop in all the ways that a demo needs', () => {
    const count = (behaviour: LocationPlan['behaviour']) =>
      full.locations.filter((one) => one.behaviour === behaviour).length;
    expect({
      worsens: count('worsens'),
      stops: count('stops'),
      begins: count('begins'),
      waits: count('waits'),
    }).toEqual({ worsens: 2, stops: 1, begins: 1, waits: 2 });
    const outcomes = full.locations.filter((one) => one.behaviour === 'improves').map((one) => one.outcome);
    expect(Math.min(...outcomes)).toBeGreaterThanOrEqual(0.55);
    expect(Math.max(...outcomes)).toBeLessThanOrEqual(0.95);
    expect(new Set(outcomes).size).toBeGreaterThan(20);
  });

  it('all track stage 8, and some of them 9 and 23', () => {
    const tracking = (stage: number) =>
      full.locations.filter((one) => one.streams.some((stream) => stream.stageId === stage)).length;
    expect(tracking(8)).toBe(40);
    expect(tracking(9)).toBeGreaterThan(8);
    expect(tracking(23)).toBeGreaterThan(8);
  });
});

describe('days', () => {
  it('are 26 months up to yesterday', () => {
    expect(full.days.at(-1)).toBe('2026-03-17');
    expect(full.days[0]).toBe('2024-01-22');
  });

  it.each([
    ['2026-03-18T12:00:00Z', 'all have the same yesterday'],
    ['2026-03-18T03:30:00Z', 'it is still the day before in America'],
    ['2026-03-29T22:30:00Z', 'clocks went forward, and it is tomorrow in Germany'],
    ['2026-12-27T12:00:00Z', 'a Sunday after a holiday'],
  ])('end yesterday, as each location sees it: %s, %s', (now) => {
    const plan = planOf({ now: new Date(now) });
    const last = new Map<number, string>();
    for (const { location, day, events: found } of simulate(plan)) if (found.length > 0) last.set(location.index, day);
    const yesterday = (location: LocationPlan) => addDays(localDateOf(new Date(now), location.timeZone), -1);
    expect(last.get(0)).toBe(yesterday(plan.locations[0] as LocationPlan));
    for (const location of plan.locations) expect((last.get(location.index) ?? '') <= yesterday(location)).toBe(true);
    expect([...last.keys()].length).toBeGreaterThan(3);
  });

  it('are the local days of their events', () => {
    expect(
      events.filter(
        (event, index) =>
          index % 37 === 0 && localDateOf(event.occurredAt, event.day.location.timeZone) !== event.day.day,
      ),
    ).toEqual([]);
  });

  it('are open as the calendar of the product says', () => {
    const wrong = full.locations.flatMap((location) => {
      const holidays = new Set(
        [2024, 2025, 2026].flatMap((year) => holidaysOf(sites[location.site]?.holidayArea ?? '', year)),
      );
      const calendar = {
        ...location,
        firstEventDate: location.createdOn,
        closedOn: null,
        holidays,
        exceptions: location.closures.map((one, id) => ({ id, fromDate: one.from, toDate: one.to, open: one.open })),
      };
      return full.days.filter(
        (day, index) => day >= location.createdOn && (closedReasonOf(day, calendar) === null) !== location.open[index],
      );
    });
    expect(wrong).toEqual([]);
  });

  it.each([...new Set(sites.map((site) => site.timeZone))])('have the noon of the wall clock in %s', (timeZone) => {
    const noonOf = rememberNoons(full.days[0] as string);
    expect(
      full.days.filter((day, index) => noonOf(index, timeZone) !== instantOf(day, '12:00:00', timeZone).getTime()),
    ).toEqual([]);
  });

  it('of closed kitchens have no event without a word about it', () => {
    const whileClosed = events.filter((event) => !event.day.isOpen);
    expect(whileClosed.length).toBeGreaterThan(0);
    expect(whileClosed.filter((event) => event.note !== closedNote[event.day.location.country])).toEqual([]);
    expect(events.filter((event) => event.day.isOpen && event.note !== undefined)).toEqual([]);
  });

  it('are left out now and then', () => {
    const tracked = new Set(days.map((day) => `${day.location.index} ${day.day}`));
    const location = full.locations.find((one) => one.untracked > 0.03 && one.start === 0) as LocationPlan;
    const openDays = full.days.filter((_, index) => index <= location.last && location.open[index]);
    const missing = openDays.filter((day) => !tracked.has(`${location.index} ${day}`)).length / openDays.length;
    expect(missing).toBeGreaterThan(0.01);
    expect(missing).toBeLessThan(0.1);
  });
});

describe('events', () => {
  it.each([1_000, 2_000, 20_001, 120_000])('are exactly %i', (wanted) => {
    let count = 0;
    for (const day of simulate(planOf({ events: wanted }))) count += day.events.length;
    expect(count).toBe(wanted);
  });

  it('are shared out to streams without one lost', () => {
    const totals = [...shareOut(full).values()].map((tally) => tally.total);
    expect(totals.reduce((a, b) => a + b, 0)).toBe(120_000);
    expect(Math.min(...totals)).toBeGreaterThan(0);
  });

  it('weigh something, and gross is net with the container', () => {
    const wrong = events.filter(
      (event) =>
        !(event.netGrams > 0) ||
        Math.abs(event.grossGrams - event.netGrams - (containers[event.container]?.tareGrams ?? 0)) > 0.005 ||
        Math.abs(event.enteredValue * (event.enteredUnit === 'kg' ? 1_000 : 453.59237) - event.grossGrams) > 0.01,
    );
    expect(wrong).toEqual([]);
  });

  it('have UUIDs of their own', () => {
    expect(new Set(events.map((event) => event.uuid)).size).toBe(120_000);
    expect(
      events.filter(
        (event) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(event.uuid),
      ),
    ).toEqual([]);
  });

  it('count as waste unless they are given away', () => {
    const given = events.filter((event) => !event.countsAsWaste);
    expect(new Set(given.map((event) => sinks[event.sink]?.name))).toEqual(new Set(['Donation']));
    expect(given.length / events.length).toBeGreaterThan(0.01);
    expect(given.length / events.length).toBeLessThan(0.08);
  });

  it.each([1, 7, 400])('%i of one day add up to the day', (count) => {
    const location = full.locations.find((one) => one.country === 'DE') as LocationPlan;
    const made = createEventMaker(1)({
      location,
      stageId: 8,
      count,
      grams: 60_000,
      noon: Date.UTC(2026, 0, 5, 11),
      whileClosed: false,
      random: randomOf(3),
    });
    const sum = made.reduce((total, event) => total + event.netGrams, 0);
    expect(made).toHaveLength(count);
    expect(Math.abs(sum - 60_000)).toBeLessThanOrEqual(2.5 * count + 0.01);
  });
});

describe('levels', () => {
  const mean = (location: LocationPlan, from: number, to: number) => {
    const levels = full.days.flatMap((_, index) =>
      index >= from && index < to && location.open[index] ? [levelOf(full, location, index)?.waste ?? 0] : [],
    );
    return levels.reduce((a, b) => a + b, 0) / levels.length;
  };
  // Hospitals have no seasons, so their weeks can be compared.
  const improving = full.locations.filter(
    (one) =>
      one.segment === 'Hospitals' && one.behaviour === 'improves' && one.start !== null && one.last - one.start > 300,
  );

  it('fall after the baseline towards what the location achieves', () => {
    expect(improving.length).toBeGreaterThan(4);
    for (const location of improving) {
      const start = location.start as number;
      const ratio = mean(location, location.last - 90, location.last + 1) / mean(location, start, start + 35);
      expect(Math.abs(ratio - location.outcome)).toBeLessThan(0.13);
    }
  });

  it('nearly vanish where a location stops', () => {
    const location = full.locations.find((one) => one.behaviour === 'stops') as LocationPlan;
    expect(
      mean(location, location.last - 91, location.last + 1) /
        mean(location, location.start as number, (location.start as number) + 35),
    ).toBeLessThan(0.08);
  });
});

describe('check weights', () => {
  const openDays = days.filter(
    (day) => day.isOpen && day.location.checks && day.events.some((event) => event.countsAsWaste),
  );
  const accuracyOf = ({ events: found, checkWeight }: SimulatedDay) =>
    found.reduce((sum, event) => sum + (event.countsAsWaste ? event.netGrams : 0), 0) /
    (checkWeight?.grams ?? Number.NaN);

  it('are there at most locations, on most days, and mostly fit', () => {
    expect(full.locations.filter((one) => one.checks).length).toBeGreaterThan(30);
    const weighed = openDays.filter((day) => day.checkWeight);
    expect(weighed.length / openDays.length).toBeGreaterThan(0.92);
    expect(weighed.length).toBeLessThan(openDays.length);
    const fit = weighed.filter((day) => accuracyOf(day) > 0.89 && accuracyOf(day) < 1.05).length / weighed.length;
    expect(fit).toBeGreaterThan(0.94);
    expect(fit).toBeLessThan(0.99);
  });

  it('have a note only where one is missing or off', () => {
    const noted = days.filter((day) => day.note);
    expect(noted.length).toBeGreaterThan(100);
    expect(noted.filter((day) => day.checkWeight && accuracyOf(day) > 0.9 && accuracyOf(day) < 1.04)).toEqual([]);
    expect(noted.filter((day) => day.note?.reference === null && day.note.content === '')).toEqual([]);
  });
});
