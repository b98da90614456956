import { mostCounted, type UnclassifiedStatus } from './unclassified-status.contract';
import type { Label, LabelPart } from './vision.contract';

/** The same answer has the same text, in whatever order its parts were said. */
export function answerText({ kind, parts }: Label): string {
  if (kind === 'notFood' || kind === 'unreadable') return kind;
  return parts
    .toSorted((one, other) => one.itemId - other.itemId)
    .map(({ itemId, share }) => `${itemId}=${share}`)
    .join('+');
}

export type PartsProblem = 'machineVision.twoParts' | 'machineVision.sharesSum' | 'machineVision.partTwice';

/** Why an event cannot be split so; shares are whole percents. */
export function partsProblem(parts: readonly LabelPart[]): PartsProblem | null {
  if (parts.length < 2) return 'machineVision.twoParts';
  if (new Set(parts.map(({ itemId }) => itemId)).size < parts.length) return 'machineVision.partTwice';
  return parts.reduce((sum, { share }) => sum + share, 0) === 100 ? null : 'machineVision.sharesSum';
}

export interface OpenAnswer {
  userId: number;
  answer: string;
  secondWanted: boolean;
}

/** `waiting`: nobody has answered. `second`: another person is to answer. `ready`: may be published. */
export type Standing = 'waiting' | 'second' | 'disagreed' | 'ready';

/** How an event stands by its open answers, one of each person. */
export function standingOf(open: readonly OpenAnswer[]): Standing {
  if (open.length === 0) return 'waiting';
  if (new Set(open.map(({ answer }) => answer)).size > 1) return 'disagreed';
  return open.length === 1 && open.some(({ secondWanted }) => secondWanted) ? 'second' : 'ready';
}

/** Whether a person's answer is no second opinion: it has to come from somebody else. */
export const needsAnother = (open: readonly OpenAnswer[], userId: number): boolean =>
  standingOf(open) === 'second' && open.every((one) => one.userId === userId);

export interface GivenAnswer {
  eventId: number;
  userId: number;
  answer: string;
}

/**
 * How often the first answers of the first two people about an event were the same, who both answered without having seen the
 * other's. @param answers in the order in which they were given
 */
export function agreementOf(answers: readonly GivenAnswer[]): { both: number; agreed: number } {
  const firsts = new Map<number, GivenAnswer[]>();
  for (const given of answers) {
    const known = firsts.get(given.eventId) ?? [];
    if (known.length < 2 && known.every(({ userId }) => userId !== given.userId))
      firsts.set(given.eventId, [...known, given]);
  }
  const pairs = [...firsts.values()].filter(({ length }) => length === 2);
  return { both: pairs.length, agreed: pairs.filter(([one, other]) => one?.answer === other?.answer).length };
}

export interface NamedItem {
  itemId: number;
  /** Of its own, and told apart from others of the same name. */
  name: string;
}

interface CatalogueItem {
  refId: number;
  refName: string;
  parentId: number | null;
  status: string;
}

/** The items in use, each under a name that no other has. */
export function namedItems(items: readonly CatalogueItem[]): NamedItem[] {
  const names = new Map(items.map(({ refId, refName }) => [refId, refName]));
  const inUse = items.filter(({ status }) => status === 'A');
  const taken = (labels: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const label of labels) counts.set(keyOf(label), (counts.get(keyOf(label)) ?? 0) + 1);
    return (label: string) => (counts.get(keyOf(label)) ?? 0) > 1;
  };
  const byName = taken(inUse.map(({ refName }) => refName));
  const withParent = inUse.map((item) => {
    const parent = item.parentId === null ? undefined : names.get(item.parentId);
    return byName(item.refName) && parent ? `${item.refName} (${parent})` : item.refName;
  });
  const twice = taken(withParent);
  return inUse.map(({ refId }, at) => {
    const label = withParent[at] ?? '';
    return { itemId: refId, name: twice(label) ? `${label} #${refId}` : label };
  });
}

const keyOf = (name: string) => name.trim().toLocaleLowerCase();

/** The item that somebody has typed the name of. */
export const itemNamed = (items: readonly NamedItem[], typed: string): number | null =>
  items.find(({ name }) => keyOf(name) === keyOf(typed))?.itemId ?? null;

/** So many days long a batch can be taken back. */
export const undoDays = 30;
const dayMs = 86_400_000;

export const mayUndo = (batch: { publishedAt: Date; undoneAt: Date | null }, now: Date): boolean =>
  batch.undoneAt === null && now.getTime() - batch.publishedAt.getTime() <= undoDays * dayMs;

/** The icon of each state, and its sentence by the key in `machineVision`; null where there is none. */
export function shownStatus({ count }: UnclassifiedStatus) {
  if (count === null) return null;
  if (count === 0) return { icon: 'published', says: 'classified', count } as const;
  return { icon: 'sync', says: count < mostCounted ? 'unclassified' : 'manyUnclassified', count } as const;
}
