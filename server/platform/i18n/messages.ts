import i18next, { type TOptions } from 'i18next';
import { locales } from '../../../views/locales';
import type layout from '../../../views/locales/en_US/layout.json';
import type { Locale, Messages } from '../../../views/locales/messages';
import { memoize } from '../memoize';

export type MessageKey = keyof Messages;

/** The sentences that belong to no page: the `layout` section of a locale. */
export type LayoutStrings = typeof layout;

/** What a sentence's placeholders need. */
export type Params<K extends MessageKey> =
  Record<never, never> extends Messages[K] ? [params?: Messages[K]] : [params: Messages[K]];

/** The sentence of a key in one locale. */
export type Translate = <K extends MessageKey>(key: K, ...params: Params<K>) => string;

/** What everybody reads who asked for nothing that we have. */
export const defaultLocale: Locale = 'en_US';

export const localeCodes = Object.keys(locales) as Locale[];

const bcp47 = (locale: Locale) => locale.replace('_', '-');

const engine = i18next.createInstance();
void engine.init({
  lng: bcp47(defaultLocale),
  fallbackLng: bcp47(defaultLocale),
  initAsync: false,
  showSupportNotice: false,
  resources: Object.fromEntries(localeCodes.map((locale) => [bcp47(locale), { translation: locales[locale] }])),
  // React and the CSV writer escape for their own target.
  interpolation: { escapeValue: false },
} as Parameters<typeof engine.init>[0]);

/** One for each locale: a sentence without parameters is looked up once, as a long table says it in every row. */
export const translator = memoize((locale: Locale): Translate => {
  const loose = engine.getFixedT(bcp47(locale)) as unknown as (key: string, options: TOptions) => string;
  const plain = memoize((key: string) => loose(key, {}));
  return (key, params?: object) => (params === undefined ? plain(key) : loose(key, params as TOptions));
});

/** For keys that were decided at run time, such as an error's; the type of the parameters is lost there. */
export function sentence(t: Translate, key: MessageKey, params?: Record<string, string | number>): string {
  return (t as (key: MessageKey, params?: object) => string)(key, params);
}

/** The locale that a browser's Accept-Language asks for, as far as we have it. */
export function localeFromHeader(header: string | undefined): Locale {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => part.trim().split(';')[0]?.toLowerCase().split('-')[0] ?? '')
    .filter((language) => language !== '');
  for (const language of wanted) {
    const match = localeCodes.find((locale) => locale.toLowerCase().startsWith(`${language}_`));
    if (match) return match;
  }
  return defaultLocale;
}
