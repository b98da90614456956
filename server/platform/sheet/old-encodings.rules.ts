/** Encodings of one byte a letter, the likeliest first: what Windows, old Macintoshes, DOS and Windows in central Europe write. */
export const oldEncodings = ['windows-1252', 'macroman', 'cp850', 'windows-1250'] as const;
export type OldEncoding = (typeof oldEncodings)[number];

/** Letters beside a to z of one language each: what is written in one language is seldom mixed of two. */
const alphabets = [
  'äöüß',
  'àâæçéèêëîïôœùûüÿ',
  'áéíñóúü',
  'áâãàçéêíóôõú',
  'àèéìíòóù',
  'åäöé',
  'æøåéóô',
  'ëïéèöü',
  'áðéíóúýþæö',
  'ąćęłńóśźż',
  'áčďéěíňóřšťúůýž',
  'áäčďéíĺľňóôŕšťúýž',
  'áéíóöőúüű',
  'ăâîşţșț',
  'čćđšž',
].map((letters) => new Set(letters));
const foreign = /(\p{L})?([^\x00-\x7f])(\p{L})?/gu;
/** What people type beside letters. */
const usualSigns = new Set('€£°½¼¾–—‘’“”„«»…•·×²³®©™§\u00a0\u202f');
const penalties = { unreadable: 6, oddSign: 2, strangeCase: 2, otherLetter: 2 };

/**
 * The encoding whose reading looks most like words of one language, by the letters, their case and the signs within words; the likelier
 * one where two look alike.
 * @param decode reads the bytes by an encoding
 */
export function likelyOldEncoding(decode: (encoding: OldEncoding) => string): OldEncoding {
  const [first, ...others] = oldEncodings.map((encoding) => ({ encoding, score: scoreOf(decode(encoding)) }));
  return others.reduce((best, next) => (next.score > best.score ? next : best), first!).encoding;
}

function scoreOf(text: string): number {
  const letters = new Map<string, number>();
  let penalty = 0;
  for (const { 1: before, 2: character = '', 3: after } of text.matchAll(foreign)) {
    if (/\p{L}/u.test(character)) {
      // Alone it may be any sign.
      if (before === undefined && after === undefined) continue;
      const lower = character.toLowerCase();
      letters.set(lower, (letters.get(lower) ?? 0) + 1);
      const isLower = (letter: string) => letter !== letter.toUpperCase();
      if (before !== undefined && isLower(before) && !isLower(character)) penalty += penalties.strangeCase;
    } else if (character === '\ufffd' || /\p{Cc}/u.test(character)) penalty += penalties.unreadable;
    else if ((before !== undefined && after !== undefined) || !usualSigns.has(character)) penalty += penalties.oddSign;
  }
  const within = alphabets.map((alphabet) =>
    [...letters].reduce(
      (sum, [letter, count]) => sum + (alphabet.has(letter) ? count : -penalties.otherLetter * count),
      0,
    ),
  );
  return Math.max(...within) - penalty;
}
