import type { FieldGroup } from '../../client/ui/form-field';

/** Sites with their locations, as a form offers them. */
export type Sites = readonly {
  siteName: string;
  locations: readonly { locationId: number; locationName: string }[];
}[];

/** Locations by their sites, for a select. */
export const locationGroups = (sites: Sites): FieldGroup[] =>
  sites.map(({ siteName, locations }) => ({
    label: siteName,
    options: locations.map(({ locationId, locationName }) => ({ value: String(locationId), label: locationName })),
  }));
