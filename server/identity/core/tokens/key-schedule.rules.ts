const day = 86_400_000;

/** A key signs for 90 days; the next one is published two days before it begins to. */
const keySchedule = { signsDays: 90, aheadDays: 2 };

/** A first key signs for requests, too, that began before whichever made it, on a clock that is behind. */
const earlierMs = 60_000;

/** The longest that an access token lives. */
export const accessTokenSeconds = 15 * 60;

export interface KeyTimes {
  signsFrom: Date;
  signsUntil: Date;
  publishedUntil: Date;
}

const timesFrom = (from: number): KeyTimes => {
  const until = from + keySchedule.signsDays * day;
  return { signsFrom: new Date(from), signsUntil: new Date(until), publishedUntil: new Date(until + day) };
};

/** The key that signs at an instant: of those that may, the one that begins last. */
export function signingKeyAt<Key extends KeyTimes>(keys: readonly Key[], now: Date): Key | undefined {
  const may = keys.filter(({ signsFrom, signsUntil }) => signsFrom <= now && now < signsUntil);
  return may.sort((a, b) => b.signsFrom.getTime() - a.signsFrom.getTime())[0];
}

/** Times of the key that must be made now; null while those that there are will do. */
export function keyToMake(keys: readonly KeyTimes[], now: Date): KeyTimes | null {
  if (!signingKeyAt(keys, now)) return timesFrom(now.getTime() - earlierMs);
  const last = Math.max(...keys.map(({ signsUntil }) => signsUntil.getTime()));
  return last - now.getTime() < keySchedule.aheadDays * day ? timesFrom(last) : null;
}
