import { z } from 'zod';
import { locationFilter, siteFilter, type PlacesOffer } from '../../domain/places/place.filters';
import { choice, dayRange, reportFilters, type FilterOffer } from '../../platform/table/report-filters';
import { guestStage } from './guest.contract';

export type GuestOffer = FilterOffer & PlacesOffer;

const said = (label: string) => label;

export const guestFilters = reportFilters<GuestOffer>()(
  [
    dayRange({ label: 'performance.filters.range', presetLabel: (preset, t) => t(`foodWaste.preset.${preset}`) }),
    choice('wasteStageId', {
      field: guestStage.optional().catch(undefined),
      label: 'performance.filters.stage',
      options: ({ t }: GuestOffer) => [
        { value: '', label: t('events.leftByGuests') },
        { value: '9', label: t('global.stage9') },
        { value: '23', label: t('global.stage23') },
      ],
      chip: said,
    }),
    siteFilter,
    locationFilter,
  ],
  { kept: [], pages: ['done', 'count'], reset: 'performance.filters.reset' },
);

/** What no longer fits is read as absent, so that an old link still shows a page. */
export const guestQuery = z.object({
  ...guestFilters.query,
  done: z.enum(['saved', 'same']).optional().catch(undefined),
  count: z.coerce.number().int().min(0).max(100).optional().catch(undefined),
});
export type GuestQuery = z.infer<typeof guestQuery>;
