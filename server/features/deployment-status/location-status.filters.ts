import { z } from 'zod';
import { stageName } from '../../platform/i18n/stage-name.rules';
import { choice, place, reportFilters, stageOptions, type FilterOffer } from '../../platform/table/report-filters';
import { deploymentFilter } from './location-status.contract';

export const defaultStage = 8;
const fields = deploymentFilter.shape;

export const statusFilters = reportFilters<FilterOffer>()([
  choice('wasteStageId', {
    field: z.union([z.literal('all'), fields.wasteStageId]).default(defaultStage),
    label: 'deploymentStatus.stage',
    least: 1,
    options(offer: FilterOffer, value) {
      const { t, stages } = offer;
      const known = value === 'all' || stages.some(({ wasteStageId }) => wasteStageId === value);
      return [...stageOptions(offer), ...(known ? [] : [{ value: String(value), label: stageName(t, Number(value)) }]), { value: 'all', label: t('deploymentStatus.allStages') }];
    },
    chip: (label, { t }, value) => (value === 'all' ? label : value === String(defaultStage) ? null : t('deploymentStatus.stageChip', { name: label })),
  }),
  place('countryCode', 'country', { field: fields.countryCode, label: 'deploymentStatus.country', all: 'deploymentStatus.all', chip: (name, { t }) => t('deploymentStatus.countryChip', { name }) }),
  place('region', 'region', { field: fields.region, label: 'deploymentStatus.region', all: 'deploymentStatus.all', chip: (name, { t }) => t('deploymentStatus.regionChip', { name }) }),
  place('segment', 'segment', { field: fields.segment, label: 'deploymentStatus.segment', all: 'deploymentStatus.all', chip: (name, { t }) => t('deploymentStatus.segmentChip', { name }) }),
], {
  kept: ['sortActivation', 'sortBaseline', 'sortReduction'],
  pages: ['pageActivation', 'pageBaseline', 'pageReduction'],
});
