import type { Locale } from '../../platform/actor';
import type { ElementCode } from '../catalogue/refdata.contract';

/** Lists whose values can have a picture. Stages are those of every organization, and an express item is an item. */
export type PicturedElement = Exclude<ElementCode, 'WASTESTAGE' | 'EXPRESS_ITEM'>;

/** Percent that are cut off at each edge. */
export interface Crop {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What people say about a picture. */
export interface ImageFacts {
  name: string;
  license: string;
  source: string;
  tags: string[];
  /** What it shows, by language. */
  alts: Partial<Record<Locale, string>>;
}

/** A picture of an organization without its pixels. */
export interface ImageRow extends ImageFacts {
  imageId: number;
  /** Under which its content is served. */
  contentHash: string;
  /** Of the content, in pixels. */
  width: number;
  height: number;
  bytes: number;
  crop: Crop;
  retired: boolean;
  version: number;
  createdAt: string;
  createdBy: string | null;
  /** Reference values that show it. */
  uses: number;
  /** The lists in which these are. */
  elements: PicturedElement[];
}

/** A reference value that shows a picture. */
export interface ImageUse {
  valueId: number;
  element: PicturedElement;
  /** In the reader's language. */
  name: string;
  retired: boolean;
}
