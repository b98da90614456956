import { keepable, type SourceRow } from './columns.rules';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type Entry = { [key: string]: Json };

export interface JsonTable {
  columns: string[];
  rows: SourceRow[];
}

/** How deep a list may lie in what surrounds it, and values in an entry. */
const deepest = 4;
/** Of the table, and of a row. */
const mostColumns = 200;
const longestCell = 2_000;

const longestPath = 500;
const textOf = (value: string | number | boolean | null) =>
  value === null ? '' : keepable(String(value), longestCell);

const isEntry = (value: Json | undefined): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: Json): value is Json[] => Array.isArray(value);

/** The first list of entries, the outermost before those within. */
function listIn(value: Json): Entry[] | null {
  let level: Json[] = [value];
  for (let depth = 0; depth <= deepest && level.length > 0; depth += 1) {
    const list = level.find((one): one is Json[] => isList(one) && one.some(isEntry));
    if (list) return list.filter(isEntry);
    level = level.filter(isEntry).flatMap((entry) => Object.values(entry));
  }
  return null;
}

interface Flat {
  cells: Record<string, string>;
  count: number;
  /** What makes several rows of an entry. */
  list: [string, Json[]] | null;
}

interface Level {
  prefix: string;
  depth: number;
}

/** The values of an entry by path, `menu.day`, no more than a row holds, and the one list in it that makes several rows of it. */
function flatten(entry: Entry, { prefix, depth }: Level, flat: Flat = { cells: {}, count: 0, list: null }): Flat {
  for (const [key, value] of Object.entries(entry)) {
    const pathOf = () => keepable(prefix === '' ? key : `${prefix}.${key}`, longestPath).trim();
    if (isList(value)) flat.list ??= value.length > 0 ? [pathOf(), value] : null;
    else if (isEntry(value)) {
      if (depth < deepest) flatten(value, { prefix: pathOf(), depth: depth + 1 }, flat);
    } else if (flat.count < mostColumns) {
      flat.cells[pathOf()] = textOf(value);
      flat.count += 1;
    }
  }
  return flat;
}

/** The cells of both; those of the list come last, and are what is left out where there are too many. */
function joined(cells: Record<string, string>, { of, count }: { of: Record<string, string>; count: number }) {
  return { ...cells, ...Object.fromEntries(Object.entries(of).slice(0, mostColumns - count)) };
}

/** An entry with a list of dishes is a row for each of them; null for what makes none. */
function* rowsOf(entry: Entry, level: Level): Generator<Record<string, string> | null> {
  const { cells, count, list } = flatten(entry, level);
  if (list === null || level.depth > deepest) {
    yield cells;
    return;
  }
  const [path, values] = list;
  for (const value of values) {
    if (isEntry(value))
      for (const inner of rowsOf(value, { prefix: path, depth: level.depth + 1 }))
        yield inner && joined(cells, { of: inner, count });
    else yield isList(value) ? null : joined(cells, { of: { [path]: textOf(value) }, count });
  }
}

/**
 * JSON as a table; null where it holds no list of entries, `tooMany` beyond so many rows. `line` counts rows.
 * @param turn lets others have their turn, asked after each row
 */
export async function tableOfJson(
  value: unknown,
  mostRows: number,
  turn: () => Promise<void> | undefined,
): Promise<JsonTable | 'tooMany' | null> {
  const list = listIn(value as Json);
  if (!list) return null;
  const columns = new Set<string>();
  const rows: SourceRow[] = [];
  for (const entry of list)
    for (const cells of rowsOf(entry, { prefix: '', depth: 0 })) {
      const wait = turn();
      if (wait) await wait;
      if (cells === null) continue;
      if (rows.length === mostRows) return 'tooMany';
      rows.push({ line: rows.length + 1, cells });
      for (const column of Object.keys(cells)) if (columns.size < mostColumns) columns.add(column);
    }
  return { columns: [...columns], rows };
}
