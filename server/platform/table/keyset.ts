/** A part of a query that is too large to hold, and where the next one begins; `null` at the end. A slice may be empty and not be the last. */
export interface Slice<Row, Key> {
  rows: Row[];
  next: Key | null;
}

/**
 * All rows of a query that is too large to hold, in slices: each begins where the one before ended. No connection is held
 * between them, so the embedded database stays free for others while somebody downloads.
 * @param fetch in an order with a unique last key, what comes after the given key
 */
export async function* keysetSlices<Row, Key>(
  fetch: (after: Key | null) => Promise<Slice<Row, Key>>,
): AsyncGenerator<Row[]> {
  let after: Key | null = null;
  do {
    const { rows, next }: Slice<Row, Key> = await fetch(after);
    yield rows;
    after = next;
  } while (after !== null);
}
