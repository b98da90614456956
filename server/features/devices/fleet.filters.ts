import { z } from 'zod';
import { placeId, siteFilter, type PlacesOffer } from '../../domain/places/place.filters';
import { choice, entry, reportFilters } from '../../platform/table/report-filters';
import { lineOfText } from '../../platform/text-input';
import { fleetDone, type FleetRow } from './fleet.contract';
import { fleetTable, shownStates } from './fleet.table';

/** What does not fit is read as not given, so that an old link still shows the list. */
export const fleetFilters = reportFilters<PlacesOffer>()(
  [
    entry('text', { kind: 'search', field: lineOfText(100).optional().catch(undefined), label: 'fleet.search' }),
    siteFilter,
    choice('state', {
      field: z.enum(shownStates).catch('inUse').default('inUse'),
      label: 'fleet.state',
      silent: 'inUse',
      options: ({ t }: PlacesOffer) => shownStates.map((value) => ({ value, label: t(`fleet.shows.${value}`) })),
      chip: (label, _, value) => (value === 'inUse' ? null : label),
    }),
  ],
  { kept: ['organisationId', 'sort'], pages: ['page', 'done'] },
);

export const fleetFileQuery = z.object(fleetFilters.query);
type Narrowing = z.infer<typeof fleetFileQuery>;

export const fleetQuery = z.object({
  organisationId: placeId,
  ...fleetFilters.query,
  ...fleetTable.query(),
  done: fleetDone,
});
/** Where the organization is one's own, whatever an address says. */
export const ownFleetQuery = fleetQuery.omit({ organisationId: true });
export type FleetQuery = z.infer<typeof ownFleetQuery>;

/** Of a fleet, what is asked for. @param siteNames by id, of the sites that the reader sees */
export function narrowed(
  rows: readonly FleetRow[],
  { text, siteId, state }: Narrowing,
  siteNames: ReadonlyMap<number, string>,
): FleetRow[] {
  const wanted = text?.toLocaleLowerCase();
  const siteName = siteId === undefined ? undefined : siteNames.get(siteId);
  return rows.filter(
    (row) =>
      (state === 'all' || (state === 'inUse' ? row.state !== 'retired' : row.state === state)) &&
      (siteName === undefined || row.siteName === siteName) &&
      (wanted === undefined ||
        [row.name, row.serial, row.siteName ?? '', row.locationName ?? ''].some((one) =>
          one.toLocaleLowerCase().includes(wanted),
        )),
  );
}
