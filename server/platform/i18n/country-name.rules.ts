import type { Locale } from '../actor';
import { memoize } from '../memoize';

interface Country {
  countryCode: string;
  /** In English, as it is stored. */
  countryName: string;
}

const tagOf = (locale: Locale) => locale.replace('_', '-');
const names = memoize((locale: Locale) => new Intl.DisplayNames(tagOf(locale), { type: 'region', fallback: 'none' }));

/** A country in the reader's language, as CLDR calls it, or as it is stored. */
export const countryNameIn = (locale: Locale, { countryCode, countryName }: Country): string =>
  names(locale).of(countryCode) ?? countryName;

/** Countries in the reader's language, in its order. */
export const countriesIn = (locale: Locale, countries: readonly Country[]): Country[] =>
  countries
    .map((one) => ({ ...one, countryName: countryNameIn(locale, one) }))
    .sort((one, other) => one.countryName.localeCompare(other.countryName, tagOf(locale)));
