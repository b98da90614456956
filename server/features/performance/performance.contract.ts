import { z } from 'zod';
import { wasteStageIds } from '../../domain/events/ingest.contract';
import { reliabilityFields } from '../../domain/measures/reliability.contract';

/** The exclusion thresholds on offer, as fractions; 0 stands for the organisation's own. */
export const thresholdOptions = [0, 0.5, 0.6, 0.7, 0.8, 0.9, 1] as const;
/** The overall compliance where there is no week to judge. */
export const defaultOverallCompliance = 50;

const plain = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}]*$/u, 'errors.controlCharacter');

export const placeFields = {
  countryCode: plain.optional(),
  regionName: plain.optional(),
  segmentName: plain.optional(),
};

/** Query of the summary calls and their exports. */
export const summaryQuery = z.strictObject({
  /** Local dates `YYYY-MM-DD`: a Monday, and a Sunday. */
  startDate: z.string().max(40),
  endDate: z.string().max(40),
  wasteStageId: z.enum(wasteStageIds.map(String) as [string, ...string[]]).transform(Number),
  reductionExclusionThreshold: z.coerce.number().min(0).max(1).optional(),
  ...placeFields,
});

const fraction = z.number().nullable();
const status = z.enum(['ACTIVE', 'INACTIVE']);

const measured = {
  siteName: z.string(),
  siteId: z.number().int(),
  siteStatus: status,
  locationCount: z.number().int(),
  minBaselineStartDate: z.iso.date().nullable(),
  valueVsBaseline: fraction,
  weightVsBaseline: fraction,
  transactionsVsBaseline: fraction,
  activeGoals: z.number().int().nullable(),
  percentDaysTracking: z.number().nullable(),
  ...reliabilityFields,
  /** Of the compared weight, estimated from servings. */
  estimatedShare: fraction,
  /** Of the compared cost, worked out by a rule. */
  derivedCostShare: fraction,
  /** Whether any day of the range has an event. */
  recorded: z.boolean(),
};

const siteRow = z.strictObject({ ...measured, complianceScore: z.number().nullable() });

const locationRow = z.strictObject({
  ...measured,
  locationName: z.string(),
  locationId: z.number().int(),
  locationStatus: status,
  compliantWeeks: z.number().int().nullable(),
  weeksWithComplianceScore: z.number().int().nullable(),
  /** Left out of the overall figures by the threshold. */
  excluded: z.boolean(),
});

const joint = {
  /** null also where the organisation has several currencies; then `overallCostChanges` holds one for each. */
  overallCostChange: fraction,
  overallCostChanges: z.array(z.strictObject({ currency: z.string(), change: fraction, derivedShare: fraction })),
  overallWeightChange: fraction,
  overallTransactionChanges: fraction,
  ...reliabilityFields,
  estimatedShare: fraction,
};

const count = z.number().int();

const overall = {
  ...joint,
  /** false: no day of the range has an event in any location, so that nothing else here says anything. */
  recorded: z.boolean(),
  /** Without the counted locations that probably stopped tracking; null where none did. */
  withoutStopped: z.strictObject(joint).nullable(),
  overallLocationComplianceScore: z.number().nullable(),
  averageOfActiveGoals: z.number().nullable(),
  percentOfDaysTracking: z.number().nullable(),
  /** The overall figures are of the counted ones; each of the others stands in one of the next three. */
  locations: z.strictObject({
    total: count,
    counted: count,
    excluded: count,
    withoutBaseline: count,
    withoutOpenDay: count,
    probablyStopped: count,
  }),
  /** The threshold that was applied. */
  reductionThreshold: z.number(),
};

export const siteSummaryAnswer = z.strictObject({ ...overall, performances: z.array(siteRow) });
export const locationSummaryAnswer = z.strictObject({ ...overall, performances: z.array(locationRow) });

export const stagesAnswer = z.array(z.strictObject({ wasteStageId: z.number().int(), wasteStageName: z.string() }));
export const placesAnswer = z.strictObject({
  country: z.array(z.strictObject({ countryCode: z.string(), countryName: z.string() })),
  region: z.array(z.strictObject({ regionName: z.string() })),
  segment: z.array(z.strictObject({ segmentName: z.string() })),
});
