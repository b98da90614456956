import { z } from 'zod';
import { lineOfText } from '../../platform/text-input';
import { isLocalDate } from '../../platform/time';
import { volumeKinds, volumeLimits, volumePeriods } from './volumes.rules';

/** From where volumes came. */
export type VolumeOrigin = 'TYPED' | 'PASTED' | 'FILE' | 'API';

const id = z.int().positive().max(Number.MAX_SAFE_INTEGER);
const anyDay = z.string().refine(isLocalDate, 'errors.notADate').meta({ format: 'date' });

const decimal = z.union([z.number().transform(String), z.string().max(40)]);

const volumeItem = z.strictObject({
  locationId: id,
  date: anyDay.describe('A day of the location’s own calendar; of a month its first day.'),
  kind: z.enum(volumeKinds),
  value: decimal.nullable().describe('An exact decimal as a number or a text. null deletes the volume.'),
  period: z.enum(volumePeriods).default('DAY').describe('MONTH: the total of a whole month.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .nullable()
    .default(null)
    .describe('ISO 4217, for REVENUE and PURCHASES. Without it, the currency of the site.'),
  estimated: z.boolean().default(false),
});

export const volumesBody = z.strictObject({ volumes: z.array(volumeItem).min(1).max(volumeLimits.rows) });

export const volumesSaved = z.object({
  changed: z.number().describe('Volumes that were added or have another value now.'),
  deleted: z.number(),
  unchanged: z.number(),
});

/** What became of a list of volumes. */
export type VolumesSaved = z.infer<typeof volumesSaved>;

const queryId = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
export const volumesQuery = z.strictObject({
  startDate: anyDay,
  endDate: anyDay,
  siteId: queryId.optional(),
  locationId: queryId.optional(),
  kind: z.enum(volumeKinds).optional(),
  limit: z.coerce.number().int().min(1).max(5_000).default(1_000),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
});

export const volumesAnswer = z.object({
  limit: z.number(),
  offset: z.number(),
  volumes: z.array(
    z.object({
      locationId: z.number(),
      date: z.string(),
      period: z.enum(volumePeriods),
      kind: z.enum(volumeKinds),
      value: z.string().describe('An exact decimal.'),
      currency: z.string().nullable(),
      estimated: z.boolean(),
    }),
  ),
});

export const monthText = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'volumes.problem.notAMonth');

const lockReason = lineOfText(volumeLimits.reason).min(1, 'volumes.problem.reasonMissing');

/** A month of a site, or of all sites. */
export const lockBody = z.strictObject({
  siteId: id.nullable().default(null).describe('null: all sites.'),
  reason: lockReason,
});
export const lockForm = z.strictObject({
  month: monthText,
  locationId: queryId,
  whose: z.enum(['site', 'all']),
  reason: lockReason,
});
export const lockParams = z.strictObject({ month: monthText });

export const locksAnswer = z.object({
  locks: z.array(
    z.object({
      month: z.string(),
      siteId: z.number().nullable(),
      reason: z.string(),
      lockedAt: z.string(),
    }),
  ),
});
