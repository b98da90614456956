/** What a line is about: one word, because a reader of the description drops the last word of each part. */
const lineLabels = [
  'Organization',
  'User',
  'Login',
  'Email',
  'Site',
  'Location',
  'Device',
  'Status',
  'LastSignIn',
  'Created',
  'Serial',
  'LastSeen',
  'Country',
  'Currency',
  'TimeZone',
  'Sites',
  'Locations',
  'Devices',
  'More',
] as const;
export type LineLabel = (typeof lineLabels)[number];

export interface Line {
  label: LineLabel;
  /** Without space around it; empty where nothing is known. */
  value: string;
}

/** A letter that looks like a colon and is none, in place of each in a value. */
const colonLetter = '\ua789';
/** Invisible; before that letter, and before itself, where a value has them of its own. */
const escape = '\u2060';
/** The word that the last value loses in place of its own. */
const sentinel = 'End';

const written = (value: string) =>
  value
    .trim()
    .replace(/[\ua789\u2060]/g, (own) => escape + own)
    .replaceAll(':', colonLetter);
const readBack = (value: string) => value.replace(/\u2060([\ua789\u2060])|\ua789/g, (_, own?: string) => own ?? ':');

/** The colon-separated text of some lines, such that `partsOf` gives their values whole. */
export const describeLines = (lines: readonly Line[]): string =>
  [...lines.map(({ label, value }) => `${label}: ${written(value)}`), sentinel].join(' ');

const lastWord = (part: string) => part.split(' ').at(-1) ?? '';
const withoutLastWord = (part: string) => part.split(' ').slice(0, -1).join(' ');

/** As the specification splits a description: at its colons, trimmed, each part without its last word, and without the first part. */
export const partsOf = (description: string): string[] =>
  description
    .split(':')
    .map((part) => withoutLastWord(part.trim()))
    .slice(1);

const isLabel = (word: string): word is LineLabel => (lineLabels as readonly string[]).includes(word);

/** The lines of a description with the words that its parts lose, each of which names the next value. What is none of our labels is no line. */
export function linesOf(description: string): Line[] {
  const labels = description.split(':').map((part) => lastWord(part.trim()));
  return partsOf(description).flatMap((value, at) => {
    const label = labels[at] ?? '';
    return isLabel(label) ? [{ label, value: readBack(value) }] : [];
  });
}

/** A description of several people names each of them from the organisation on. */
export function groupsOf(lines: readonly Line[]): Line[][] {
  return lines.reduce<Line[][]>((groups, line) => {
    const begins = groups.length === 0 || line.label === 'Organization' || line.label === 'More';
    return begins ? [...groups, [line]] : [...groups.slice(0, -1), [...(groups.at(-1) ?? []), line]];
  }, []);
}
