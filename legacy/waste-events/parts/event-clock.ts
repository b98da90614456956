import { localDay, localTime } from '../../../client/legacy/local-clock';
import type { EventChoices } from '../../../server/domain/events/event-choices.contract';

export type Values = Record<string, string>;
export type Options = EventChoices['options'];

/** The wall clock of a zone at an instant. */
const clockOf = (instant: Date, timeZone: string) => ({
  localDate: localDay(instant, timeZone),
  localTime: localTime(instant, timeZone),
});
const unknown = { localDate: '', localTime: '' };

interface Wish {
  /** What is offered; the beginning of a longer list. */
  locations: EventChoices;
  /** The location of an event that is there already, which may lie beyond that beginning. */
  current?: { locationId: number; timeZone: string } | undefined;
  /** That the form begins with. */
  instant: Date;
}

export interface EventClock {
  /** The location, day and time that the form begins with. */
  begins: { locationId: string; localDate: string; localTime: string };
  /** Whether the locations may have different clocks. */
  differ: boolean;
  /** Takes note of the clocks of locations that were searched for. */
  learn(found: Options): void;
  /** IANA; absent while it is not known. */
  zoneOf(locationId: string | undefined): string | undefined;
  /** Day and time stay those of the instant by the clock of the chosen location, until somebody types others. */
  follow(name: string, before: Values, after: Values): Values;
  /** Nobody typed another day or time. */
  isUntouched(values: Values): boolean;
}

/** The clock is the location's, so without one there is no time yet. */
export function eventClock({ locations: { options, more }, current, instant }: Wish): EventClock {
  const zones = new Map<string, string>();
  const learn = (found: Options) =>
    found.forEach(({ value, timeZone }) => {
      if (timeZone !== undefined) zones.set(value, timeZone);
    });
  learn(options);
  if (current) zones.set(String(current.locationId), current.timeZone);
  const differ = more || new Set(zones.values()).size > 1;
  const [only] = zones.values();
  const zoneOf = (location: string | undefined) => zones.get(location ?? '') ?? (differ ? undefined : only);
  const clockAt = (location: string | undefined) => {
    const zone = zoneOf(location);
    return zone === undefined ? unknown : clockOf(instant, zone);
  };
  const isUntouched = ({ locationId, localDate, localTime: time }: Values) => {
    const clock = clockAt(locationId);
    return localDate === clock.localDate && time === clock.localTime;
  };
  const [first] = options;
  const locationId = current ? String(current.locationId) : options.length === 1 && first ? first.value : '';
  return {
    begins: { locationId, ...clockAt(locationId) },
    differ,
    learn,
    zoneOf,
    isUntouched,
    follow: (name, before, after) => (name === 'locationId' && isUntouched(before) ? clockAt(after.locationId) : {}),
  };
}
