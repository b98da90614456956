import type { SheetCode, SheetParams } from './sheet-codes.contract';

export interface Failure<Code extends string = SheetCode> {
  ok: false;
  code: Code;
  params: SheetParams;
}
export type Read<T, Code extends string = SheetCode> = { ok: true; value: T } | Failure<Code>;

export const read = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });
export const failed = <Code extends string>(code: Code, params: SheetParams = {}): Failure<Code> => ({
  ok: false,
  code,
  params,
});

const NAME_LENGTH = 200;
const NOTE_LENGTH = 2000;

const LINE_BREAKS_AND_TABS = /[\t\n\r]/g;
// Control characters, halves of surrogate pairs, and the marks that reverse the reading direction of what follows.
const UNSAFE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]/u;
const REPLACEMENT_CHARACTER = '\ufffd';

/**
 * A name of a site, an item, a reason: NFC, trimmed, each run of white space one space, at most 200 characters.
 * An empty cell is the empty string, which the caller may refuse.
 */
export function readName(raw: string): Read<string> {
  const known = knownNames.get(raw);
  if (known) return known;
  const name = readText(raw.replace(LINE_BREAKS_AND_TABS, ' '), NAME_LENGTH, (text) => text.replace(/\s+/gu, ' '));
  if (raw.length > NAME_LENGTH) return name;
  if (knownNames.size >= REMEMBERED_NAMES) knownNames.clear();
  knownNames.set(raw, name);
  return name;
}

/** A sheet repeats the same few from line to line. */
const knownNames = new Map<string, Read<string>>();
const REMEMBERED_NAMES = 5_000;

/** A free text: NFC, trimmed, at most 2,000 characters; its line breaks stay, as `\n`. */
export function readNote(raw: string): Read<string> {
  return readText(raw, NOTE_LENGTH, (text) => text.replace(/\r\n?/g, '\n'));
}

function readText(raw: string, max: number, tidy: (text: string) => string): Read<string> {
  const text = tidy(raw).normalize('NFC').trim();
  if (text.includes(REPLACEMENT_CHARACTER)) return failed('import.undecodable');
  const unsafe = UNSAFE.exec(text.replace(/[\n\t]/g, ' '));
  if (unsafe) return failed('import.controlCharacter', { character: codePointName(unsafe[0]) });
  const length = [...text].length;
  return length > max ? failed('import.textTooLong', { length, max }) : read(text);
}

function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
