/** What an item of a closed version is in the version after it; null: it has no successor. */
export interface TaxonomyMapping {
  number: number;
  itemId: number;
  becameId: number | null;
}

/**
 * What items of earlier versions are today.
 * @returns the item in use, or null for one without a successor, by the item and the version in which an answer named it; answers from before the
 * first version count as given in it
 */
export function followerOf(
  mappings: readonly TaxonomyMapping[],
): (itemId: number, version: number | null) => number | null {
  const next = new Map(mappings.map(({ number, itemId, becameId }) => [`${number}/${itemId}`, becameId]));
  const last = Math.max(0, ...mappings.map(({ number }) => number));
  return (itemId, version) => {
    let now: number | null = itemId;
    for (let number = version ?? 1; number <= last && now !== null; number += 1) {
      const became = next.get(`${number}/${now}`);
      if (became !== undefined) now = became;
    }
    return now;
  };
}

interface Named {
  itemId: number;
  name: string;
}

/** How the items in use differ from those of a version. */
export function differenceOf(version: readonly Named[], inUse: readonly Named[]): { added: Named[]; gone: Named[] } {
  const idsOf = (items: readonly Named[]) => new Set(items.map(({ itemId }) => itemId));
  const [before, now] = [idsOf(version), idsOf(inUse)];
  return {
    added: inUse.filter(({ itemId }) => !before.has(itemId)),
    gone: version.filter(({ itemId }) => !now.has(itemId)),
  };
}
