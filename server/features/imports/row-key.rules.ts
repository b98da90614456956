/** What makes a line itself: the given columns, or all cells, whatever the order of the columns in the file. */
export function rowKeyOf(cells: Readonly<Record<string, string>>, columns: readonly string[] | undefined): string {
  const names = columns ?? Object.keys(cells).sort();
  return JSON.stringify(names.map((name) => [name, (cells[name] ?? '').normalize('NFC').trim()]));
}
