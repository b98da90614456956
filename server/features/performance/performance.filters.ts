import { z } from 'zod';
import { oneStage, type StageOffer } from '../../domain/places/stage.filters';
import type { Locale } from '../../platform/actor';
import { choice, place, reportFilters, weekRange, type FilterOffer } from '../../platform/table/report-filters';
import { placeFields, thresholdOptions } from './performance.contract';

interface PerformanceOffer extends FilterOffer, StageOffer {
  percent: (fraction: number) => string;
  /** What the reader may choose from; none for who may not choose. */
  thresholds: readonly number[];
  /** The organisation's own, and the one that was applied. */
  ownThreshold: number;
  appliedThreshold: number;
}

/** A fraction as a percentage, as the figures of the page show it. */
export function percentIn(locale: Locale): (fraction: number) => string {
  const numbers = new Intl.NumberFormat(locale.replace('_', '-'), { style: 'percent' });
  return (fraction) => numbers.format(fraction).replace('\u00a0', '\u202f');
}

/** Every threshold once: 0, which sends nothing, stands for the organisation's own. */
const threshold = choice('reductionExclusionThreshold', {
  field: z.coerce
    .number()
    .refine((value) => (thresholdOptions as readonly number[]).includes(value))
    .catch(0)
    .default(0),
  label: 'performance.filters.threshold',
  silent: '0',
  // The server's default stands in the control while nothing else was asked for.
  shown: (asked, { appliedThreshold, ownThreshold }: PerformanceOffer) => {
    const value = asked || appliedThreshold || ownThreshold;
    return String(value === ownThreshold ? 0 : value);
  },
  options: ({ t, thresholds, ownThreshold, percent }) =>
    thresholds
      .filter((value) => value === 0 || value !== ownThreshold)
      .map((value) => ({
        value: String(value),
        label:
          value === 0 && ownThreshold > 0
            ? t('performance.filters.thresholdDefault', { value: percent(ownThreshold) })
            : percent(value),
      })),
  chip: (label, { t, thresholds }, value) =>
    value === '0' || thresholds.length === 0 ? null : t('performance.filters.thresholdChip', { value: label }),
});

export const performanceFilters = reportFilters<PerformanceOffer>()(
  [
    weekRange({ label: 'performance.filters.range', presetLabel: (preset, t) => t(`performance.preset.${preset}`) }),
    oneStage({ label: 'performance.filters.stage', choose: 'performance.filters.chooseStage' }),
    place('countryCode', 'country', {
      field: placeFields.countryCode.catch(undefined),
      label: 'performance.filters.country',
      all: 'global.all',
      least: 3,
    }),
    place('regionName', 'region', {
      field: placeFields.regionName.catch(undefined),
      label: 'performance.filters.region',
      all: 'global.all',
      least: 3,
      narrowedBy: 'countryCode',
    }),
    place('segmentName', 'segment', {
      field: placeFields.segmentName.catch(undefined),
      label: 'performance.filters.segment',
      all: 'global.all',
      least: 3,
    }),
    threshold,
    choice('viewType', {
      field: z.enum(['sites', 'locations']).catch('locations').default('locations'),
      label: 'performance.filters.view',
      look: 'toggle',
      options: ({ t }: PerformanceOffer) =>
        (['locations', 'sites'] as const).map((value) => ({ value, label: t(`performance.view.${value}`) })),
    }),
  ],
  { kept: ['sort', 'size'], pages: ['page'], reset: 'performance.filters.reset' },
);
