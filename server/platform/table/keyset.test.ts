import { expect, it } from 'vitest';
import { keysetRows } from './keyset';

it.each([
  ['nothing', 0, [null]],
  ['less than a page', 2, [null]],
  ['exactly two pages', 6, [null, 3, 6]],
  ['two pages and a bit', 7, [null, 3, 6]],
])('%s', async (_, total, asked) => {
  const after: (number | null)[] = [];
  const rows = keysetRows<number>(async (last) => {
    after.push(last);
    return Array.from({ length: total }, (__, index) => index + 1).filter((row) => row > (last ?? 0)).slice(0, 3);
  }, 3);
  const read: number[] = [];
  for await (const row of rows) read.push(row);
  expect(read).toEqual(Array.from({ length: total }, (__, index) => index + 1));
  expect(after).toEqual(asked);
});
