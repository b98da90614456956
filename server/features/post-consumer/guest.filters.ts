import { z } from 'zod';
import { choice, dayRange, reportFilters, type FilterOffer } from '../../platform/table/report-filters';
import { guestStage } from './guest.contract';

export interface GuestOffer extends FilterOffer {
  sites: { siteId: number; siteName: string; locations: { locationId: number; locationName: string }[] }[];
}

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined);
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
    choice('siteId', {
      field: id,
      label: 'legacy.fields.siteName',
      least: 3,
      options: ({ t, sites }: GuestOffer) => [
        { value: '', label: t('global.all') },
        ...sites.map(({ siteId, siteName }) => ({ value: String(siteId), label: siteName })),
      ],
      chip: said,
    }),
    choice('locationId', {
      field: id,
      label: 'legacy.fields.locationName',
      least: 3,
      narrowedBy: 'siteId',
      options: ({ t, sites }: GuestOffer) => [
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
    }),
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
