import type { MessageKey, Params } from '../../server/platform/i18n/messages';
import type { MessageSections } from '../../views/locales/messages';

/** A message, or all of a section or a part of one: `global.close`, `imports.editor`, `imports`. */
export type MessagePath = MessageKey | keyof MessageSections;

type KeyWithin<P extends MessagePath> = P extends keyof MessageSections
  ? MessageSections[P] | Extract<P, MessageKey>
  : Extract<P, MessageKey>;

// Its keys have no constraint: the compiler would compare those of every path with all keys.
interface SpeakOf<Keys> {
  <K extends Keys>(key: K, ...params: K extends MessageKey ? Params<K> : never): string;
  /** Never there: the compiler compares generic functions without their constraints, but this by its parameter. */
  readonly declared?: (key: Keys) => void;
}

/** Gives the sentences that were declared, and no other; the server's own `t` may stand in for it. */
export type Speak<W extends readonly MessagePath[]> = SpeakOf<KeyWithin<W[number]>>;

/** Declares which messages an island, or a part of one, shows: `const words = sentences('imports.editor', 'global.close')`. */
export const sentences = <const W extends readonly MessagePath[]>(...paths: W): W => paths;

/** A tree of sentences, as the files of the locales hold them. */
export interface Messages {
  readonly [name: string]: string | Messages;
}

const placeholder = /\{\{\s*(\w+)\s*\}\}/g;

/**
 * The sentences of a tree. Plural forms are distinguished as in i18next: `sites_one`, `sites_other`, by `count`. A key without
 * a sentence shows itself.
 * @param locale `de_DE` or `de-DE`
 */
export function createTranslate<W extends readonly MessagePath[]>(messages: Messages, locale: string): Speak<W> {
  const plural = new Intl.PluralRules(locale.replace('_', '-'));
  const find = (key: string) =>
    key
      .split('.')
      .reduce<string | Messages | undefined>(
        (node, name) => (typeof node === 'object' ? node[name] : undefined),
        messages,
      );
  const speak = (key: string, params: Record<string, string | number> = {}) => {
    const counted =
      typeof params.count === 'number'
        ? (find(`${key}_${plural.select(params.count)}`) ?? find(`${key}_other`))
        : undefined;
    const sentence = counted ?? find(key);
    if (typeof sentence !== 'string') return key;
    return sentence.replace(placeholder, (whole, name: string) => (name in params ? String(params[name]) : whole));
  };
  // By way of `unknown`: the compiler would compare every key with every other.
  return speak as unknown as Speak<W>;
}
