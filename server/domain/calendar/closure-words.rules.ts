/** What a line with a certain value in a column that decides does: it closes its days, opens them, or says nothing about them. */
export const meanings = ['closed', 'open', 'nothing'] as const;
export type Meaning = (typeof meanings)[number];

const patterns = {
  start:
    /^(start|from|begin|date|day|(start|from|first)[ _-]?(date|day)|datum|von|beginn|startdatum|erster tag|tag|debut|date( de)? debut|premier jour|du|jour|fecha|inicio|desde|fecha (de )?inicio|dia|fran|dag|forsta dag)$/,
  end: /^(end|to|until|(end|to|last)[ _-]?(date|day)|bis|ende|enddatum|letzter tag|fin|date( de)? fin|dernier jour|au|hasta|fecha (de )?fin|till|slut|slutdatum|sista dag)$/,
  kind: /^(kind|type|state|status|art|typ|tipo|estado|statut|etat|type[ _-]?de[ _-]?fermeture)$/,
  name: /^(name|name[ _-][a-z]{2}|reason|title|summary|label|description|grund|anlass|bezeichnung|bemerkung|nom|motif|libelle|nombre|motivo|descripcion|namn|orsak|anledning)$/,
  site: /^(site|site name|betrieb|schule|school|etablissement|ecole|centro|escuela|colegio|skola|enhet)$/,
  location:
    /^(location|location name|kitchen|canteen|standort|kuche|mensa|kantine|lieu|cuisine|cantine|ubicacion|cocina|comedor|kok|plats)$/,
};
export type Role = keyof typeof patterns;

/** Headings of columns that decide, by what a yes in them says. */
const flags: Record<'open' | 'closed', RegExp> = {
  open: /^(is )?(open|opened|(school|working|work|business|operating|service)[ _-]?day|offen|geoffnet|schultag|unterrichtstag|arbeitstag|werktag|betriebstag|ouvert|ouverture|jour (scolaire|de classe|d.ecole|ouvre|d.ouverture)|abierto|abierta|dia (lectivo|escolar|laborable|habil)|lectivo|laborable|oppet|oppen|skoldag|arbetsdag)$/,
  closed:
    /^(is )?(closed|closure|(public |school |bank )?holiday|geschlossen|zu|feiertag|ferien|ferientag|schulfrei|schliesstag|schliesszeit|schließtag|ferme|fermeture|ferie|jour ferie|vacances|cerrado|cierre|festivo|vacaciones|stangt|stangd|helgdag|lov|lovdag)$/,
};

const yes = /^(yes|y|true|1|x|✓|✔|ja|j|wahr|oui|o|vrai|si|s|verdadero|sant)$/;
const no = /^(no|n|false|0|-|–|nein|nee|falsch|non|faux|falso|nej|)$/;
const open = /^(open|opened|extra open|working day|offen|geoffnet|ouvert|ouverte|abierto|abierta|oppet|oppen)$/;
const closed = /^(close|closed|closure|geschlossen|zu|ferme|fermee|fermeture|cerrado|cerrada|cierre|stangt|stangd)$/;

/** No word of a sheet that means anything here is longer; what follows must not cost time. */
const LONGEST = 200;

const fold = (text: string) =>
  text
    .slice(0, LONGEST)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[_\s]+/g, ' ')
    .trim();
/** Without what is said in brackets or of the values: 'Schultag (ja/nein)'. */
const headingOf = (text: string) =>
  fold(text)
    .replace(/\s*[([].*[)\]]\s*$/, '')
    .replace(/[\s:]*\b(ja\/nein|j\/n|yes\/no|y\/n|oui\/non|o\/n|si\/no|s\/n|ja\/nej)$/, '')
    .replace(/[:?*\s]+$/, '');

export const roleOf = (heading: string, role: Role): boolean => patterns[role].test(headingOf(heading));

/** What a yes in a column of this heading says; null where the heading names no such column. */
export function flagOf(heading: string): 'open' | 'closed' | null {
  const plain = headingOf(heading);
  return flags.open.test(plain) ? 'open' : flags.closed.test(plain) ? 'closed' : null;
}

const isYesOrNo = (value: string) => yes.test(fold(value)) || no.test(fold(value));
const isState = (value: string) => open.test(fold(value)) || closed.test(fold(value));

/** Columns with more values than this decide nothing. */
export const mostValues = 12;

/** Whether the values are those of a column that decides; the names of holidays under 'Holiday' are not. */
export function valuesDecide(values: readonly string[]): boolean {
  return (
    values.length <= mostValues &&
    values.some((value) => value !== '' && (isYesOrNo(value) || isState(value))) &&
    values.every((value) => isYesOrNo(value) || isState(value) || flagOf(value) !== null || value.length <= 40)
  );
}

/** Whether the kinds of closures have values among them that are no kinds: a yes or no, or the name of an open day. */
export const kindsAsk = (values: readonly string[]): boolean =>
  values.length <= mostValues &&
  values.some((value) => (value !== '' && isYesOrNo(value)) || (flagOf(value) === 'open' && !open.test(fold(value))));

/**
 * What a value most likely means, to be confirmed by a person.
 * @param says what a yes in its column says; null for a column of kinds
 * @returns null where only a person can tell
 */
export function suggested(value: string, says: 'open' | 'closed' | null): Meaning | null {
  const plain = fold(value);
  if (closed.test(plain)) return 'closed';
  if (open.test(plain)) return says === null ? 'open' : 'nothing';
  const named = flagOf(value);
  if (named !== null) return named === 'closed' ? 'closed' : 'nothing';
  if (says === null) return isYesOrNo(value) && plain !== '' ? null : 'closed';
  if (yes.test(plain)) return says === 'closed' ? 'closed' : 'nothing';
  return no.test(plain) ? (says === 'closed' ? 'nothing' : 'closed') : null;
}

/** Words that a line can say instead of a reason. */
export const isPlainState = (value: string) => isYesOrNo(value) || isState(value);
export const saysOpen = (value: string) => open.test(fold(value));
export const saysClosed = (value: string) => closed.test(fold(value));
