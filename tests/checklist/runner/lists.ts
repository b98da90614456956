import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ChecklistRow } from '../row';
import type { ListedRow } from './proof.rules';

const FOLDER = 'tests/checklist';

/**
 * Every file beside `row.ts` is a list. Paths are relative to the root, which is the working directory.
 * @throws Error where a file exports no rows
 */
export async function listedRows(): Promise<ListedRow[]> {
  const lists = readdirSync(FOLDER).filter((name) => name.endsWith('.ts') && name !== 'row.ts').sort();
  const rows = await Promise.all(lists.map(async (name) => {
    const list = path.posix.join(FOLDER, name);
    const { rows: listed } = await import(pathToFileURL(path.resolve(list)).href) as { rows?: ChecklistRow[] };
    if (!listed || listed.length === 0) throw new Error(`${list} exports no rows.`);
    return listed.map((row) => ({ ...row, list }));
  }));
  return rows.flat();
}
