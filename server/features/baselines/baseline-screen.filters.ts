import { z } from 'zod';
import { placeId, siteFilter, type PlacesOffer } from '../../domain/places/place.filters';
import { stageOptions, type StageOffer } from '../../domain/places/stage.filters';
import { choice, entry, reportFilters } from '../../platform/table/report-filters';
import { lineOfText } from '../../platform/text-input';
import { baselineDone, type StandingRow } from './baseline-screen.contract';
import { baselineStates, isAmong } from './baseline-screen.rules';
import { standingTable } from './baseline-screen.table';

type StandingOffer = PlacesOffer & StageOffer;

/** What does not fit is read as not given, so that an old link still shows the list. */
export const standingFilters = reportFilters<StandingOffer>()(
  [
    entry('text', {
      kind: 'search',
      field: lineOfText(100).optional().catch(undefined),
      label: 'baselineScreen.search',
    }),
    choice('state', {
      field: z
        .enum(['', ...baselineStates])
        .catch('')
        .default(''),
      label: 'baselineScreen.state',
      silent: '',
      options: ({ t }: StandingOffer) => [
        { value: '', label: t('global.all') },
        ...baselineStates.map((value) => ({ value, label: t(`baselineScreen.states.${value}`) })),
      ],
      chip: (label, _, value) => (value === '' ? null : label),
    }),
    siteFilter,
    choice('wasteStageId', {
      field: placeId,
      label: 'baselineModals.stage',
      options: (offer: StandingOffer) => [{ value: '', label: offer.t('global.all') }, ...stageOptions(offer)],
      chip: (label) => label,
    }),
  ],
  { kept: ['organisationId', 'sort'], pages: ['page', 'done'] },
);

export const standingFileQuery = z.object(standingFilters.query);
type Narrowing = z.infer<typeof standingFileQuery>;

export const standingQuery = z.object({
  organisationId: placeId,
  ...standingFilters.query,
  ...standingTable.query(),
  done: baselineDone,
});
export type StandingQuery = z.infer<typeof standingQuery>;

/** Those that are asked for. */
export function narrowed(
  rows: readonly StandingRow[],
  { text, state, siteId, wasteStageId }: Narrowing,
): StandingRow[] {
  const wanted = text?.toLocaleLowerCase();
  return rows.filter(
    (row) =>
      (state === '' || isAmong(row, state)) &&
      (siteId === undefined || row.siteId === siteId) &&
      (wasteStageId === undefined || row.wasteStageId === wasteStageId) &&
      (wanted === undefined ||
        [row.siteName, row.locationName].some((name) => name.toLocaleLowerCase().includes(wanted))),
  );
}
