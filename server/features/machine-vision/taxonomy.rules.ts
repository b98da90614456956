import type { TaxonomyMapping } from './vision.contract';
import type { NamedItem } from './vision.rules';

/**
 * What items of earlier versions are today. What somebody has mapped comes before what an item was merged into.
 * @param merged what merged items have become
 * @returns the item, or null for one without a successor, by the item and the version in which an answer named it; answers from before the
 * first version count as given in it
 */
export function followerOf(
  mappings: readonly TaxonomyMapping[],
  merged: ReadonlyMap<number, number>,
): (itemId: number, version: number | null) => number | null {
  const next = new Map(mappings.map(({ number, itemId, becameId }) => [`${number}/${itemId}`, becameId]));
  const last = Math.max(0, ...mappings.map(({ number }) => number));
  return (itemId, version) => {
    let now = itemId;
    for (let number = version ?? 1; number <= last; number += 1) {
      const mapped = [now, merged.get(now)].map((id) => next.get(`${number}/${id}`)).find((id) => id !== undefined);
      if (mapped === null) return null;
      now = mapped ?? now;
    }
    return merged.get(now) ?? now;
  };
}

/** How the items in use differ from those of a version. */
export function differenceOf(
  version: readonly NamedItem[],
  inUse: readonly NamedItem[],
): { added: NamedItem[]; gone: NamedItem[] } {
  const idsOf = (items: readonly NamedItem[]) => new Set(items.map(({ itemId }) => itemId));
  const [before, now] = [idsOf(version), idsOf(inUse)];
  return {
    added: inUse.filter(({ itemId }) => !before.has(itemId)),
    gone: version.filter(({ itemId }) => !now.has(itemId)),
  };
}
