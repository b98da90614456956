import { z } from 'zod';
import { referenceFields, type ReferenceField } from '../../domain/events/reference-fields.rules';
import { locationFilter, siteFilter, type PlacesOffer } from '../../domain/places/place.filters';
import { stageOf, stageOptions, type StageOffer } from '../../domain/places/stage.filters';
import type { MessageKey } from '../../platform/i18n/messages';
import {
  chipText,
  choice,
  dayRange,
  place,
  reportFilters,
  type FilterOffer,
  type ReportFilter,
} from '../../platform/table/report-filters';
import { measures, notSaid, timeFrames, type TimeFrame } from './food-waste.contract';

export interface FoodWasteOffer extends FilterOffer, StageOffer, PlacesOffer {
  /** As chosen, or as the range suggests. */
  timeFrame: TimeFrame;
  currencies: readonly string[];
  currency: string | null;
  /** Names of the values that the figures are narrowed to. */
  names: ReadonlyMap<number, string>;
}

const allStages = 'all';

/** The chosen stage, undefined for all of them; null when the address names one that is not offered. */
export const chosenStage = (
  wasteStageId: string | undefined,
  stages: StageOffer['stages'],
): number | null | undefined => (wasteStageId === allStages ? undefined : stageOf(wasteStageId, stages));

/** Value of the stage in which nothing is chosen yet. */
const noStage = 'none';

const id = z.coerce.number().int().positive().optional().catch(undefined);
const day = z.string().max(40).optional().catch(undefined);
const plain = z.string().min(1).max(100).optional().catch(undefined);

/** Chosen by its bar; the chip takes it away again. */
function narrowedTo(name: ReferenceField): ReportFilter<FoodWasteOffer> {
  const label = `legacy.fields.${name}` as const satisfies MessageKey;
  return {
    fields: {
      [name]: z
        .union([z.literal(notSaid), z.coerce.number().int().positive()])
        .optional()
        .catch(undefined),
    },
    control: () => null,
    chip(values, offer) {
      const value = values[name] as number | typeof notSaid | undefined;
      if (value === undefined) return null;
      const known = value === notSaid ? offer.t('legacy.events.notSaid') : offer.names.get(value);
      return chipText(offer, label, known ?? String(value));
    },
  };
}

const narrowed = <N extends ReferenceField>(name: N) =>
  narrowedTo(name) as unknown as ReportFilter<
    FoodWasteOffer,
    Record<N, z.ZodType<number | typeof notSaid | undefined>>
  >;

export const foodWasteFilters = reportFilters<FoodWasteOffer>()(
  [
    dayRange({ label: 'performance.filters.range', presetLabel: (preset, t) => t(`foodWaste.preset.${preset}`) }),
    choice('wasteStageId', {
      field: z.string().max(20).optional().catch(undefined),
      label: 'performance.filters.stage',
      shown: (value, { stages }: FoodWasteOffer) => {
        const stage = chosenStage(value, stages);
        return stage === undefined ? allStages : String(stage ?? noStage);
      },
      options: (offer: FoodWasteOffer, value) => [
        ...(chosenStage(value, offer.stages) === null
          ? [{ value: noStage, label: offer.t('performance.filters.chooseStage') }]
          : []),
        { value: allStages, label: offer.t('foodWaste.allStages') },
        ...stageOptions(offer),
      ],
    }),
    siteFilter,
    locationFilter,
    place('countryCode', 'country', {
      field: plain,
      label: 'performance.filters.country',
      all: 'global.all',
      least: 3,
    }),
    place('regionName', 'region', {
      field: plain,
      label: 'performance.filters.region',
      all: 'global.all',
      least: 3,
      narrowedBy: 'countryCode',
    }),
    place('segmentName', 'segment', {
      field: plain,
      label: 'performance.filters.segment',
      all: 'global.all',
      least: 3,
    }),
    ...([
      narrowed('itemId'),
      narrowed('reasonId'),
      narrowed('sourceId'),
      narrowed('sinkId'),
      narrowed('daypartId'),
      narrowed('containerId'),
    ] as const),
    choice('timeFrame', {
      field: z.enum(timeFrames).optional().catch(undefined),
      label: 'foodWaste.filters.timeFrame',
      look: 'toggle',
      shown: (_, { timeFrame }: FoodWasteOffer) => timeFrame,
      options: ({ t }: FoodWasteOffer) =>
        timeFrames.map((value) => ({ value, label: t(`foodWaste.timeFrame.${value}`) })),
    }),
    choice('currency', {
      field: z
        .string()
        .regex(/^[A-Z]{3}$/)
        .optional()
        .catch(undefined),
      label: 'foodWaste.filters.currency',
      shown: (_, { currency }: FoodWasteOffer) => currency ?? '',
      options: ({ currencies }: FoodWasteOffer) => currencies.map((value) => ({ value, label: value })),
    }),
    choice('measure', {
      field: z.enum(measures).catch('weight').default('weight'),
      label: 'foodWaste.filters.measure',
      look: 'toggle',
      silent: 'weight',
      options: ({ t }: FoodWasteOffer) => measures.map((value) => ({ value, label: t(`foodWaste.measure.${value}`) })),
    }),
  ],
  {
    kept: ['show', 'compareStart', 'compareEnd', 'compareSiteId'],
    pages: [],
    reset: 'performance.filters.reset',
  },
);

/** The address of the dashboard. What no longer fits is read as absent, so that an old link still shows a page. */
export const foodWasteQuery = z.object({
  ...foodWasteFilters.query,
  /** The ranking that is shown in full. */
  show: z
    .enum(referenceFields.map(([field]) => field) as [ReferenceField, ...ReferenceField[]])
    .optional()
    .catch(undefined),
  /** The set that is compared; none without its days. */
  compareStart: day,
  compareEnd: day,
  compareSiteId: id,
});
export type FoodWasteQuery = z.infer<typeof foodWasteQuery>;
