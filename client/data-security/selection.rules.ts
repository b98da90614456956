import type { ChoiceSite, SecuredItems } from '../../server/domain/places/secured-items.contract';

/** How much of a site is chosen. */
export type Extent = 'whole' | 'some' | 'none';

export function extentOf({ siteIds, locationIds }: SecuredItems, { siteId, locations }: ChoiceSite): Extent {
  const named = locations.filter(({ locationId }) => locationIds.includes(locationId)).length;
  if (named > 0) return 'some';
  return siteIds.includes(siteId) ? 'whole' : 'none';
}

/** A whole site holds each of its locations. */
export const holdsLocation = (chosen: SecuredItems, site: ChoiceSite, locationId: number): boolean =>
  extentOf(chosen, site) === 'whole' || chosen.locationIds.includes(locationId);

/** All of a site where that may be, else each location that may be; or nothing of it, where all of it was chosen. */
export function toggleSite(chosen: SecuredItems, site: ChoiceSite): SecuredItems {
  const all = site.locations.every(({ locationId }) => holdsLocation(chosen, site, locationId));
  const full = extentOf(chosen, site) === 'whole' || (!site.whole && all && site.locations.length > 0);
  return full
    ? without(chosen, site)
    : withLocations(
        chosen,
        site,
        site.locations.map(({ locationId }) => locationId),
      );
}

export function toggleLocation(chosen: SecuredItems, site: ChoiceSite, locationId: number): SecuredItems {
  const held = site.locations.map((one) => one.locationId).filter((id) => holdsLocation(chosen, site, id));
  return withLocations(
    chosen,
    site,
    held.includes(locationId) ? held.filter((id) => id !== locationId) : [...held, locationId],
  );
}

function without({ siteIds, locationIds }: SecuredItems, { siteId, locations }: ChoiceSite): SecuredItems {
  return {
    siteIds: siteIds.filter((id) => id !== siteId),
    locationIds: locationIds.filter((id) => !locations.some((one) => one.locationId === id)),
  };
}

/** Every location of a site that may be chosen whole is that site, with those that it will have. */
function withLocations(chosen: SecuredItems, site: ChoiceSite, ids: readonly number[]): SecuredItems {
  const { siteIds, locationIds } = without(chosen, site);
  if (site.whole && ids.length === site.locations.length) return { siteIds: [...siteIds, site.siteId], locationIds };
  return { siteIds, locationIds: [...locationIds, ...ids] };
}

/** The sites whose own name, or one of whose locations' names, holds all words; of these only the locations that match, unless the site does. */
export function searchSites(sites: readonly ChoiceSite[], typed: string): ChoiceSite[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = (name: string) => words.every((word) => name.toLowerCase().includes(word));
  return sites.filter(
    ({ siteName, locations }) =>
      holds(siteName) || locations.some(({ locationName }) => holds(`${siteName} ${locationName}`)),
  );
}
