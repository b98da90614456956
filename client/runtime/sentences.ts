import type { MessageKey, Params } from '../../server/platform/i18n/messages';

type Beginning<K extends string> = K extends `${infer First}.${infer Rest}`
  ? First | `${First}.${Beginning<Rest>}`
  : never;

/** A message, or all of a section or a part of one: `global.close`, `imports.editor`, `imports`. */
export type MessagePath = MessageKey | Beginning<MessageKey>;

type KeyWithin<P extends MessagePath> = Extract<MessageKey, P | `${P}.${string}`>;

/** Gives the sentences that were declared, and no other; the server's own `t` may stand in for it. */
export interface Speak<W extends readonly MessagePath[]> {
  <K extends KeyWithin<W[number]>>(key: K, ...params: Params<K>): string;
  /** Never there: the compiler compares generic functions without their constraints, but this by its parameter. */
  readonly declared?: (key: KeyWithin<W[number]>) => void;
}

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
