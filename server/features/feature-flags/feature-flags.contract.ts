import { z } from 'zod';

const flagName = z.string().min(1).max(100);

export const flagView = z.strictObject({ name: z.string(), description: z.string() });
export type FlagView = z.infer<typeof flagView>;

/** Whether an organisation has what a flag switches; what the calls send and answer. */
export const featureOrganisation = z.strictObject({
  name: flagName,
  organizationId: z.int().positive(),
  organizationName: z.string().max(200).optional(),
  enabled: z.boolean(),
});

export const featureOrganisationView = featureOrganisation.required();
export type FeatureOrganisation = z.infer<typeof featureOrganisationView>;

export const flagParams = z.strictObject({ name: flagName });
export const switchParams = z.strictObject({
  name: flagName,
  organizationId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
});
