import { z } from 'zod';
import { wasteStageIds } from '../../domain/events/ingest.contract';
import {
  ratioMetrics,
  type ForeignVolume,
  type RatioMetric,
  type RatioRow,
} from '../../domain/measures/volume-ratios.contract';
import type { NoRatio, Ratio } from '../../domain/measures/volume-ratios.rules';
import type { PlaceFilter } from '../../domain/places/place.contract';
import { groupings, levels } from './vam-terms.rules';

export type Level = (typeof levels)[number];
export type Grouping = (typeof groupings)[number];

/** What is asked for. */
export interface VamQuestion {
  metric: RatioMetric;
  level: Level;
  groupBy: Grouping;
  stageId: number;
  start: string;
  end: string;
  place: PlaceFilter;
}

/** A site or location over some days, beside the ratio of its own baseline. */
export interface VamRow extends RatioRow, Ratio {
  baseline: number | null;
  /** Fraction of the baseline; null where either is not shown. */
  change: number | null;
  /** Why the change is no result: too few of the open days were tracked, or nobody has said yet which days those are. */
  unreliable: 'NOT_ENOUGH_TRACKED_DAYS' | 'OPENING_DAYS_UNCONFIRMED' | null;
}

/** The same over all days, with its months or weeks. */
export interface VamTrend extends VamRow {
  spark: { start: string; ratio: number | null; estimated: boolean }[];
}

export interface Vam {
  /** Of everything that is seen; several where money has several currencies. */
  all: VamRow[];
  trends: VamTrend[];
  detail: VamRow[];
  foreign: ForeignVolume[];
}

const name = z.string().min(1).max(100).optional();
const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional();

/** Query of the calls. */
export const vamCallQuery = z.strictObject({
  startDate: z.string().max(40),
  endDate: z.string().max(40),
  wasteStageId: z.enum(wasteStageIds.map(String) as [string, ...string[]]).transform(Number),
  metric: z.enum(ratioMetrics).default('gramsPerCover'),
  level: z.enum(levels).default('site'),
  groupBy: z
    .enum([...groupings, 'range'])
    .default('month')
    .describe('range: one row for all days of a site or location.'),
  siteId: id,
  locationId: id,
  countryCode: name,
  regionName: name,
  segmentName: name,
});
export type VamCallQuery = z.infer<typeof vamCallQuery>;
export const vamPageQuery = vamCallQuery.extend({
  limit: z.coerce.number().int().min(1).max(1_000).default(200),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});

const fraction = z.number().nullable();
const noRatios = ['noTrackedDays', 'noVolume', 'tooFewDays', 'zeroVolume'] as const satisfies NoRatio[];
const vamRow = z.object({
  siteId: z.number(),
  siteName: z.string(),
  locationId: z.number().nullable(),
  locationName: z.string().nullable(),
  vamDataStartDate: z.string(),
  vamDataEndDate: z.string(),
  currency: z.string().nullable(),
  ratio: fraction.describe(
    'Grams or money for one, or a fraction of money. null: not shown, for the reason in noRatio.',
  ),
  noRatio: z.enum(noRatios).nullable(),
  baseline: fraction.describe('The same ratio over the weeks of its baseline.'),
  change: fraction.describe('As a fraction of the baseline.'),
  openDays: z.number(),
  trackedDays: z.number(),
  countedDays: z.number().describe('Tracked days with a volume. The ratio is of these days alone.'),
  wasteGrams: z.number(),
  countedGrams: z.number(),
  wasteCost: z.number(),
  countedCost: z.number(),
  volume: z.number(),
  countedVolume: z.number(),
  estimatedShare: fraction.describe('Of the counted volume.'),
});
export const vamAnswer = z.object({
  metric: z.enum(ratioMetrics),
  level: z.enum(levels),
  total: z.number(),
  limit: z.number(),
  offset: z.number(),
  otherCurrencies: z
    .array(z.object({ currency: z.string(), entries: z.number() }))
    .describe('Volumes that are left out because their currency is not that of the site.'),
  rows: z.array(vamRow),
});
export type VamAnswerRow = z.infer<typeof vamRow>;
