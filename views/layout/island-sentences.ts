import type { MessagePath, Messages } from '../../client/runtime/sentences';
import { locales } from '../locales';
import type { Locale } from '../locales/messages';

const base: Locale = 'en_US';
const plural = /_(zero|one|two|few|many|other)$/;

const known = new WeakMap<readonly MessagePath[], Map<Locale, Messages>>();

/** What an island declared, in one language, as a tree of its own; each is picked once. */
export function sentencesFor(paths: readonly MessagePath[], locale: Locale): Messages {
  const perLocale = known.get(paths) ?? new Map<Locale, Messages>();
  known.set(paths, perLocale);
  const picked =
    perLocale.get(locale) ??
    paths.reduce((tree, path) => merged(tree, partOf(locales[locale], path) ?? partOf(locales[base], path) ?? {}), {});
  perLocale.set(locale, picked);
  return picked;
}

/** The tree with nothing but what lies at the path: a sentence, its plural forms or a whole part. */
function partOf(tree: Messages, path: string): Messages | null {
  const [name = '', ...rest] = path.split('.');
  if (rest.length > 0) {
    const child = tree[name];
    const part = typeof child === 'object' ? partOf(child, rest.join('.')) : null;
    return part && { [name]: part };
  }
  const found = Object.entries(tree).filter(([key]) => key === name || key.replace(plural, '') === name);
  return found.length > 0 ? Object.fromEntries(found) : null;
}

function merged(one: Messages, other: Messages): Messages {
  const both = Object.entries(other).map(([name, added]) => {
    const there = one[name];
    return [name, typeof there === 'object' && typeof added === 'object' ? merged(there, added) : added] as const;
  });
  return { ...one, ...Object.fromEntries(both) };
}
