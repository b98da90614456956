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
  href: z.string().nullable().describe('Where the event stands; null where the person may look at no single event.'),
});

export const alertPreview = z.strictObject({
  days: z.int(),
  count: z.int().describe('How many events of these days would have raised the alert, counted by what raises it.'),
  capped: z
    .boolean()
    .describe('There were more to count than anybody waits for: it would have been raised at least so often.'),
  events: z.array(previewEvent).describe('The ten newest of them.'),
});
export type AlertPreview = z.infer<typeof alertPreview>;
