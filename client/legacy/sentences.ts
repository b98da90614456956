export type Params = Record<string, string | number>;
/** The sentence of a key; `count` among the parameters chooses its plural. A key without a sentence shows itself. */
export type Sentences = (key: string, params?: Params) => string;

/** @param messages the tree that `GET /rest/v1/i18n/{locale}` answers */
export function createSentences(messages: object, locale: string): Sentences {
  const plural = new Intl.PluralRules(locale.replace('_', '-'));
  const find = (key: string): unknown =>
    key.split('.').reduce<unknown>((node, part) => (typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[part] : undefined), messages);
  return (key, params = {}) => {
    const counted = typeof params.count === 'number' ? find(`${key}_${plural.select(params.count)}`) ?? find(`${key}_other`) : undefined;
    const sentence = counted ?? find(key);
    if (typeof sentence !== 'string') return key;
    return sentence.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole));
  };
}
