import { hash as digestOf } from 'node:crypto';

/** RFC 9562, version 5, under this name space of ours: any fixed value will do, but it may never change. */
const NAME_SPACE = Buffer.from('6f0b6a4e6c1d4d0c9b0e7e0c5a8d3f21', 'hex');

/** Words of 32 bits of a place in the table: two of the line's hash, one of its count (0: the place is free). */
const PLACE = 3;
const FULLEST = 0.75;

/**
 * How often each line stood in the file so far. One for a file; at most 32 bytes for each different line, where a map of
 * texts takes 100. Two lines share a count where 64 bits of their hashes are equal (once in 10⁸ files of a million lines);
 * the worst that follows is that one of them is not recognised in another file.
 */
export class LineOccurrences {
  #table = new Uint32Array(PLACE * 1024);
  #lines = 0;

  /** 0 for the first line of this key, 1 for the next. */
  next(rowKey: string): number {
    if (this.#lines * PLACE >= this.#table.length * FULLEST) this.#grow();
    const hash = digestOf('sha256', rowKey, 'buffer');
    const at = placeOf(this.#table, hash.readUInt32LE(0), hash.readUInt32LE(4));
    const count = this.#table[at + 2] ?? 0;
    if (count === 0) this.#lines += 1;
    this.#table[at] = hash.readUInt32LE(0);
    this.#table[at + 1] = hash.readUInt32LE(4);
    this.#table[at + 2] = count + 1;
    return count;
  }

  #grow(): void {
    const table = new Uint32Array(this.#table.length * 2);
    for (let at = 0; at < this.#table.length; at += PLACE) {
      const [first = 0, second = 0, count = 0] = this.#table.subarray(at, at + PLACE);
      if (count > 0) table.set([first, second, count], placeOf(table, first, second));
    }
    this.#table = table;
  }
}

/** Where the hash stands in the table, or the free place where it belongs (open addressing, next place on collision). */
function placeOf(table: Uint32Array, first: number, second: number): number {
  const places = table.length / PLACE;
  for (let place = first % places; ; place = (place + 1) % places) {
    const at = place * PLACE;
    if (table[at + 2] === 0 || (table[at] === first && table[at + 1] === second)) return at;
  }
}

export const sha256 = (text: string): string => digestOf('sha256', text, 'hex');

export interface EventIdentity {
  organisationId: string | number;
  mappingName: string;
  rowKey: string;
  measure: string;
  occurrence: number;
}

/** The UUID that releases gave an imported event which took the cells of its line for the event. */
export function earlierUuid({ organisationId, mappingName, rowKey, measure, occurrence }: EventIdentity): string {
  return uuidOf([String(organisationId), mappingName, rowKey, measure, occurrence]);
}

/**
 * The client event UUID of an imported event: the same for the same event in a repeated import, another for each of several
 * equal ones of one file. `of`: what makes it the same.
 */
export const eventUuid = (organisationId: number | string, of: readonly (string | number)[]): string => uuidOf([2, String(organisationId), ...of]);

/**
 * Of the shares in which an event is spread over days, each goes by its place among them, the first by the event's own name: spread
 * over other days another time, it is told from a new one.
 */
export const shareUuid = (uuid: string, place: number) => (place === 0 ? uuid : uuidOf([uuid, place]));

/** A name-based UUID (version 5, SHA-1; RFC 9562, section 5.5). */
function uuidOf(parts: readonly (string | number)[]): string {
  const name = JSON.stringify(parts);
  const bytes = digestOf('sha1', Buffer.concat([NAME_SPACE, Buffer.from(name)]), 'buffer').subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x50;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const text = bytes.toString('hex');
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
}
