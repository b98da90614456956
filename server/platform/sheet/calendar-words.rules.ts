/** Names of months and weekdays as sheets write them in English, German, Spanish, French, Swedish, Danish, Dutch, Italian, Portuguese and Polish. */
const LANGUAGES = ['en', 'de', 'es', 'fr', 'sv', 'da', 'nl', 'it', 'pt', 'pl'] as const;

/** What people write beside the names of the language's own calendar: 1 January … 12 December, 1 Monday … 7 Sunday. */
const OTHER_MONTHS: Record<string, number> = {
  mrz: 3,
  maerz: 3,
  janner: 1,
  feber: 2,
  sept: 9,
  sep: 9,
  okt: 10,
  dez: 12,
  dic: 12,
  dec: 12,
  ene: 1,
  abr: 4,
  ago: 8,
  fev: 2,
  avr: 4,
  aou: 8,
  maj: 5,
  juin: 6,
  juil: 7,
};
const OTHER_DAYS: Record<(typeof LANGUAGES)[number], string[]> = {
  en: ['mon mo m', 'tue tues tu t', 'wed we w', 'thu thur thurs th t', 'fri fr f', 'sat sa s', 'sun su s'],
  de: ['mo m', 'di d', 'mi m', 'do d', 'fr f', 'sa s sonnabend', 'so s'],
  es: ['lu lun l', 'ma mar m', 'mi mie x', 'ju jue j', 'vi vie v', 'sa sab s', 'do dom d'],
  fr: ['lu lun l', 'ma mar m', 'me mer m', 'je jeu j', 've ven v', 'sa sam s', 'di dim d'],
  sv: ['mo man', 'ti tis', 'on ons', 'to tor tors', 'fr fre', 'lo lor', 'so son'],
  da: ['ma man', 'ti tir', 'on ons', 'to tor', 'fr fre', 'lo lor', 'so son'],
  nl: ['ma', 'di', 'wo', 'do', 'vr', 'za', 'zo'],
  it: ['lu lun', 'ma mar', 'me mer', 'gi gio', 've ven', 'sa sab', 'do dom'],
  pt: ['seg segunda', 'ter terca', 'qua quarta', 'qui quinta', 'sex sexta', 'sab', 'dom'],
  // Without `so`, which is Sunday in German.
  pl: ['pn pon', 'wt', 'sr', 'cz czw', 'pt', 'sob sb', 'nd ndz niedz'],
};

/** Small letters without accents and points, by which words are compared. */
const plainWord = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replace(/[\p{M}.]/gu, '')
    .trim();

const MONTHS = new Map<string, number>(Object.entries(OTHER_MONTHS));
const DAYS = new Map(LANGUAGES.map((language) => [language, new Map<string, Set<number>>()]));

for (const language of LANGUAGES) {
  const known = DAYS.get(language)!;
  const learn = (word: string, day: number) => known.set(word, (known.get(word) ?? new Set()).add(day));
  for (const width of ['long', 'short'] as const) {
    const month = new Intl.DateTimeFormat(language, { month: width, timeZone: 'UTC' });
    const inDate = new Intl.DateTimeFormat(language, { month: width, day: 'numeric', timeZone: 'UTC' });
    const weekday = new Intl.DateTimeFormat(language, { weekday: width, timeZone: 'UTC' });
    for (let at = 1; at <= 12; at += 1) {
      const day = new Date(Date.UTC(2024, at - 1, 1));
      MONTHS.set(plainWord(month.format(day)), at);
      MONTHS.set(plainWord(inDate.formatToParts(day).find(({ type }) => type === 'month')?.value ?? ''), at);
    }
    // 1 January 2024 was a Monday.
    for (let at = 1; at <= 7; at += 1) learn(plainWord(weekday.format(new Date(Date.UTC(2024, 0, at)))), at);
  }
  OTHER_DAYS[language].forEach((words, at) => words.split(' ').forEach((word) => learn(word, at + 1)));
}

/** 1 January … 12 December; undefined where the word names no month. */
export const monthOfWord = (word: string): number | undefined => MONTHS.get(plainWord(word));

/** Whether the word names a weekday in any of the languages, an abbreviation of two letters or more. */
export const isWeekdayWord = (word: string): boolean =>
  plainWord(word).length > 1 && LANGUAGES.some((language) => DAYS.get(language)?.has(plainWord(word)));

/** 1 Monday … 7 Sunday; null where the word names none, or one in one language and another in another. */
export function weekdayOfWord(word: string): number | null {
  const plain = plainWord(word);
  const found = plain.length < 2 ? [] : LANGUAGES.flatMap((language) => [...(DAYS.get(language)?.get(plain) ?? [])]);
  return new Set(found).size === 1 ? found[0]! : null;
}

const LETTERS_OF_WEEK = 5;

/**
 * The weekdays, 1 Monday … 7 Sunday, that headings side by side name in one language: abbreviations such as `Do` mean another
 * day in another. Null where no language reads them all as different days. Single letters count from five on, in their order.
 */
export function weekdaysOf(headings: readonly string[]): number[] | null {
  const words = headings.map(plainWord);
  if (words.length < 2 || (words.length < LETTERS_OF_WEEK && words.some((word) => word.length < 2))) return null;
  for (const language of LANGUAGES) {
    const read = inOrder(words.map((word) => DAYS.get(language)?.get(word)));
    if (read) return read;
  }
  return null;
}

/** Of the days that a letter may mean, the first after the day before it. */
function inOrder(choices: readonly (ReadonlySet<number> | undefined)[]): number[] | null {
  const read: number[] = [];
  for (const choice of choices) {
    const open = [...(choice ?? [])].filter((day) => !read.includes(day));
    const last = read.at(-1) ?? 0;
    const next = open.find((day) => day > last) ?? open[0];
    if (next === undefined) return null;
    read.push(next);
  }
  return read;
}
