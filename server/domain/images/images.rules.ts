import type { Crop, PicturedElement } from './images.contract';

/** In the order in which they are offered. */
export const picturedElements = [
  'WASTEITEM',
  'CONTAINER',
  'WASTEREASON',
  'WASTESOURCE',
  'WASTESINK',
  'DAYPART',
] as const satisfies readonly PicturedElement[];

/** Of an organization; a list of them stays quick to read and to show. */
export const mostImages = 2_000;
export const mostTags = 10;
export const longest = { name: 200, license: 200, source: 500, tag: 40, alt: 300 } as const;
/** Values that get one picture together. */
export const mostAssigned = 200;

/** In pixels. The content is what a button of a tablet shows; the original is kept to be cropped. */
export const imageSizes = {
  original: { width: 1600, height: 1600, fit: 'inside' },
  content: { width: 512, height: 512, fit: 'inside' },
  thumbnail: { width: 128, height: 128, fit: 'cover' },
} as const;

export const uncropped: Crop = { left: 0, top: 0, right: 0, bottom: 0 };

/** Percent of each direction that must remain. */
const leastKept = 5;

/** What is wrong with a crop; null where nothing is. */
export function refuseCrop({ left, top, right, bottom }: Crop): 'left' | 'top' | null {
  if (left + right > 100 - leastKept) return 'left';
  return top + bottom > 100 - leastKept ? 'top' : null;
}

/** As fractions of the whole. */
export const keptPart = ({ left, top, right, bottom }: Crop) => ({
  left: left / 100,
  top: top / 100,
  width: (100 - left - right) / 100,
  height: (100 - top - bottom) / 100,
});

export const sameCrop = (one: Crop, other: Crop): boolean =>
  one.left === other.left && one.top === other.top && one.right === other.right && one.bottom === other.bottom;

/** What is typed with commas between, each tag once, whatever its case. */
export function tagsIn(text: string): string[] {
  const tags = new Map<string, string>();
  for (const one of text.split(',')) {
    const tag = one.trim().replace(/\s+/g, ' ');
    const key = tag.toLocaleLowerCase();
    if (tag !== '' && !tags.has(key)) tags.set(key, tag);
  }
  return [...tags.values()];
}

/** A name for a picture that got none: that of its file, without what tells its type. */
export function nameOfFile(fileName: string): string {
  const name = fileName
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[_\s]+/g, ' ')
    .trim();
  return name.slice(0, longest.name);
}

/** Where the content is served, and the same small and square. */
export const imagePath = (contentHash: string): string => `/images/${contentHash}.webp`;
export const thumbnailPath = (contentHash: string): string => `/images/${contentHash}-small.webp`;
