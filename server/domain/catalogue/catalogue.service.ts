import type { Locale } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import { countriesIn } from '../../platform/i18n/country-name.rules';
import { placeChoicesIn } from '../../platform/places/place-choices';
import type { PlaceChoices } from '../../platform/places/place-choices.contract';
import { findLocations, findSites, insertLocations, insertSites, type Resolved } from '../places';
import type { Country } from '../places/place.contract';
import { findReferenceValues, insertReferenceValues } from './catalogue.store';
import type { ElementCode } from './refdata.contract';
import { listCountries, listCurrencies } from './refdata.store';

interface SiteName {
  name: string;
  /** Absent: the organisation's own. Only for new sites. */
  countryCode?: string;
  currency?: string;
  timeZone?: string;
}

export interface ReferenceName {
  element: ElementCode;
  name: string;
  /** The hierarchy that a new value goes into. */
  hierarchy: string;
  /** Only for a new sink; true if absent. */
  countsAsWaste?: boolean;
}

export interface CatalogueNames {
  sites: readonly SiteName[];
  locations: readonly { site: string; name: string }[];
  references: readonly ReferenceName[];
}

export type UnknownNames = 'create' | 'refuse';

export interface CatalogueChoice {
  /** Sites, and their locations, that are not there. */
  places: UnknownNames;
  references: UnknownNames;
}

/** Ids in the order of the names; null where the name is unknown and was not created. */
export interface CatalogueIds {
  sites: (number | null)[];
  locations: (number | null)[];
  references: (number | null)[];
  /** Those that were not there before. */
  made: { sites: number[]; locations: number[]; references: number[] };
}

/**
 * Turns names into ids, whatever their case, and makes what is missing where that is wanted. Names must be trimmed and
 * 1 to 200 characters. The number of statements does not depend on the number of names.
 */
export async function resolveNames(
  trx: Trx,
  organisationId: number,
  { names, choice }: { names: CatalogueNames; choice: CatalogueChoice },
): Promise<CatalogueIds> {
  const sites = await getOrCreate(choice.places, names.sites, {
    find: (wanted) => findSites(trx, organisationId, wanted),
    create: (missing) => insertSites(trx, organisationId, missing),
  });
  const locations = await getOrCreate(choice.places, names.locations, {
    find: (wanted) => findLocations(trx, organisationId, wanted),
    create: (missing) => insertLocations(trx, organisationId, missing),
  });
  const references = await getOrCreate(choice.references, names.references, {
    find: (wanted) => findReferenceValues(trx, organisationId, wanted),
    create: (missing) => insertReferenceValues(trx, organisationId, missing),
  });
  const made = { sites: sites.made, locations: locations.made, references: references.made };
  return { sites: sites.ids, locations: locations.ids, references: references.ids, made };
}

interface Kind<N> {
  find(wanted: readonly N[]): Promise<Resolved>;
  create(missing: readonly N[]): Promise<number[]>;
}

/** Another transaction may create the same name first, so what was created is looked up again. */
async function getOrCreate<N>(
  unknown: UnknownNames,
  names: readonly N[],
  { find, create }: Kind<N>,
): Promise<{ ids: Resolved; made: number[] }> {
  if (names.length === 0) return { ids: [], made: [] };
  const ids = await find(names);
  const missing = names.filter((_, index) => ids[index] === null);
  if (missing.length === 0 || unknown === 'refuse') return { ids, made: [] };
  const made = await create(missing);
  return { ids: await find(names), made };
}

/** What a form about a place offers, in the reader's language; a page hands on what it needs of it. */
export async function readPlaceChoices(db: Db, locale: Locale): Promise<PlaceChoices> {
  return placeChoicesIn(locale, { countries: await listCountries(db), currencies: await listCurrencies(db) });
}

/** Countries in the reader's language, in its order. */
export const readCountries = async (db: Db, locale: Locale): Promise<Country[]> =>
  countriesIn(locale, await listCountries(db));
