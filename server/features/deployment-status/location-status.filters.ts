import { z } from 'zod';
import { stageName } from '../../domain/places/stage-name.rules';
import { stageOptions, type StageOffer } from '../../domain/places/stage.filters';
import { chipText, choice, place, reportFilters, type FilterOffer } from '../../platform/table/report-filters';
import { deploymentFilter } from './location-status.contract';

const defaultStage = 8;
const fields = deploymentFilter.shape;

type StatusOffer = FilterOffer & StageOffer;

export const statusFilters = reportFilters<StatusOffer>()(
  [
    choice('wasteStageId', {
      field: z.union([z.literal('all'), fields.wasteStageId]).default(defaultStage),
      label: 'deploymentStatus.stage',
      least: 1,
      options(offer: StatusOffer, value) {
        const { t, stages } = offer;
        const known = value === 'all' || stages.some(({ wasteStageId }) => wasteStageId === value);
        return [
          ...stageOptions(offer),
          ...(known ? [] : [{ value: String(value), label: stageName(t, Number(value)) }]),
          { value: 'all', label: t('deploymentStatus.allStages') },
        ];
      },
      chip: (label, offer, value) =>
        value === 'all'
          ? label
          : value === String(defaultStage)
            ? null
            : chipText(offer, 'deploymentStatus.stage', label),
    }),
    place('countryCode', 'country', {
      field: fields.countryCode,
      label: 'deploymentStatus.country',
      all: 'deploymentStatus.all',
    }),
    place('region', 'region', {
      field: fields.region,
      label: 'deploymentStatus.region',
      all: 'deploymentStatus.all',
      narrowedBy: 'countryCode',
    }),
    place('segment', 'segment', {
      field: fields.segment,
      label: 'deploymentStatus.segment',
      all: 'deploymentStatus.all',
    }),
  ],
  {
    kept: ['sortActivation', 'sortBaseline', 'sortReduction'],
    pages: ['pageActivation', 'pageBaseline', 'pageReduction'],
  },
);
