import { expect, it } from 'vitest';
import { keysetSlices } from './keyset';

it.each([
  ['nothing', [[]]],
  ['one slice', [[1, 2]]],
  ['several, one of them empty', [[1, 2], [], [3]]],
  ['an empty one at the end', [[1], []]],
])('%s', async (_, slices) => {
  const asked: (number | null)[] = [];
  const read: number[][] = [];
  for await (const rows of keysetSlices<number, number>(async (after) => {
    asked.push(after);
    const at = after ?? 0;
    return { rows: slices[at] ?? [], next: at + 1 < slices.length ? at + 1 : null };
  }))
    read.push(rows);
  expect(read).toEqual(slices);
  expect(asked).toEqual(slices.map((__, at) => (at === 0 ? null : at)));
});

it('fetches nothing that nobody asks for', async () => {
  let fetched = 0;
  for await (const rows of keysetSlices<number, number>(async () => ({ rows: [(fetched += 1)], next: fetched })))
    if (rows[0] === 3) break;
  expect(fetched).toBe(3);
});
