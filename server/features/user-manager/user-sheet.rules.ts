import type { SecuredItems } from '../../domain/places/secured-items.contract';

export const sheetLimits = {
  lines: 500,
  columns: 40,
  cell: 10_000,
  /** Of the file. */
  bytes: 1_000_000,
  /** Of the lines as they come back with the form. */
  characters: 400_000,
  form: 4_000_000,
} as const;

const sheetFields = ['email', 'name', 'roles', 'access', 'active', 'language'] as const;
export type SheetField = (typeof sheetFields)[number];

/** A line of a sheet as it stands there; a field whose column is missing is empty. */
export type SheetLine = Record<SheetField, string> & { line: number };

/** What a head is called in the four languages, the words of the file that Tare writes among them. */
const heads: Record<SheetField, RegExp> = {
  email:
    /^(e-?mail|email address|e-?mail-?adresse|correo( electr[oó]nico)?|adresse (e-?mail|[ée]lectronique)|courriel)$/i,
  name: /^(name|full name|nombre|nombre completo|nom|nom complet)$/i,
  roles: /^(roles?|rollen?|rol|r[oô]les?)$/i,
  access: /^(can see|access|sieht|zugriff|puede ver|acceso|peut voir|acc[eè]s)$/i,
  active: /^(active|status|aktiv|activo|activa|estado|actif|active|statut)$/i,
  language: /^(language|sprache|idioma|langue)$/i,
};

/** The place of each column, from 0; fields without one are left out. */
export function columnsOf(header: readonly string[]): Partial<Record<SheetField, number>> {
  const found = sheetFields.map(
    (field) => [field, header.findIndex((head) => heads[field].test(head.trim()))] as const,
  );
  return Object.fromEntries(found.filter(([, at]) => at >= 0));
}

