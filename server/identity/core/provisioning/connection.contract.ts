import { z } from 'zod';
import { maybe, publicId, shortText } from '../../wire.contract';

/** By which product a directory comes, as the published client names it. */
export const connectionSources = ['okta', 'azure-ad', 'frontegg', 'other'] as const;
export type ConnectionSource = (typeof connectionSources)[number];

/** How products are called; names of makers are the same in every language. */
export const sourceNames: Record<ConnectionSource, string> = {
  okta: 'Okta',
  'azure-ad': 'Microsoft Entra ID',
  frontegg: 'Tare',
  other: 'SCIM 2.0',
};

export const newConnection = z.object({
  source: z.enum(connectionSources),
  connectionName: maybe(shortText),
  syncToUserManagement: maybe(z.boolean()),
});
export const connectionEdit = z.object({ syncToUserManagement: maybe(z.boolean()) });
export const connectionEnd = z.object({ deleteAll: maybe(z.boolean()) });
export const connectionParams = z.object({ connectionId: publicId });
export const secretParams = z.object({ connectionId: publicId, secretId: publicId });

/** How long the older of two secrets is good once there is a newer one, in hours. */
export const overlapHours = { hour: 1, day: 24, week: 168 } as const;
export type Overlap = keyof typeof overlapHours;
export const overlaps = Object.keys(overlapHours) as Overlap[];
