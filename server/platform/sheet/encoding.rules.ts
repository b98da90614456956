import { likelyOldEncoding, oldEncodings, type OldEncoding } from './old-encodings.rules';

export const ENCODINGS = ['utf-8', ...oldEncodings, 'utf-16le', 'utf-16be'] as const;
export type SheetEncoding = (typeof ENCODINGS)[number];

const BYTE_ORDER_MARKS: [SheetEncoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

const ZIP_STARTS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
];
/** An OLE compound file: .xls, or an .xlsx that is encrypted with a password. */
const COMPOUND_START = [0xd0, 0xcf, 0x11, 0xe0];
/** First bytes of what people send as `.csv` by mistake. */
const BINARY_STARTS: number[][] = [
  ...ZIP_STARTS, // xlsx, ods, docx
  COMPOUND_START,
  [0x25, 0x50, 0x44, 0x46, 0x2d], // pdf
  [0x89, 0x50, 0x4e, 0x47], // png
  [0xff, 0xd8, 0xff], // jpeg
  [0x47, 0x49, 0x46, 0x38], // gif
  [0x1f, 0x8b], // gzip
  [0x37, 0x7a, 0xbc, 0xaf], // 7z
  [0x52, 0x61, 0x72, 0x21], // rar
  [0x50, 0x41, 0x52, 0x31], // parquet
];
const TEXT_CONTROLS = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a]);
const MOST_CONTROLS = 0.02;

/**
 * The encoding of a sheet from its first bytes: the byte-order mark, else what the mapping says, else a guess
 * (UTF-16 without a mark by its zero bytes, UTF-8 where valid, otherwise the old encoding that gives words). Null: this is no text.
 * @param decode reads the sample by an old encoding
 */
export function detectEncoding(
  sample: Uint8Array,
  stated: 'auto' | SheetEncoding,
  decode: (encoding: OldEncoding) => string,
): SheetEncoding | null {
  if (BINARY_STARTS.some((start) => startsWith(sample, start))) return null;
  const marked = BYTE_ORDER_MARKS.find(([, mark]) => startsWith(sample, mark))?.[0];
  if (marked?.startsWith('utf-16')) return marked;
  if (!marked && stated.startsWith('utf-16')) return stated as SheetEncoding;
  if (sample.includes(0)) return !marked && stated === 'auto' ? guessUtf16(sample) : null;
  if (shareOfControls(sample) > MOST_CONTROLS) return null;
  if (marked) return marked;
  if (stated !== 'auto') return stated;
  return isUtf8(sample) ? 'utf-8' : likelyOldEncoding(decode);
}

/** What web pages, XML and RTF begin with, which programs save under the name of a sheet. */
const MARKUP = /^\s*(<!doctype|<\?xml|<(html|head|meta|body|table|style|script)[\s>]|\{\\rtf)/i;

export type Package = 'workbook' | 'oldWorkbook' | 'markup' | 'binary';

/** What kind of file begins with these bytes: a workbook, something that is no table, or null: it may be text. */
export function packageOf(sample: Uint8Array): Package | null {
  if (ZIP_STARTS.some((start) => startsWith(sample, start))) return 'workbook';
  if (startsWith(sample, COMPOUND_START)) return 'oldWorkbook';
  if (BINARY_STARTS.some((start) => startsWith(sample, start))) return 'binary';
  // Without the mark of UTF-8, and the zero bytes of UTF-16 with its mark.
  const plain = Buffer.from(sample)
    .toString('latin1')
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '');
  return MARKUP.test(plain) ? 'markup' : null;
}

function startsWith(sample: Uint8Array, start: number[]): boolean {
  return start.every((byte, index) => sample[index] === byte);
}

function guessUtf16(sample: Uint8Array): SheetEncoding | null {
  const zeros = [0, 0];
  for (let index = 0; index < sample.length; index += 1) if (sample[index] === 0) zeros[index % 2]! += 1;
  const [even = 0, odd = 0] = zeros;
  const half = sample.length / 2;
  if (even === 0 && odd > half * 0.7) return 'utf-16le';
  return odd === 0 && even > half * 0.7 ? 'utf-16be' : null;
}

function shareOfControls(sample: Uint8Array): number {
  let controls = 0;
  for (const byte of sample) if (byte < 0x20 && !TEXT_CONTROLS.has(byte)) controls += 1;
  return sample.length === 0 ? 0 : controls / sample.length;
}

function isUtf8(sample: Uint8Array): boolean {
  try {
    // `stream` forgives a character that the end of the sample cut in two.
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch {
    return false;
  }
}
