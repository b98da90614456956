import { z } from 'zod';

export type Direction = 'asc' | 'desc';

export interface Sort<Column extends string> {
  column: Column;
  direction: Direction;
}

/** `sort=name` or `sort=-name` in the address; anything else sorts as usual, so that an old link still shows a page. */
export function sortParameter<Column extends string>(columns: readonly Column[], usual: Sort<Column>) {
  const examples = columns.flatMap((column) => [column, `-${column}`]);
  return z
    .string()
    .max(60)
    .meta({ examples })
    .optional()
    .catch(undefined)
    .transform((text): Sort<Column> => {
      const name = text?.replace(/^-/, '');
      const column = columns.find((one) => one === name);
      return column ? { column, direction: text?.startsWith('-') ? 'desc' : 'asc' } : usual;
    });
}

export const sortText = ({ column, direction }: Sort<string>) => (direction === 'desc' ? `-${column}` : column);

/** What a click on a column's head asks for: the other direction, or ascending on a column that was not sorted. */
export function nextSort<Column extends string>(column: Column, current: Sort<Column>): Sort<Column> {
  return { column, direction: current.column === column && current.direction === 'asc' ? 'desc' : 'asc' };
}

export const pageParameter = z.coerce.number().int().min(1).max(100_000).catch(1).default(1);

export type Sortable = string | number | boolean | null | undefined;

/** A stable order with null last in both directions; equal rows in the order of their key. */
export function sortRows<Row>(
  rows: readonly Row[],
  order: { value: (row: Row) => Sortable; direction: Direction; key: (row: Row) => readonly Sortable[] },
): Row[] {
  const { value, direction, key } = order;
  const byKey = (a: Row, b: Row): number => {
    const [left, right] = [key(a), key(b)];
    for (let at = 0; at < left.length; at += 1) {
      const apart = compareOrNull(left[at], right[at], 1);
      if (apart !== 0) return apart;
    }
    return 0;
  };
  const sign = direction === 'desc' ? -1 : 1;
  return [...rows].sort((a, b) => compareOrNull(value(a), value(b), sign) || byKey(a, b));
}

function compareOrNull(left: Sortable, right: Sortable, sign: 1 | -1): number {
  if (left == null || right == null) return left == null ? (right == null ? 0 : 1) : -1;
  return sign * compare(left, right);
}

const words = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compare(a: string | number | boolean, b: string | number | boolean): number {
  return typeof a === 'string' && typeof b === 'string' ? words.compare(a, b) : Number(a) - Number(b);
}

/** The path with some parameters changed; a null, an empty text or the page of an unpaged view is left out. */
export function withParameters(url: string, changes: Record<string, string | number | null>): string {
  const address = new URL(url, 'http://tare.invalid');
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') address.searchParams.delete(name);
    else address.searchParams.set(name, String(value));
  }
  return `${address.pathname}${address.search}`;
}
