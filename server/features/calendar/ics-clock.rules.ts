import { TZDate } from '@date-fns/tz';
import ICAL from 'ical.js';
import { addDays, daysBetween, instantOf, isTimeZone, localDateOf, type LocalDate } from '../../platform/time';

/** A reading of a wall clock: a day and the seconds since its midnight. */
export interface WallTime {
  day: LocalDate;
  second: number;
}

/** A time as the file has it: with the name of its zone, where it has one. */
export interface IcsTime {
  time: ICAL.Time;
  tzid: string | null;
}

const daySeconds = 86_400;
/** Some programs end a day a minute or a second before midnight. */
const lastMinute = daySeconds - 60;
/** One that is not known by its name has two rules, in files from Outlook. */
const mostZones = 10;
const mostZoneRules = 4;
/** What time zones use. Other rules could keep the library busy for as long as their writer likes. */
const zoneRule =
  /^FREQ=YEARLY(;(BYMONTH=\d{1,2}|BYDAY=[+-]?[1-5]?(MO|TU|WE|TH|FR|SA|SU)|BYHOUR=\d+|BYMINUTE=\d+|INTERVAL=1|WKST=[A-Z]{2}|UNTIL=\d{8}(T\d{6}Z?)?))*$/i;

export const isUtc = ({ time }: IcsTime) => time.zone === ICAL.Timezone.utcTimezone;

/** As it is written, whatever the zone. */
export function writtenTime({ time }: IcsTime): WallTime {
  const day = `${String(time.year).padStart(4, '0')}-${two(time.month)}-${two(time.day)}`;
  return { day, second: time.isDate ? 0 : (time.hour * 60 + time.minute) * 60 + time.second };
}

/** On the clock of the place whose calendar it is. Days, and times without a zone, are everywhere as they are written. */
export type ToLocal = (time: IcsTime) => WallTime;

/**
 * A zone is known by its IANA name; another name, as Outlook writes, by the rules that the file brings for it, else it is
 * left out.
 * @param zones VTIMEZONE blocks of the file
 */
export function localClock(timeZone: string, zones: readonly string[]): ToLocal {
  const ofFile = new Map(zones.slice(0, mostZones).flatMap(readZone));
  return (time) => {
    const written = writtenTime(time);
    if (time.time.isDate) return written;
    if (isUtc(time)) return wallOf(instantIn(written, 'UTC'), timeZone);
    if (time.tzid === null || time.tzid === timeZone) return written;
    if (isTimeZone(time.tzid)) return wallOf(instantIn(written, time.tzid), timeZone);
    const zone = ofFile.get(time.tzid);
    if (!zone) return written;
    return wallOf(new Date(instantIn(written, 'UTC').getTime() - zone.utcOffset(time.time) * 1_000), timeZone);
  };
}

function readZone(text: string): [string, ICAL.Timezone][] {
  try {
    const component = new ICAL.Component(ICAL.parse(text) as unknown[]);
    const rules = component
      .getAllSubcomponents()
      .flatMap((part) => part.getAllProperties('rrule'))
      .map((rule) => String(rule.getFirstValue()));
    if (rules.length > mostZoneRules || !rules.every((rule) => zoneRule.test(rule))) return [];
    const zone = new ICAL.Timezone(component);
    return [[zone.tzid, zone]];
  } catch {
    return [];
  }
}

/** The days that a span covers whole; null where it covers none. */
export function wholeDaysOf(start: WallTime, end: WallTime): { fromDate: LocalDate; toDate: LocalDate } | null {
  const fromDate = start.second === 0 ? start.day : addDays(start.day, 1);
  const toDate = end.second >= lastMinute ? end.day : addDays(end.day, -1);
  return fromDate <= toDate ? { fromDate, toDate } : null;
}

export const secondsBetween = (from: WallTime, to: WallTime) =>
  daysBetween(from.day, to.day) * daySeconds + to.second - from.second;

export function laterBy({ day, second }: WallTime, seconds: number): WallTime {
  const total = second + seconds;
  return { day: addDays(day, Math.floor(total / daySeconds)), second: total % daySeconds };
}

const two = (value: number) => String(value).padStart(2, '0');
const clockFace = (second: number) =>
  `${two(Math.floor(second / 3_600))}:${two(Math.floor(second / 60) % 60)}:${two(second % 60)}`;
const instantIn = ({ day, second }: WallTime, timeZone: string) => instantOf(day, clockFace(second), timeZone);

function wallOf(instant: Date, timeZone: string): WallTime {
  const shown = new TZDate(instant, timeZone);
  return {
    day: localDateOf(instant, timeZone),
    second: (shown.getHours() * 60 + shown.getMinutes()) * 60 + shown.getSeconds(),
  };
}
