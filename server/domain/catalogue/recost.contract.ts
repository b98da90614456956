import { z } from 'zod';
import { lineOfText } from '../../platform/text-input';
import { isLocalDate } from '../../platform/time';

const day = z.string().refine(isLocalDate, 'errors.notADate');

export const recostBody = z.strictObject({
  fromDay: day,
  toDay: day,
  siteId: z.int().positive().nullable().default(null).describe('Null for every site.'),
  reason: lineOfText(500).min(1).describe('Saved in each event’s history.'),
});
export type RecostBody = z.infer<typeof recostBody>;

const recostSums = z.strictObject({
  events: z.number().describe('Events checked.'),
  changed: z.number().describe('Events whose cost changes.'),
  gained: z.number().describe('Those that had no cost.'),
  lost: z.number().describe('Those that no rule applies to any longer.'),
  left: z.number().describe('Events with an entered or reported cost, which stays.'),
  currencies: z
    .array(z.strictObject({ currency: z.string(), before: z.string(), after: z.string() }))
    .describe('For all events priced by rules; never totaled across currencies.'),
});
export type RecostSums = z.infer<typeof recostSums>;

const recostStates = ['COUNTING', 'COUNTED', 'RUNNING', 'DONE'] as const;
export const recostView = z.strictObject({
  recostId: z.number(),
  fromDay: z.string(),
  toDay: z.string(),
  siteId: z.number().nullable(),
  siteName: z.string().nullable(),
  reason: z.string(),
  state: z.enum(recostStates),
  byLogin: z.string(),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  counted: recostSums.nullable().describe('So far, while counting.'),
  written: recostSums.nullable().describe('So far, while applying.'),
});
export type RecostView = z.infer<typeof recostView>;

export const recostList = z.strictObject({ recosts: z.array(recostView) });
export const recostParams = z.strictObject({ recostId: z.coerce.number().int().positive() });
export const recostCreated = z.strictObject({ recostId: z.number() });
