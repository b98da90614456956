import { keepable, type SourceRow } from './columns.rules';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type Entry = { [key: string]: Json };

export interface JsonTable {
  columns: string[];
  rows: SourceRow[];
}

/** How deep a list may lie in what surrounds it, and values in an entry. */
const deepest = 4;
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

/** The values of an entry by path, `menu.day`, and the one list in it that makes several rows of it. */
function flatten(
  entry: Entry,
  prefix: string,
  depth: number,
): { cells: Record<string, string>; list: [string, Json[]] | null } {
  const cells: Record<string, string> = {};
  let list: [string, Json[]] | null = null;
  for (const [key, value] of Object.entries(entry)) {
    const path = keepable(prefix === '' ? key : `${prefix}.${key}`, longestPath).trim();
    if (isList(value)) list ??= value.length > 0 ? [path, value] : null;
    else if (!isEntry(value)) cells[path] = textOf(value);
    else if (depth < deepest) {
      const inner = flatten(value, path, depth + 1);
      Object.assign(cells, inner.cells);
      list ??= inner.list;
    }
  }
  return { cells, list };
}

/** An entry with a list of dishes is a row for each of them. */
function* rowsOf(entry: Entry, prefix: string, depth: number): Generator<Record<string, string>> {
  const { cells, list } = flatten(entry, prefix, depth);
  if (list === null || depth > deepest) {
    yield cells;
    return;
  }
  const [path, values] = list;
  for (const value of values) {
    if (isEntry(value)) for (const inner of rowsOf(value, path, depth + 1)) yield { ...cells, ...inner };
    else if (!isList(value)) yield { ...cells, [path]: textOf(value) };
  }
}

/** JSON as a table; null where it holds no list of entries, `tooMany` beyond so many rows. `line` counts rows. */
export function tableOfJson(value: unknown, mostRows: number): JsonTable | 'tooMany' | null {
  const list = listIn(value as Json);
  if (!list) return null;
  const columns = new Set<string>();
  const rows: SourceRow[] = [];
  for (const entry of list)
    for (const cells of rowsOf(entry, '', 0)) {
      if (rows.length === mostRows) return 'tooMany';
      rows.push({ line: rows.length + 1, cells });
      for (const column of Object.keys(cells)) if (columns.size < mostColumns) columns.add(column);
    }
  return { columns: [...columns], rows };
}
