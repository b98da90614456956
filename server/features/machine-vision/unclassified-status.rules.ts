import { mostCounted, type UnclassifiedStatus } from './unclassified-status.contract';

/** The icon of each state, and its sentence by the key in `machineVision`; null where there is none. */
export function shownStatus({ count }: UnclassifiedStatus) {
  if (count === null) return null;
  if (count === 0) return { icon: 'published', says: 'classified', count } as const;
  return { icon: 'sync', says: count < mostCounted ? 'unclassified' : 'manyUnclassified', count } as const;
}
