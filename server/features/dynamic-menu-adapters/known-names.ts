import { listTreeValues } from '../../domain/catalogue';
import { listPlaces } from '../../domain/places';
import type { ChoiceSite } from '../../domain/places/secured-items.contract';
import type { Scope } from '../../platform/actor';
import type { Db, Trx } from '../../platform/db/database';
import type { OfAdapter } from './adapters.store';
import { listLocationMatches, listMatches, type MatchedElement } from './matches.store';
import { exactNames } from './matching.rules';

export interface NamedValue {
  id: number;
  name: string;
  names: string[];
}

/** The values in use of an element, with their names in every language. */
async function listValues(db: Db | Trx, organisationId: number, element: MatchedElement): Promise<NamedValue[]> {
  const values = await listTreeValues(db, organisationId, element);
  return values
    .filter(({ status }) => status === 'A')
    .map(({ valueId, name, translations }) => ({ id: valueId, name, names: [name, ...Object.values(translations)] }));
}

/** What dishes or dayparts mean, by their folded names. A value that was retired since is no answer any more. */
export async function readKnown(db: Db | Trx, organisationId: number, element: MatchedElement) {
  const values = await listValues(db, organisationId, element);
  const inUse = new Set(values.map(({ id }) => id));
  const matches = await listMatches(db, organisationId, element);
  return {
    values,
    matches,
    exact: exactNames(values),
    confirmed: new Map(
      matches.filter(({ refId }) => refId === null || inUse.has(refId)).map(({ key, refId }) => [key, refId] as const),
    ),
  };
}

/** The names by which a location may go: its own, that of its site with it, and that of the site where it is the only one. */
const namesOf = ({ siteName, locations }: ChoiceSite) =>
  locations.map(({ locationId, locationName }) => ({
    id: locationId,
    name: `${siteName} · ${locationName}`,
    names: [locationName, `${siteName} ${locationName}`, ...(locations.length === 1 ? [siteName] : [])],
  }));

/** What the locations of a source mean. */
export async function readKnownLocations(db: Db | Trx, scope: Scope, of: OfAdapter) {
  const values: NamedValue[] = (await listPlaces(db, scope)).flatMap(namesOf);
  const matches = await listLocationMatches(db, of);
  return {
    values,
    matches,
    exact: exactNames(values),
    confirmed: new Map(matches.map(({ key, locationId }) => [key, locationId] as const)),
  };
}
