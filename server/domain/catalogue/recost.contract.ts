import { z } from 'zod';
import { lineOfText } from '../../platform/text-input';
import { isLocalDate } from '../../platform/time';

const day = z.string().refine(isLocalDate, 'errors.notADate');

export const recostBody = z.strictObject({
  fromDay: day,
  toDay: day,
  siteId: z.int().positive().nullable().default(null).describe('Null: every site.'),
  reason: lineOfText(500).min(1).describe('Stands in the history of each event.'),
});
export type RecostBody = z.infer<typeof recostBody>;

const recostSums = z.strictObject({
  events: z.number().describe('Looked at.'),
  changed: z.number().describe('Whose cost becomes another one.'),
  gained: z.number().describe('Of these, those that had no cost.'),
  lost: z.number().describe('Of these, those that no rule prices any more.'),
  left: z.number().describe('With a cost that was entered or reported: it stays.'),
  currencies: z
    .array(z.strictObject({ currency: z.string(), before: z.string(), after: z.string() }))
    .describe('Of all events priced by rules; never added across currencies.'),
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
  counted: recostSums.nullable().describe('So far, while it is being counted.'),
  written: recostSums.nullable().describe('So far, while it is being written.'),
});
export type RecostView = z.infer<typeof recostView>;

export const recostList = z.strictObject({ recosts: z.array(recostView) });
export const recostParams = z.strictObject({ recostId: z.coerce.number().int().positive() });
export const recostCreated = z.strictObject({ recostId: z.number() });
