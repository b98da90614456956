export interface ReadHeader {
  /** One name per column of the sheet; null for a column without a heading, which is not read. */
  names: (string | null)[];
  missing: string[];
  /** Headings that stand more than once. */
  repeated: string[];
}

/** The heading as a person reads it: no byte-order mark, white space or line break around or doubled inside. */
export function cleanHeading(raw: string): string {
  return raw
    .replace(/\ufeff/g, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .normalize('NFC');
}

/** The names of the columns: one that is merged over several names the first of them. */
export const headingsOf = ({
  cells,
  repeats = [],
}: {
  cells: string[];
  repeats?: readonly number[] | undefined;
}): string[] => (repeats.length === 0 ? cells : cells.map((cell, at) => (repeats.includes(at) ? '' : cell)));

/** Names below titles of groups: a title holds for the empty cells right of it, as spreadsheets write merged cells. */
export function joinHeadings(groups: readonly string[], names: readonly string[]): string[] {
  let group = '';
  return Array.from({ length: Math.max(groups.length, names.length) }, (_, at) => {
    const [title, name] = [cleanHeading(groups[at] ?? ''), cleanHeading(names[at] ?? '')];
    if (title !== '') group = title;
    if (name === '') return title;
    return group === '' || group === name ? name : `${group} ${name}`;
  });
}

/**
 * Names the columns of a sheet by the mapping's spelling. Letter case counts only where two headings differ in nothing else.
 * The second of two equal headings is named `weight (2)`.
 */
export function readHeader(cells: readonly string[], wanted: readonly string[]): ReadHeader {
  const headings = cells.map(cleanHeading);
  const find = finderOf(headings);
  const spelling = new Map<string, string>();
  const missing: string[] = [];
  for (const column of wanted) {
    const heading = find(cleanHeading(column));
    if (heading === undefined) missing.push(column);
    else spelling.set(heading, column);
  }
  const seen = new Map<string, number>();
  const taken = new Set(headings);
  const names = headings.map((heading) => {
    if (heading === '') return null;
    let count = (seen.get(heading) ?? 0) + 1;
    while (count > 1 && taken.has(`${heading} (${count})`)) count += 1;
    seen.set(heading, count);
    if (count === 1) return spelling.get(heading) ?? heading;
    return `${heading} (${count})`;
  });
  const repeated = [...seen].filter(([, count]) => count > 1).map(([heading]) => spelling.get(heading) ?? heading);
  return { names, missing, repeated };
}

function finderOf(headings: readonly string[]): (column: string) => string | undefined {
  const exact = new Set(headings);
  const alike = new Map<string, string[]>();
  for (const heading of exact) {
    const group = alike.get(heading.toLowerCase());
    if (group) group.push(heading);
    else alike.set(heading.toLowerCase(), [heading]);
  }
  return (column) => {
    if (exact.has(column)) return column;
    const found = alike.get(column.toLowerCase()) ?? [];
    return found.length === 1 ? found[0] : undefined;
  };
}
