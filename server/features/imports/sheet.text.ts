import iconv from 'iconv-lite';
import { detectEncoding } from './encoding.rules';
import type { ImportMapping } from './mapping.contract';
import { SheetError } from './sheet.errors';

export interface SheetText {
  /** The first part of the text, enough to tell its separator. */
  sample: string;
  /** The whole text, sample included, in pieces; line ends are `\n`. */
  pieces: AsyncIterable<string>;
  /** Lets go of the source where the pieces are not read. */
  close: () => Promise<void>;
}

const SAMPLE_BYTES = 65_536;

/**
 * Opens a sheet's bytes as text, reading no more than the sample.
 * Throws `import.notText` and `import.emptyFile`, and whatever the source itself throws.
 */
export async function openText(source: AsyncIterable<Uint8Array | string>, encoding: ImportMapping['encoding']): Promise<SheetText> {
  const bytes = source[Symbol.asyncIterator]();
  const close = async () => void (await bytes.return?.());
  try {
    const first = await takeSample(bytes);
    const detected = detectEncoding(first, encoding);
    if (!detected) throw new SheetError('import.notText');
    const decoder = iconv.getDecoder(detected, { stripBOM: true });
    const opening = toLineFeeds(decoder.write(first));
    if (opening.text.trim() === '' && first.length < SAMPLE_BYTES) throw new SheetError('import.emptyFile');
    return { sample: opening.text, pieces: decodeAll(opening, decoder, bytes), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function takeSample(bytes: AsyncIterator<Uint8Array | string>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < SAMPLE_BYTES) {
    const next = await bytes.next();
    if (next.done) break;
    const chunk = Buffer.from(next.value as Uint8Array);
    chunks.push(chunk);
    length += chunk.length;
  }
  return Buffer.concat(chunks);
}

async function* decodeAll(
  opening: { text: string; heldBack: boolean },
  decoder: { write(bytes: Buffer): string; end(): string | undefined },
  bytes: AsyncIterator<Uint8Array | string>,
): AsyncGenerator<string> {
  let { heldBack } = opening;
  yield opening.text;
  for (let next = await bytes.next(); !next.done; next = await bytes.next()) {
    const piece = toLineFeeds((heldBack ? '\r' : '') + decoder.write(Buffer.from(next.value as Uint8Array)));
    heldBack = piece.heldBack;
    if (piece.text !== '') yield piece.text;
  }
  const rest = (heldBack ? '\r' : '') + (decoder.end() ?? '');
  if (rest !== '') yield rest.replace(/\r\n?/g, '\n');
}

/** A carriage return at the end of a piece may be the first half of a line end: it waits for the next piece. */
function toLineFeeds(text: string): { text: string; heldBack: boolean } {
  const heldBack = text.endsWith('\r');
  return { text: (heldBack ? text.slice(0, -1) : text).replace(/\r\n?/g, '\n'), heldBack };
}
