import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainMapping } from '../../../server/features/imports/imports.fixtures';

/** Each line is two events, so that half a line can be told from a whole one. */
export const killMapping = {
  ...plainMapping,
  name: 'Kitchen and plate',
  measures: [
    { kind: 'weight', name: 'Kitchen', column: 'kitchen', unit: 'kg' },
    { kind: 'weight', name: 'Plate', column: 'plate', unit: 'kg', stage: { constant: 23 } },
  ],
};

export interface Sheet {
  name: string;
  path: string;
  content: string;
  lines: number;
}

const items = ['Rice', 'Beans', 'Soup', 'Bread', 'Salad'];
const sites = 6;
const days = 70;

/** No two lines of all sheets are alike, up to 5,000 lines a sheet; none is heavier than a weighing may be without a question. */
export function writeSheet(folder: string, { number, lines }: { number: number; lines: number }): Sheet {
  const text = Array.from({ length: lines }, (_, at) => {
    const day = new Date(Date.now() - (1 + (at % days)) * 86_400_000).toISOString().slice(0, 10);
    const kilograms = (1 + number / 2 + at / 10_000).toFixed(4);
    return `${day},Site ${String.fromCharCode(65 + (at % sites))},${items[at % items.length]},${kilograms},${kilograms}`;
  });
  const content = `date,site,item,kitchen,plate\n${text.join('\n')}\n`;
  mkdirSync(folder, { recursive: true });
  const name = `sheet-${number}.csv`;
  const path = join(folder, name);
  writeFileSync(path, content);
  return { name, path, content, lines };
}
