import type { Locale } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import { countriesIn } from '../../platform/i18n/country-name.rules';
import { placeChoicesIn } from '../../platform/places/place-choices';
import type { PlaceChoices } from '../../platform/places/place-choices.contract';
import type { Country } from '../places/place.contract';
import { listCountries, listCurrencies } from './refdata.store';

/** What a form about a place offers, in the reader's language; a page hands on what it needs of it. */
export async function readPlaceChoices(db: Db, locale: Locale): Promise<PlaceChoices> {
  return placeChoicesIn(locale, { countries: await listCountries(db), currencies: await listCurrencies(db) });
}

/** Countries in the reader's language, in its order. */
export const readCountries = async (db: Db, locale: Locale): Promise<Country[]> =>
  countriesIn(locale, await listCountries(db));
