import iconv from 'iconv-lite';
import { turnsEvery } from '../turns';
import { detectEncoding, type SheetEncoding } from './encoding.rules';
import { SheetError } from './sheet.errors';

export interface SheetText {
  /** The first part of the text, enough to tell its separator. */
  sample: string;
  /** As stated, or as it was found out. */
  encoding: SheetEncoding;
  /** The whole text, sample included, in pieces of at most `SLICE_BYTES`; line ends are `\n`. */
  pieces: AsyncIterable<string>;
  /** Lets go of the source where the pieces are not read. */
  close: () => Promise<void>;
}

export interface TextForm {
  encoding: 'auto' | SheetEncoding;
  limits: { bytes: number };
}

const SAMPLE_BYTES = 65_536;
/** Between two slices of a file others get their turn, however large the chunks are in which it comes. */
export const SLICE_BYTES = 16_384;

/**
 * Opens a sheet's bytes as text, reading no more than the sample.
 * Throws `import.notText`, `emptyFile` and, while the pieces are read, `fileTooLarge`, and whatever the source itself throws.
 */
export async function openText(
  source: AsyncIterable<Uint8Array | string>,
  { encoding, limits }: TextForm,
): Promise<SheetText> {
  const bytes = slicesOf(source, limits.bytes);
  const close = async () => void (await bytes.return());
  try {
    const first = await takeSample(bytes);
    const bytesOfSample = Buffer.concat(first);
    const detected = detectEncoding(bytesOfSample, encoding, (old) => iconv.decode(bytesOfSample, old));
    if (!detected) throw new SheetError('import.notText');
    const decode = decoderOf(detected);
    const opening = first.map((slice) => decode(slice));
    const sample = opening.join('');
    if (sample.trim() === '' && first.length < SAMPLE_BYTES / SLICE_BYTES) throw new SheetError('import.emptyFile');
    return { sample, encoding: detected, pieces: decodeAll(opening, decode, bytes), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function* slicesOf(
  source: AsyncIterable<Uint8Array | string>,
  mostBytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  let total = 0;
  for await (const chunk of source) {
    const bytes = Buffer.from(chunk as Uint8Array);
    for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
      const slice = bytes.subarray(start, start + SLICE_BYTES);
      total += slice.length;
      if (total > mostBytes) throw new SheetError('import.fileTooLarge', { max: mostBytes });
      yield slice;
    }
  }
}

async function takeSample(bytes: AsyncIterator<Buffer>): Promise<Buffer[]> {
  const slices: Buffer[] = [];
  let length = 0;
  while (length < SAMPLE_BYTES) {
    const next = await bytes.next();
    if (next.done) break;
    slices.push(next.value);
    length += next.value.length;
  }
  return slices;
}

type Decode = (bytes: Buffer | null) => string;

/** What may be the first half of a line end or of a character waits for the next slice; null ends the text. */
function decoderOf(encoding: SheetEncoding): Decode {
  const decoder = iconv.getDecoder(encoding, { stripBOM: true });
  let held = '';
  return (bytes) => {
    const text = held + (bytes ? decoder.write(bytes) : (decoder.end() ?? ''));
    held = bytes ? (/[\r\ud800-\udbff]$/.exec(text)?.[0] ?? '') : '';
    return text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n');
  };
}

async function* decodeAll(
  opening: readonly string[],
  decode: Decode,
  bytes: AsyncIterator<Buffer>,
): AsyncGenerator<string> {
  const pause = turnsEvery(SLICE_BYTES);
  for (const piece of opening) {
    if (piece !== '') yield piece;
    await pause(piece.length);
  }
  for (let next = await bytes.next(); !next.done; next = await bytes.next()) {
    const piece = decode(next.value);
    if (piece !== '') yield piece;
    await pause(next.value.length);
  }
  const rest = decode(null);
  if (rest !== '') yield rest;
}
