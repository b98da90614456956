import { z } from 'zod';
import { thresholdOptions } from '../performance/performance.contract';

/** What an organisation decides about its figures, both as fractions. */
export interface OrganisationSettings {
  exclusionThreshold: number;
  trackingLimit: number;
}

export const settingsForm = z.strictObject({
  exclusionThreshold: z
    .string()
    .transform(Number)
    .refine((value) => (thresholdOptions as readonly number[]).includes(value), 'errors.notOneOf'),
  /** Per cent, as people type it. */
  trackingLimit: z
    .string()
    .regex(/^(100|\d{1,2})$/, 'settings.notAPercentage')
    .transform((text) => Number(text) / 100),
});
