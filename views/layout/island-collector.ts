import { createContext, type ReactElement } from 'react';
import type { Locale } from '../locales/messages';
import { placeholder } from './placeholder';

interface PlacedIsland {
  id: string;
  element: ReactElement;
  prefix: string;
}

/** Remembers which islands a page placed, so that they are rendered alone and their scripts are known. */
export interface IslandCollector {
  /** The page's language, which its islands speak. */
  readonly locale: Locale;
  readonly placed: readonly PlacedIsland[];
  /** Notes an island and gives its position, which is also where its HTML goes. */
  place: (id: string, element: ReactElement) => { at: number; prefix: string };
}

/** @param mark of what is rendered by itself and put together with more on one page, so that no id is given twice */
export function createIslandCollector(locale: Locale, mark = ''): IslandCollector {
  const placed: PlacedIsland[] = [];
  return {
    locale,
    placed,
    place(id, element) {
      const at = placed.length;
      const prefix = `${mark}i${at}-`;
      placed.push({ id, element, prefix });
      return { at, prefix };
    },
  };
}

export const IslandCollectorContext = createContext<IslandCollector | null>(null);

/** Stands where the island's HTML goes. */
export const placeOf = (at: number): string => `<!--${islandMark}:${at}-->`;

const islandMark = placeholder('island');

/** Finds every place of an island; the group is its position. */
export const islandPlaces = new RegExp(`<!--${islandMark}:(\\d+)-->`, 'g');
