import type { Locale } from '../../platform/actor';
import type { Db } from '../../platform/db/database';
import type { PlaceChoices } from '../../platform/places/place-choices.contract';
import { placeChoicesIn } from '../../platform/places/place-choices';
import { listCountries, listCurrencies } from './refdata.store';

/** What a form about a place offers, in the reader's language; a page hands on what it needs of it. */
export async function readPlaceChoices(db: Db, locale: Locale): Promise<PlaceChoices> {
  return placeChoicesIn(locale, { countries: await listCountries(db), currencies: await listCurrencies(db) });
}
