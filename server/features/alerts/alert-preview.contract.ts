import { z } from 'zod';
import { alertBody } from './alerts.contract';

/** An alert as it is in the modal; it need not have a name yet. */
export const previewBody = alertBody.extend({
  alertName: z.string().max(1_000).optional(),
  alertDesc: z.string().max(10_000).optional(),
});
export type PreviewBody = z.infer<typeof previewBody>;

const previewEvent = z.strictObject({
  eventId: z.number(),
  occurredAt: z.string(),
  timeZone: z.string(),
  siteName: z.string(),
  locationName: z.string(),
  wasteStageId: z.number(),
  wasteStageName: z.string(),
  itemName: z.string().nullable(),
  reasonName: z.string().nullable(),
  netGrams: z.number(),
  costAmount: z.number().nullable(),
  costCurrency: z.string().nullable(),
  href: z.string().nullable().describe('The event’s URL; null if the caller cannot view events.'),
});

export const alertPreview = z.strictObject({
  days: z.int(),
  count: z.int().describe('Number of events in these days that would have triggered the alert.'),
  capped: z.boolean().describe('Whether counting stopped early, so the count is a minimum.'),
  events: z.array(previewEvent).describe('The ten newest.'),
});
export type AlertPreview = z.infer<typeof alertPreview>;
