import { z } from 'zod';
import { placeId, siteFilter, type PlacesOffer } from '../../domain/places/place.filters';
import { entry, reportFilters } from '../../platform/table/report-filters';
import { lineOfText } from '../../platform/text-input';
import { jobDone, type OfferedTarget } from './copy.contract';
import { mostTargets } from './copy.rules';
import { jobTable, targetTable } from './copy.table';

/** What does not fit is read as not given, so that an old link still shows the page. */
export const targetFilters = reportFilters<PlacesOffer>()(
  [
    entry('text', {
      kind: 'search',
      field: lineOfText(100).optional().catch(undefined),
      label: 'massPackageCopy.search',
    }),
    siteFilter,
  ],
  { kept: ['organisationId', 'sourceId'], pages: [] },
);

export const newCopyQuery = z.object({ organisationId: placeId, sourceId: placeId, ...targetFilters.query });
export type NewCopyQuery = z.infer<typeof newCopyQuery>;

export const jobListQuery = z.object({ organisationId: placeId, ...jobTable.query(), done: jobDone });
export type JobListQuery = z.infer<typeof jobListQuery>;
export const jobQuery = z.object(targetTable.query());

/** As many as one copy may have; those that were ticked stand among them. */
export function narrowedTargets(
  places: readonly OfferedTarget[],
  { sourceId, text, siteId }: Pick<NewCopyQuery, 'sourceId' | 'text' | 'siteId'>,
  ticked: readonly number[],
): { shown: OfferedTarget[]; fitting: number } {
  const wanted = text?.toLocaleLowerCase();
  const fits = (place: OfferedTarget) =>
    (siteId === undefined || place.siteId === siteId) &&
    (wanted === undefined ||
      [place.siteName, place.locationName].some((one) => one.toLocaleLowerCase().includes(wanted)));
  const chosen = new Set(ticked);
  const offered = places.filter(({ locationId }) => locationId !== sourceId);
  const fitting = offered.filter((place) => chosen.has(place.locationId) || fits(place));
  const first = new Set(
    [...fitting]
      .sort((one, other) => Number(chosen.has(other.locationId)) - Number(chosen.has(one.locationId)))
      .slice(0, mostTargets)
      .map(({ locationId }) => locationId),
  );
  return { shown: fitting.filter(({ locationId }) => first.has(locationId)), fitting: fitting.length };
}