/** A cell that a spreadsheet would run; one that Tare's own file has made harmless is text again. */
const isFormula = (cell: string) => /^[=+@]/.test(cell) || /^-(?!$)/.test(cell);
const plain = (cell: string) => cell.trim().replace(/^'(?=[=+\-@])/, '');

/** Names in the first row that mean nothing here: what stands below them would be lost without a word. */
export const unknownHeads = (header: readonly string[]): string[] =>
  header.filter((head) => head.trim() !== '' && !Object.values(heads).some((known) => known.test(head.trim())));

export function linesOf(rows: readonly { line: number; cells: readonly string[] }[]): SheetLine[] | null {
  const [head, ...rest] = rows;
  const columns = columnsOf(head?.cells ?? []);
  if (columns.email === undefined) return null;
  return rest.map(({ line, cells }) => ({
    line,
    ...(Object.fromEntries(
      sheetFields.map((field) => {
        const at = columns[field];
        // One more than fits, so that it is seen to be cut.
        return [field, at === undefined ? '' : (cells[at] ?? '').trim().slice(0, sheetLimits.cell + 1)];
      }),
    ) as Record<SheetField, string>),
  }));
}

/** Somebody who is there already, with why they may not be changed. */
interface KnownPerson<Refusal extends string = string> {
  userId: number;
  roleIds: readonly number[];
  items: SecuredItems | null;
  active: boolean;
  refused: Partial<Record<'roles' | 'access' | 'state', Refusal>>;
}

export interface KnownPlaces {
  siteId: number;
  siteName: string;
  locations: readonly { locationId: number; locationName: string }[];
}

/** What the lines are read against; texts in small letters. */
export interface Known<Locale extends string, Refusal extends string = string> {
  people: ReadonlyMap<string, KnownPerson<Refusal>>;
  /** By every name that a role goes by. */
  /** null: several roles are called so. */
  roles: ReadonlyMap<string, { roleId: number; grantable: boolean } | null>;
  sites: readonly KnownPlaces[];
  /** The words for the whole organization, and for yes and no. */
  words: { everything: ReadonlySet<string>; yes: ReadonlySet<string>; no: ReadonlySet<string> };
  locales: ReadonlyMap<string, Locale>;
  isAddress(text: string): boolean;
}

type LineCode =
  | 'formula'
  | 'badEmail'
  | 'twice'
  | 'nameMissing'
  | 'nameTooLong'
  | 'rolesMissing'
  | 'unknownRole'
  | 'roleBeyondYours'
  | 'unknownPlace'
  | 'placeNotUnique'
  | 'badActive'
  | 'newInactive'
  | 'unknownLanguage'
  | 'cellTooLong'
  | 'accessMissing'
  | 'roleNotUnique';

interface Changes {
  roleIds?: { before: readonly number[]; after: readonly number[] };
  items?: { before: SecuredItems | null; after: SecuredItems | null };
  active?: boolean;
}

export type LinePlan<Locale extends string = string, Refusal extends string = string> = {
  line: number;
  email: string;
} & (
  | { kind: 'add'; name: string; roleIds: number[]; items: SecuredItems | null; locale: Locale | null }
  | ({ kind: 'change'; userId: number } & Changes)
  | { kind: 'same'; userId: number }
  | { kind: 'refused'; code: LineCode; raw: string }
  | { kind: 'forbidden'; refusal: Refusal }
);

class Refused {
  constructor(
    readonly code: LineCode,
    readonly raw: string,
  ) {}
}

/** What stands between separators; within quotation marks, which are doubled in a name, it is none. */
function split(text: string, separator: ';' | '>'): string[] {
  const found = text.match(new RegExp(`(?:"(?:[^"]|"")*"|[^"${separator}]|")+`, 'g')) ?? [];
  return found.map((part) => part.trim()).filter((part) => part !== '');
}
const parts = (cell: string) => split(cell, ';');
const unquoted = (part: string) => (/^".*"$/s.test(part) ? part.slice(1, -1).replaceAll('""', '"') : part);

/** A name as it stands in a cell of several. */
export const inCell = (name: string) => (/[;>"]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

const small = (text: string) => text.normalize('NFC').toLowerCase();

function rolesIn<L extends string>(cell: string, known: Known<L>, before: readonly number[]): number[] {
  const found = parts(cell)
    .map(unquoted)
    .map((name) => {
      const role = known.roles.get(small(name));
      if (role === null) throw new Refused('roleNotUnique', name);
      if (!role) throw new Refused('unknownRole', name);
      if (!role.grantable && !before.includes(role.roleId)) throw new Refused('roleBeyondYours', name);
      return role.roleId;
    });
  const beyond = [...known.roles.values()].flatMap((role) => (role && !role.grantable ? [role.roleId] : []));
  const lost = before.find((id) => !found.includes(id) && beyond.includes(id));
  if (lost !== undefined) throw new Refused('roleBeyondYours', cell);
  return inOrder(new Set(found));
}

/** `Site` for all of a site, `Site > Location` for one of its locations. */
function itemsIn<L extends string>(cell: string, { sites, words }: Known<L>): SecuredItems | null {
  if (words.everything.has(small(cell))) return null;
  const siteIds = new Set<number>();
  const locationIds = new Set<number>();
  for (const part of parts(cell)) {
    const [siteName = '', ...rest] = split(part, '>').map(unquoted);
    const [site, other] = sites.filter((one) => small(one.siteName) === small(siteName));
    if (!site) throw new Refused('unknownPlace', part);
    if (other) throw new Refused('placeNotUnique', part);
    const location = site.locations.find(({ locationName }) => small(locationName) === small(rest.join(' > ')));
    if (rest.length === 0) siteIds.add(site.siteId);
    else if (location) locationIds.add(location.locationId);
    else throw new Refused('unknownPlace', part);
  }
  return { siteIds: inOrder(siteIds), locationIds: inOrder(locationIds) };
}

const inOrder = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);

function activeIn<L extends string>(cell: string, { words }: Known<L>): boolean | null {
  if (cell === '') return null;
  if (words.yes.has(small(cell))) return true;
  if (words.no.has(small(cell))) return false;
  throw new Refused('badActive', cell);
}

export const sameIds = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((id) => b.includes(id));
const sameItems = (a: SecuredItems | null, b: SecuredItems | null) =>
  a === null || b === null ? a === b : sameIds(a.siteIds, b.siteIds) && sameIds(a.locationIds, b.locationIds);

/** What each line asks for. An empty cell leaves what is there; only somebody new needs a name and roles. */
export function planOf<L extends string, R extends string>(
  lines: readonly SheetLine[],
  known: Known<L, R>,
): LinePlan<L, R>[] {
  const seen = new Set<string>();
  return lines.map((given) => {
    const email = small(plain(given.email));
    const at = { line: given.line, email: plain(given.email) };
    try {
      const formula = sheetFields.find((field) => isFormula(given[field]));
      if (formula) throw new Refused('formula', given[formula]);
      const long = sheetFields.find((field) => given[field].length > sheetLimits.cell);
      if (long) throw new Refused('cellTooLong', given[long]);
      if (!known.isAddress(email)) throw new Refused('badEmail', given.email);
      if (seen.has(email)) throw new Refused('twice', given.email);
      seen.add(email);
      const line = { ...given, roles: plain(given.roles), access: plain(given.access), name: plain(given.name) };
      const person = known.people.get(email);
      return { ...at, ...(person ? changeOf(line, person, known) : additionOf({ ...line, email }, known)) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { ...at, kind: 'refused', code: error.code, raw: error.raw.slice(0, 100) };
    }
  });
}

function additionOf<L extends string, R extends string>(line: SheetLine, known: Known<L, R>) {
  if (line.name === '') throw new Refused('nameMissing', '');
  if (line.name.length > 200) throw new Refused('nameTooLong', line.name);
  if (line.roles === '') throw new Refused('rolesMissing', '');
  if (line.access === '') throw new Refused('accessMissing', '');
  if (activeIn(line.active, known) === false) throw new Refused('newInactive', line.active);
  const locale = line.language === '' ? null : known.locales.get(small(line.language));
  if (locale === undefined) throw new Refused('unknownLanguage', line.language);
  return {
    kind: 'add' as const,
    name: line.name,
    roleIds: rolesIn(line.roles, known, []),
    items: itemsIn(line.access, known),
    locale,
  };
}

function changeOf<L extends string, R extends string>(line: SheetLine, person: KnownPerson<R>, known: Known<L, R>) {
  const { userId, roleIds: before, items, refused } = person;
  const changes: Changes = {};
  const roles = line.roles === '' ? null : rolesIn(line.roles, known, before);
  if (roles && !sameIds(roles, before)) changes.roleIds = { before, after: roles };
  const access = line.access === '' ? undefined : itemsIn(line.access, known);
  if (access !== undefined && !sameItems(access, items)) changes.items = { before: items, after: access };
  const active = activeIn(line.active, known);
  if (active !== null && active !== person.active) changes.active = active;
  const refusal =
    (changes.roleIds && refused.roles) ??
    (changes.items && refused.access) ??
    (changes.active === undefined ? undefined : refused.state);
  if (refusal !== undefined) return { kind: 'forbidden' as const, refusal };
  return Object.keys(changes).length === 0
    ? { kind: 'same' as const, userId }
    : { kind: 'change' as const, userId, ...changes };
}

export const planKinds = ['add', 'change', 'same', 'refused'] as const;

/** How many lines there are of each kind; what may not be done is refused as well. */
export const countsOf = (plan: readonly Pick<LinePlan, 'kind'>[]): Record<(typeof planKinds)[number], number> => {
  const count = (...kinds: LinePlan['kind'][]) => plan.filter(({ kind }) => kinds.includes(kind)).length;
  return {
    add: count('add'),
    change: count('change'),
    same: count('same'),
    refused: count('refused', 'forbidden'),
  };
};

/** Lines as a form brings them back; null for what is none. */
export function linesFrom(text: string): SheetLine[] | null {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(given) || given.length > sheetLimits.lines) return null;
  const isLine = (one: unknown): one is SheetLine =>
    typeof one === 'object' &&
    one !== null &&
    Number.isSafeInteger((one as SheetLine).line) &&
    sheetFields.every((field) => typeof (one as SheetLine)[field] === 'string');
  return given.every(isLine) ? given : null;
}
