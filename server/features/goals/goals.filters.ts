import { z } from 'zod';
import type { Translate } from '../../platform/i18n/messages';
import { chipText, choice, entry, reportFilters } from '../../platform/table/report-filters';
import { lineOfText } from '../../platform/text-input';
import { goalTable } from './goals.table';

interface GoalOffer {
  t: Translate;
  sites: { siteId: number; siteName: string }[];
}

const shows = ['running', 'over', 'all'] as const;

const all = '';

/** What does not fit is read as not given, so that an old link still shows the list. */
export const goalFilters = reportFilters<GoalOffer>()(
  [
    choice('siteId', {
      field: z.coerce.number().int().positive().optional().catch(undefined),
      label: 'legacy.fields.siteName',
      // All sites, and two to choose between.
      least: 3,
      options: ({ t, sites }: GoalOffer) => [
        { value: all, label: t('global.all') },
        ...sites.map(({ siteId, siteName }) => ({ value: String(siteId), label: siteName })),
      ],
      chip: (label, offer, value) => (value === all ? null : chipText(offer, 'legacy.fields.siteName', label)),
    }),
    entry('text', {
      kind: 'search',
      field: lineOfText(100).optional().catch(undefined),
      label: 'goals.search',
    }),
    choice('show', {
      field: z.enum(shows).catch('running').default('running'),
      label: 'goals.show.label',
      look: 'toggle',
      silent: 'running',
      options: ({ t }: GoalOffer) => shows.map((value) => ({ value, label: t(`goals.show.${value}`) })),
    }),
  ],
  { kept: [], pages: ['page'] },
);

export const goalsQuery = z.object({ ...goalFilters.query, ...goalTable.query() });
export type GoalsQuery = z.infer<typeof goalsQuery>;

/** Of a call: the same narrowing, and no more than it. */
export const goalsCallQuery = z.strictObject({
  siteId: z.coerce.number().int().positive().optional(),
  locationId: z.coerce.number().int().positive().optional(),
  wasteStageId: z.coerce.number().int().positive().max(2_147_483_647).optional(),
  text: lineOfText(100).optional(),
  show: z.enum(shows).default('running'),
});
export const goalsListQuery = goalsCallQuery.extend({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});
