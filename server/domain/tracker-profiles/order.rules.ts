/** A list with one of its members at another place; the places count from 0. */
export function movedTo<Id>(ids: readonly Id[], id: Id, place: number): Id[] {
  if (!ids.includes(id)) return [...ids];
  const others = ids.filter((one) => one !== id);
  const at = Math.max(0, Math.min(others.length, place));
  return [...others.slice(0, at), id, ...others.slice(at)];
}

export const stepped = <Id>(ids: readonly Id[], id: Id, by: -1 | 1): Id[] => movedTo(ids, id, ids.indexOf(id) + by);

/** Whether one list holds exactly what the other does. */
export function holdSame<Id>(one: readonly Id[], other: readonly Id[]): boolean {
  const held = new Set(one);
  return one.length === other.length && held.size === new Set(other).size && other.every((id) => held.has(id));
}

/** An order that somebody wanted of a list that has changed since: what is new stands last. */
export function orderOfNow<Id>(wanted: readonly Id[], now: readonly Id[]): Id[] {
  const known = wanted.filter((id) => now.includes(id));
  return [...known, ...now.filter((id) => !known.includes(id))];
}
