const HEAD_BYTES = 256;

/** The first bytes of a source, by which its kind is told, and the source with them. */
export async function withHead(
  source: AsyncIterable<Uint8Array | string>,
): Promise<{ head: Buffer; whole: AsyncGenerator<Uint8Array, void, undefined> }> {
  const chunks = source[Symbol.asyncIterator]();
  const held: Buffer[] = [];
  let length = 0;
  let ended = false;
  while (length < HEAD_BYTES && !ended) {
    const next = await chunks.next();
    ended = next.done ?? false;
    if (next.done) break;
    held.push(Buffer.from(next.value as Uint8Array));
    length += next.value.length;
  }
  return { head: Buffer.concat(held).subarray(0, HEAD_BYTES), whole: rejoin(held, ended ? null : chunks) };
}

async function* rejoin(
  held: Buffer[],
  rest: AsyncIterator<Uint8Array | string> | null,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* held;
    if (rest)
      for (let next = await rest.next(); !next.done; next = await rest.next())
        yield Buffer.from(next.value as Uint8Array);
  } finally {
    await rest?.return?.();
  }
}
