/**
 * All rows of a query that is too large to hold, fetched in pages: each page begins after the last row of the one before.
 * No connection is held between pages, so the embedded database stays free for others while somebody downloads.
 * @param fetchPage rows in an order with a unique last key, after the given row; fewer than `pageSize` mean the end
 */
export async function* keysetRows<Row>(fetchPage: (after: Row | null) => Promise<Row[]>, pageSize: number): AsyncGenerator<Row> {
  for (let after: Row | null = null; ;) {
    const page: Row[] = await fetchPage(after);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last;
  }
}
