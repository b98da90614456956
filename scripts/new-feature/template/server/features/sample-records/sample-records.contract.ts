import { z } from 'zod';
import { lineOfText } from '../../platform/text-input';
import { isLocalDate } from '../../platform/time';

const id = z.coerce.number().int().positive();

/** What the filter of days offers: so many, today among them. */
export const periods = ['30', '90', '365'] as const;

export const sampleRecordFilter = z.strictObject({
  locationId: id.optional(),
  days: z.enum(periods).transform(Number).optional(),
});
export type SampleRecordFilter = z.infer<typeof sampleRecordFilter>;

const sampleRecord = z.strictObject({
  id: z.number(),
  name: z.string(),
  recordedOn: z.string(),
  siteName: z.string(),
  locationId: z.number(),
  locationName: z.string(),
  grams: z.number(),
});
export type SampleRecord = z.infer<typeof sampleRecord>;

export const sampleRecordList = z.strictObject({ rows: z.array(sampleRecord), total: z.number(), page: z.number() });
export type SampleRecordList = z.infer<typeof sampleRecordList>;

export const newSampleRecord = z.strictObject({
  name: lineOfText(200).min(1),
  locationId: z.int().positive(),
  recordedOn: z.string().refine(isLocalDate, 'errors.notADate'),
  grams: z.int().positive().max(100_000_000),
});
export type NewSampleRecord = z.infer<typeof newSampleRecord>;

export const sampleRecordAdded = z.strictObject({ id: z.number() });
export const sampleRecordParams = z.strictObject({ id });
