import { z } from 'zod';
import { stagePlace } from '../../domain/places/place.contract';

/** The periods of a location and stage as the calls name them. */
export const periods = ['preBaselinePeriod', 'baselinePeriod', 'postBaselinePeriod'] as const;
export type Period = (typeof periods)[number];

const plain = z
  .string()
  .max(100)
  .regex(/^[^\u0000-\u001f\u007f]*$/, 'errors.controlCharacter');

export const deploymentFilter = z.strictObject({
  wasteStageId: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
  region: plain.optional(),
  countryCode: z
    .string()
    .regex(/^[A-Z]{2}$/, 'errors.notOneOf')
    .optional(),
  segment: plain.optional(),
});
export type DeploymentFilter = z.infer<typeof deploymentFilter>;

export const periodParams = z.strictObject({ period: z.enum(periods) });

const periodLocation = z.strictObject({
  ...stagePlace,
  /** The instant of the first transaction in this stage; null while there is none. */
  initialWasteEventDateTime: z.iso.datetime().nullable(),
  /** Days since the period began, by the calendar of the site’s zone. */
  dayCount: z.number(),
  autoBaselineEnabled: z.boolean(),
});
export const periodLocations = z.array(periodLocation);
export type PeriodLocation = z.infer<typeof periodLocation>;
