import { resolveNames, type CatalogueChoice, type ReferenceName } from '../../domain/catalogue';
import type { Trx } from '../../platform/db/database';
import { locationKey, referenceKey, referenceNames } from './candidate.rules';
import type { EventCandidate } from './event-candidate.contract';
import type { SiteClock } from './import.store';
import { bringBack } from './made-names.service';
import { findTakenBack, type MadeNames } from './made-names.store';
import type { ImportMapping } from './mapping.contract';
import type { Place } from './sheet.batches';

/** Ids by `locationKey` and `referenceKey`; null for what was looked up and is not there. */
export interface KnownNames {
  locations: Map<string, number | null>;
  references: Map<string, number | null>;
}

export const noNames = (): KnownNames => ({ locations: new Map(), references: new Map() });

/** So many names of one kind are remembered; a free text in the place of a name must not fill the memory. */
const remembered = 50_000;

export interface LearnedNames extends KnownNames {
  /** Not there before, or taken back with the import that made it. */
  made: MadeNames;
}

interface Learning {
  organisationId: number;
  mapping: ImportMapping;
  known: KnownNames;
  choice: CatalogueChoice;
  events: readonly EventCandidate[];
  /** With those of the events. */
  places: readonly Place[];
}

/** Looks up, or makes, the names that are not known yet. What it gives holds once the transaction is committed. */
export async function learnNames(
  trx: Trx,
  { organisationId, mapping, known, choice, events, places: named }: Learning,
): Promise<LearnedNames> {
  const places = new Map<string, { site: string; name: string }>();
  const references = new Map<string, ReferenceName>();
  for (const place of named) {
    const key = locationKey(place);
    if (!known.locations.has(key)) places.set(key, { site: place.siteName, name: place.locationName });
  }
  for (const event of events) {
    for (const [field, , element] of referenceNames) {
      const name = event[field];
      const key = name === undefined ? undefined : referenceKey(element, name);
      if (name === undefined || key === undefined || known.references.has(key) || references.has(key)) continue;
      references.set(key, {
        element,
        name,
        hierarchy: mapping.name,
        countsAsWaste: element === 'WASTESINK' ? event.countsAsWaste : undefined,
      });
    }
  }
  const newSite = mapping.newSites && {
    countryCode: mapping.newSites.country,
    currency: mapping.newSites.currency,
    timeZone: mapping.newSites.timeZone,
  };
  const sites = [...new Set([...places.values()].map((place) => place.site))].map((name) => ({ name, ...newSite }));
  const ids = await resolveNames(trx, organisationId, {
    names: { sites, locations: [...places.values()], references: [...references.values()] },
    choice,
  });
  const { back, gone } = await settleTakenBack(trx, organisationId, {
    named: { sites: idsIn(ids.sites), locations: idsIn(ids.locations), values: idsIn(ids.references) },
    choice,
  });
  return {
    locations: pair(
      places.keys(),
      ids.locations.map((id) => (id === null || gone.has(id) ? null : id)),
    ),
    references: pair(references.keys(), ids.references),
    made: {
      sites: [...ids.made.sites, ...back.sites],
      locations: [...ids.made.locations, ...back.locations],
      values: [...ids.made.references, ...back.values],
    },
  };
}

const idsIn = (ids: readonly (number | null)[]) => ids.flatMap((id) => id ?? []);

/** Opens what was taken back where names may be made; a location that stays closed counts as not there. */
async function settleTakenBack(
  trx: Trx,
  organisationId: number,
  { named, choice }: { named: MadeNames; choice: CatalogueChoice },
): Promise<{ back: MadeNames; gone: Set<number> }> {
  const { sites, locations, values } = await findTakenBack(trx, organisationId, named);
  const mayOpen = choice.places === 'create';
  const back = {
    sites: mayOpen ? sites : [],
    locations: mayOpen ? locations : [],
    values: choice.references === 'create' ? values : [],
  };
  await bringBack(trx, organisationId, back);
  return { back, gone: new Set(mayOpen ? [] : locations) };
}

/** Keeps what a committed transaction has learned. */
export function rememberNames(known: KnownNames, learned: KnownNames): void {
  for (const kind of ['locations', 'references'] as const) {
    if (known[kind].size > remembered) known[kind].clear();
    for (const [key, id] of learned[kind]) known[kind].set(key, id);
  }
}

/** Looks first into what was learned just now. */
export function namesOf(known: KnownNames, learned: KnownNames, timeZone: (siteName: string) => string) {
  return {
    timeZone,
    locationId: (event: EventCandidate) => found(locationKey(event), learned.locations, known.locations),
    referenceId: (element: string, name: string) =>
      found(referenceKey(element, name), learned.references, known.references),
  };
}

const found = (key: string, learned: ReadonlyMap<string, number | null>, known: ReadonlyMap<string, number | null>) =>
  learned.get(key) ?? known.get(key) ?? undefined;

/** The clock of a site that the organisation has, or that the mapping would make. */
export function clocksOf(sites: ReadonlyMap<string, SiteClock>, mapping: ImportMapping) {
  const find = (siteName: string) => sites.get(siteName.toLowerCase());
  return {
    find,
    known: (siteName: string) => find(siteName)?.timeZone,
    timeZone: (siteName: string) => find(siteName)?.timeZone ?? mapping.newSites?.timeZone ?? 'UTC',
    currency: (siteName: string) => find(siteName)?.currency ?? mapping.newSites?.currency ?? '',
  };
}

function pair(keys: Iterable<string>, ids: readonly (number | null)[]): Map<string, number | null> {
  return new Map([...keys].map((key, at) => [key, ids[at] ?? null]));
}
