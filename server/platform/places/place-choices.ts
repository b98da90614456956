import type { Locale } from '../actor';
import { countriesIn } from '../i18n/country-name.rules';
import { memoize } from '../memoize';
import type { PlaceChoices } from './place-choices.contract';
import { allZones, currencyOf, zonesOf } from './places';

interface Stored {
  /** In English, as stored. */
  countries: readonly { countryCode: string; countryName: string }[];
  currencies: readonly { currencyCode: string; currencyDesc: string }[];
}

const currencyNames = memoize(
  (locale: Locale) => new Intl.DisplayNames(locale.replace('_', '-'), { type: 'currency', fallback: 'none' }),
);

/** What a form about a place offers: countries by name in the reader's language, each with what is guessed from it; zones; currencies by code. */
export function placeChoicesIn(locale: Locale, { countries, currencies }: Stored): PlaceChoices {
  const known = new Set(currencies.map((one) => one.currencyCode));
  return {
    countries: countriesIn(locale, countries).map(({ countryCode, countryName }) => {
      const currency = currencyOf(countryCode);
      return {
        countryCode,
        countryName,
        timeZones: zonesOf(countryCode),
        currencyCode: currency !== null && known.has(currency) ? currency : null,
      };
    }),
    timeZones: allZones(),
    currencies: currencies
      .map(({ currencyCode, currencyDesc }) => ({
        currencyCode,
        currencyName: currencyNames(locale).of(currencyCode) ?? currencyDesc,
      }))
      .sort((one, other) => (one.currencyCode < other.currencyCode ? -1 : 1)),
  };
}
