import { z } from 'zod';
import { ratioMetrics } from '../../domain/measures/volume-ratios.contract';
import { locationFilter, siteFilter, type PlacesOffer } from '../../domain/places/place.filters';
import { oneStage, type StageOffer } from '../../domain/places/stage.filters';
import { choice, monthRange, place, reportFilters, type FilterOffer } from '../../platform/table/report-filters';
import { groupings, levels } from './vam-terms.rules';
import { detailTable, trendTable } from './vam.table';

type VamOffer = FilterOffer & StageOffer & PlacesOffer;

const named = z.string().min(1).max(100).optional().catch(undefined);

/** What does not fit is read as not given, so that an old link still shows a page. */
export const vamFilters = reportFilters<VamOffer>()(
  [
    choice('metric', {
      field: z.enum(ratioMetrics).catch('gramsPerCover').default('gramsPerCover'),
      label: 'vam.filters.metric',
      silent: 'gramsPerCover',
      options: ({ t }: VamOffer) => ratioMetrics.map((value) => ({ value, label: t(`vam.metrics.${value}`) })),
    }),
    monthRange({ label: 'performance.filters.range', presetLabel: (preset, t) => t(`vam.preset.${preset}`) }),
    oneStage({ label: 'performance.filters.stage', choose: 'performance.filters.chooseStage' }),
    siteFilter,
    locationFilter,
    place('countryCode', 'country', {
      field: named,
      label: 'performance.filters.country',
      all: 'global.all',
      least: 3,
    }),
    place('regionName', 'region', {
      field: named,
      label: 'performance.filters.region',
      all: 'global.all',
      least: 3,
      narrowedBy: 'countryCode',
    }),
    place('segmentName', 'segment', {
      field: named,
      label: 'performance.filters.segment',
      all: 'global.all',
      least: 3,
    }),
    choice('level', {
      field: z.enum(levels).catch('site').default('site'),
      label: 'vam.filters.level',
      look: 'toggle',
      silent: 'site',
      options: ({ t }: VamOffer) => levels.map((value) => ({ value, label: t(`vam.levels.${value}`) })),
    }),
    choice('groupBy', {
      field: z.enum(groupings).catch('month').default('month'),
      label: 'vam.filters.groupBy',
      look: 'toggle',
      silent: 'month',
      options: ({ t }: VamOffer) => groupings.map((value) => ({ value, label: t(`vam.groupings.${value}`) })),
    }),
  ],
  {
    kept: ['sortTrends', 'sortDetail'],
    pages: ['pageTrends', 'pageDetail'],
    reset: 'performance.filters.reset',
  },
);

export const vamQuery = z.object({
  ...vamFilters.query,
  ...trendTable.query('Trends'),
  ...detailTable.query('Detail'),
});
export type VamQuery = z.infer<typeof vamQuery>;
