import { z } from 'zod';
import type { Translate } from '../../platform/i18n/messages';
import { choice } from '../../platform/table/report-filters';

/** What filters that offer sites and locations depend on. */
export interface PlacesOffer {
  t: Translate;
  sites: { siteId: number; siteName: string; locations: { locationId: number; locationName: string }[] }[];
}

/** An id in an address; what is none is read as not given, so that an old link still shows a page. */
export const placeId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined);

const said = (label: string) => label;

/** A site, or all of them. */
export const siteFilter = choice('siteId', {
  field: placeId,
  label: 'legacy.fields.siteName',
  least: 3,
  options: ({ t, sites }: PlacesOffer) => [
    { value: '', label: t('global.all') },
    ...sites.map(({ siteId, siteName }) => ({ value: String(siteId), label: siteName })),
  ],
  chip: said,
});

/** A location of the chosen site, or all of them. */
export const locationFilter = choice('locationId', {
  field: placeId,
  label: 'legacy.fields.locationName',
  least: 3,
  narrowedBy: 'siteId',
  options: ({ t, sites }: PlacesOffer) => [
    { value: '', label: t('global.all') },
    ...sites.flatMap(({ siteId, siteName, locations }) =>
      locations.map(({ locationId, locationName }) => ({
        value: String(locationId),
        label: locationName,
        group: siteName,
        within: [String(siteId)],
      })),
    ),
  ],
  chip: said,
});
