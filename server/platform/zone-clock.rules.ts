import { TZDate, tzOffset } from '@date-fns/tz';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;
/** Every zone's day of this date lies between these hours of the date in UTC. */
const firstHour = -15;
const lastHour = 39;
const rememberedDays = 20_000;

/** By zone and day: the offset in milliseconds, or null where the clock is put forward or back about then. */
const offsets = new Map<string, Map<number, number | null>>();
let remembered = 0;

/** What the clock of a zone is ahead of UTC on a day, wherever on earth it begins; working it out for each instant is slow. */
function steadyOffset(ms: number, timeZone: string): number | null {
  const day = Math.floor(ms / dayMs);
  let ofZone = offsets.get(timeZone);
  const known = ofZone?.get(day);
  if (known !== undefined) return known;
  if (remembered >= rememberedDays) {
    offsets.clear();
    remembered = 0;
    ofZone = undefined;
  }
  const found = offsetAbout(day * dayMs, timeZone);
  if (!ofZone) offsets.set(timeZone, (ofZone = new Map<number, number | null>()));
  ofZone.set(day, found);
  remembered += 1;
  return found;
}

/** No zone since 2000 has put its clock forward and back again within three days. */
function offsetAbout(midnight: number, timeZone: string): number | null {
  const before = tzOffset(timeZone, new Date(midnight + firstHour * hourMs));
  const after = tzOffset(timeZone, new Date(midnight + lastHour * hourMs));
  return before === after ? before * minuteMs : null;
}

/** What the clock shows at an instant. Both are milliseconds since 1970; the clock's as if it went by UTC. */
export function wallTimeOf(instant: number, timeZone: string): number {
  const offset = steadyOffset(instant, timeZone);
  return offset === null ? fieldsOf(new TZDate(instant, timeZone)) : instant + offset;
}

/** The instant at which the clock shows this time, the first of two; null where the clock jumps over it. */
export function instantOfWallTime(wallTime: number, timeZone: string): number | null {
  const offset = steadyOffset(wallTime, timeZone);
  if (offset !== null) return wallTime - offset;
  const wall = new Date(wallTime);
  const found = new TZDate(
    wall.getUTCFullYear(),
    wall.getUTCMonth(),
    wall.getUTCDate(),
    wall.getUTCHours(),
    wall.getUTCMinutes(),
    wall.getUTCSeconds(),
    wall.getUTCMilliseconds(),
    timeZone,
  );
  return fieldsOf(found) === wallTime ? found.getTime() : null;
}

const fieldsOf = (date: TZDate) =>
  Date.UTC(
    date.getFullYear(),
    date.getMonth(),
    date.getDate(),
    date.getHours(),
    date.getMinutes(),
    date.getSeconds(),
    date.getMilliseconds(),
  );
