export interface Pseudonymized {
  /** What the person is called by, in lower case. Addresses are found within longer texts; a name that may be a word of the language only where it stands alone. */
  names: readonly string[];
  pseudonym: string;
}

export const isAddress = (name: string): boolean => name.includes('@');

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A text without the person's names, in whatever case they stand. */
export function withoutNames(text: string, { names, pseudonym }: Pseudonymized): string {
  if (names.includes(text.trim().toLowerCase())) return pseudonym;
  const addresses = names.filter(isAddress);
  if (addresses.length === 0) return text;
  // Part of another address is another address.
  return text.replace(new RegExp(`(?<![\\w.+-])(?:${addresses.map(escaped).join('|')})(?![\\w-])`, 'giu'), pseudonym);
}

/** The same of every text within a JSON value; its keys stay. */
export function jsonWithoutNames(value: unknown, names: Pseudonymized): unknown {
  if (typeof value === 'string') return withoutNames(value, names);
  if (Array.isArray(value)) return value.map((one) => jsonWithoutNames(one, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, jsonWithoutNames(one, names)]));
}
