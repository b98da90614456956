const day = 86_400_000;

/**
 * A new key stands in the metadata for so long before it signs, and an old one for as long after: providers that read the document
 * once a day, or whose administrators put in a certificate by hand, know both meanwhile.
 */
const overlapDays = 14;

/** A certificate of a signing key that providers keep ends late: that it ends is of no use to them, and stops everybody. */
export const certificateYears = 20;

export interface SpKeyTimes {
  signsFrom: Date;
}

const inOrder = <Key extends SpKeyTimes>(keys: readonly Key[]): Key[] =>
  [...keys].sort((a, b) => a.signsFrom.getTime() - b.signsFrom.getTime());

/** The key that signs at an instant: of those that may, the one that began last. The first signs at once, also for requests that came just before it was made. */
export function signingSpKey<Key extends SpKeyTimes>(keys: readonly Key[], now: Date): Key | undefined {
  const ordered = inOrder(keys);
  return ordered.findLast(({ signsFrom }) => signsFrom <= now) ?? ordered[0];
}

/** Those that a provider may meet: the one that signs, those that will, and the one before for as long as answers of it may be under way. */
export function publishedSpKeys<Key extends SpKeyTimes>(keys: readonly Key[], now: Date): Key[] {
  const ordered = inOrder(keys);
  return ordered.filter((_key, at) => {
    const next = ordered[at + 1];
    return next === undefined || next.signsFrom.getTime() + overlapDays * day > now.getTime();
  });
}

/** From when a further key signs; null where one is on its way already. */
export function nextSpKeyFrom(keys: readonly SpKeyTimes[], now: Date): Date | null {
  if (keys.length === 0) return now;
  return keys.some(({ signsFrom }) => signsFrom > now) ? null : new Date(now.getTime() + overlapDays * day);
}
