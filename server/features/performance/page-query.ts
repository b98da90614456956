import { z } from 'zod';
import { defaultStageId, placeFields, thresholdOptions } from './performance.contract';
import { defaultPreset, presetRange, rangePresets } from './date-range.rules';
import type { LocalDate } from '../../platform/time';
import { performanceTable } from './performance.table';

const typed = z.string().max(40).catch('').default('');

/** The address of the dashboard. What does not fit any more is read as not given, so that an old link still shows a page. */
export const pageQuery = z.object({
  range: z.enum(rangePresets).optional().catch(undefined),
  startDate: typed,
  endDate: typed,
  wasteStageId: z.string().max(20).optional().catch(undefined),
  countryCode: placeFields.countryCode.catch(undefined),
  regionName: placeFields.regionName.catch(undefined),
  segmentName: placeFields.segmentName.catch(undefined),
  viewType: z.enum(['sites', 'locations']).catch('locations').default('locations'),
  reductionExclusionThreshold: z.coerce.number().refine((value) => (thresholdOptions as readonly number[]).includes(value)).catch(0).default(0),
  ...performanceTable.query(),
});

export type PageQuery = z.infer<typeof pageQuery>;

/** The dates that a query means: those of its preset, or those that were typed. */
export function datesOf({ range, startDate, endDate }: PageQuery, today: LocalDate) {
  const preset = range ?? (startDate || endDate ? 'custom' : defaultPreset);
  if (preset === 'custom') return { preset, startDate, endDate };
  const { start, end } = presetRange(preset, today);
  return { preset, startDate: start, endDate: end };
}

/** The chosen stage; null when the address names one that is not offered. */
export function stageOf({ wasteStageId }: PageQuery, stages: readonly { wasteStageId: number }[]): number | null {
  const offered = stages.map((stage) => stage.wasteStageId);
  if (wasteStageId === undefined) return offered.includes(defaultStageId) ? defaultStageId : offered[0] ?? defaultStageId;
  return offered.find((id) => String(id) === wasteStageId) ?? null;
}
