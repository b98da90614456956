import { z } from 'zod';
import type { Direction } from './table-query';

/** Which columns a phone shows beside each other; the rest is one tap away. */
const place = z.enum(['lead', 'side', 'rest']);
export type Place = z.infer<typeof place>;

export const columnHead = z.strictObject({
  key: z.string(),
  label: z.string(),
  unit: z.string().optional(),
  numeric: z.boolean(),
  place,
  sortable: z.boolean(),
});
export interface ColumnHead<Key extends string> extends z.infer<typeof columnHead> {
  key: Key;
}

export interface ColumnView<Key extends string> extends Omit<ColumnHead<Key>, 'sortable'> {
  sorted: Direction | null;
  sortHref: string | undefined;
}

export interface PagerView {
  /** 1 for the first row shown; 0 where there is none. */
  from: number;
  to: number;
  total: number;
  previousHref: string | undefined;
  nextHref: string | undefined;
  /** Empty where the number of rows on a page is fixed. */
  sizes: { size: number; href: string; current: boolean }[];
}

/** A declared table as one reader sees it; the view adds the cells. */
export interface TableView<Key extends string, Row> {
  columns: ColumnView<Key>[];
  rows: Row[];
  pager: PagerView;
}
