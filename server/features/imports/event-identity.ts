import { createHash } from 'node:crypto';

/** RFC 9562, version 5, under this name space of ours: any fixed value will do, but it may never change. */
const NAME_SPACE = Buffer.from('6f0b6a4e6c1d4d0c9b0e7e0c5a8d3f21', 'hex');
const KEY_BYTES = 12;

/** How often each line stood in the file so far. One for a file; about 100 bytes for each different line. */
export class LineOccurrences {
  readonly #counts = new Map<string, number>();

  /** 0 for the first line of this key, 1 for the next. */
  next(rowKey: string): number {
    const short = createHash('sha256').update(rowKey).digest().toString('latin1', 0, KEY_BYTES);
    const count = this.#counts.get(short) ?? 0;
    this.#counts.set(short, count + 1);
    return count;
  }
}

export interface EventIdentity {
  organisationId: string | number;
  mappingName: string;
  rowKey: string;
  measure: string;
  occurrence: number;
}

/**
 * The client event UUID of an imported event: the same for the same line in a repeated import, another for each of
 * several equal lines of one file. A name-based UUID (version 5, SHA-1; RFC 9562, section 5.5).
 */
export function eventUuid({ organisationId, mappingName, rowKey, measure, occurrence }: EventIdentity): string {
  const name = JSON.stringify([String(organisationId), mappingName, rowKey, measure, occurrence]);
  const bytes = createHash('sha1').update(NAME_SPACE).update(name).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
