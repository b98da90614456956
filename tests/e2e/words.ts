import { readFileSync } from 'node:fs';

/** A sentence of one locale by its key, as `legacy.sites.new`. @throws where there is none */
export type Words = (key: string) => string;

/** Without parameters and plurals, which no test needs to press a button in any language. */
export const wordsIn =
  (locale: string): Words =>
  (key) => {
    const [section = '', ...path] = key.split('.');
    const found = path.reduce<unknown>(
      (texts, name) => (texts as Record<string, unknown> | undefined)?.[name],
      JSON.parse(readFileSync(`views/locales/${locale}/${section}.json`, 'utf8')),
    );
    if (typeof found !== 'string') throw new Error(`${locale} has no sentence ${key}.`);
    return found;
  };
