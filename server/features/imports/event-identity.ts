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
    return this.nextOf(sha256(rowKey));
  }

  /** As `next`, of what goes by a hash already; in hexadecimal, of which the first and last eight digits are taken. */
  nextOf(hash: string): number {
    if (this.#lines * PLACE >= this.#table.length * FULLEST) this.#grow();
    const [first, second] = [Number.parseInt(hash.slice(0, 8), 16), Number.parseInt(hash.slice(-8), 16)];
    const at = placeOf(this.#table, first, second);
    const count = this.#table[at + 2] ?? 0;
    if (count === 0) this.#lines += 1;
    this.#table[at] = first;
    this.#table[at + 1] = second;
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

/** In hexadecimal: a buffer for each hash takes three times as long. */
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
export const eventUuid = (organisationId: number | string, of: readonly (string | number)[]): string =>
  uuidOf([2, String(organisationId), ...of]);

/**
 * Of the shares in which an event is spread over days, each goes by its place among them, the first by the event's own name: spread
 * over other days another time, it is told from a new one.
 */
export const shareUuid = (uuid: string, place: number) => (place === 0 ? uuid : uuidOf([uuid, place]));

/** A name behind the name space, one after the other. */
const named = Buffer.concat([NAME_SPACE, Buffer.alloc(16_384)]);
/** Its beginnings by their length: names of one sheet have few lengths, and to make a part of a buffer takes as long as to hash it. */
const beginnings: Uint8Array[] = [];
const bytesOfCharacter = 3;
/** The two high bits of this digit are 1 and 0. */
const variants = '89ab';

/** A name-based UUID (version 5, SHA-1; RFC 9562, section 5.5). */
function uuidOf(parts: readonly (string | number)[]): string {
  const name = JSON.stringify(parts);
  const fits = NAME_SPACE.length + name.length * bytesOfCharacter <= named.length;
  const bytes = fits
    ? beginningOf(NAME_SPACE.length + named.write(name, NAME_SPACE.length))
    : Buffer.concat([NAME_SPACE, Buffer.from(name)]);
  const hash = digestOf('sha1', bytes, 'hex');
  const variant = variants[Number.parseInt(hash.charAt(16), 16) % variants.length];
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-5${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

const beginningOf = (length: number): Uint8Array => (beginnings[length] ??= named.subarray(0, length));
