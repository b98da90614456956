import { z } from 'zod';
import { placeId, siteFilter, type PlacesOffer } from '../../domain/places/place.filters';
import { choice, entry, reportFilters } from '../../platform/table/report-filters';
import { lineOfText } from '../../platform/text-input';
import { shipmentDone, type ShipmentRow } from './shipments.contract';
import { isOpen } from './shipments.rules';
import { shipmentTable, shownShipments } from './shipments.table';

/** What does not fit is read as not given, so that an old link still shows the list. */
export const shipmentFilters = reportFilters<PlacesOffer>()(
  [
    entry('text', {
      kind: 'search',
      field: lineOfText(100).optional().catch(undefined),
      label: 'deviceShipper.search',
    }),
    siteFilter,
    choice('state', {
      field: z.enum(shownShipments).catch('open').default('open'),
      label: 'deviceShipper.state',
      silent: 'open',
      options: ({ t }: PlacesOffer) =>
        shownShipments.map((value) => ({ value, label: t(`deviceShipper.shows.${value}`) })),
      chip: (label, _, value) => (value === 'open' ? null : label),
    }),
  ],
  { kept: ['organisationId', 'sort'], pages: ['page', 'done'] },
);

export const shipmentFileQuery = z.object(shipmentFilters.query);
type Narrowing = z.infer<typeof shipmentFileQuery>;

export const shipmentQuery = z.object({
  organisationId: placeId,
  ...shipmentFilters.query,
  ...shipmentTable.query(),
  done: shipmentDone,
});
export type ShipmentQuery = z.infer<typeof shipmentQuery>;

export function narrowed(rows: readonly ShipmentRow[], { text, siteId, state }: Narrowing): ShipmentRow[] {
  const wanted = text?.toLocaleLowerCase();
  return rows.filter(
    (row) =>
      (state === 'all' || (state === 'open' ? isOpen(row.state) : row.state === state)) &&
      (siteId === undefined || row.siteId === siteId) &&
      (wanted === undefined ||
        [String(row.number), row.reference, row.tracking, ...row.serials].some((one) =>
          one.toLocaleLowerCase().includes(wanted),
        )),
  );
}
