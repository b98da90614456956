import { z } from 'zod';
import { lockForm, monthText } from '../../domain/volumes/volumes.contract';
import { volumeKinds } from '../../domain/volumes/volumes.rules';
import { lineOfText } from '../../platform/text-input';
import { cellDays, cellNames, estimatedName } from './volume-cells.rules';

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** A link that somebody kept shows the page, even when a part of it has gone stale. */
export const monthPageQuery = z.object({
  locationId: id.optional().catch(undefined),
  month: monthText.optional().catch(undefined),
  /** The one column that is shown; all without it. */
  kind: z.enum(volumeKinds).optional().catch(undefined),
  done: z.enum(['saved', 'same', 'locked', 'unlocked']).optional().catch(undefined),
  count: z.coerce.number().int().min(0).max(1_000_000).optional().catch(undefined),
});
export type MonthPageQuery = z.infer<typeof monthPageQuery>;

const place = { locationId: id, month: monthText };
const tick = z.literal('on').optional();
/** One that was not sent stays as it is. */
const cell = lineOfText(40).optional();

/** A field for each day and kind, and one a day that says whether it is an estimate. */
const cells = Object.fromEntries(cellNames.map((name) => [name, cell]));
const ticks = Object.fromEntries(cellDays.map((day) => [estimatedName(day), tick]));

export const monthForm = z
  .strictObject({
    ...place,
    kind: z.enum(volumeKinds).optional(),
    mark: z.string().max(40).optional(),
    ...cells,
    ...ticks,
  })
  .transform((form) => form as typeof form & Record<string, string | undefined>);
export type MonthForm = z.infer<typeof monthForm>;

export { lockForm };
export const unlockForm = lockForm;
export type LockForm = z.infer<typeof lockForm>;

/** A field of a form holds 100,000 bytes at most. */
export const contentInField = 90_000;
const mostFields = 16;

const parts = z
  .string()
  .max(contentInField)
  .regex(/^[A-Za-z0-9+/]*={0,2}$/);

/** What is pasted, or a file, or what its preview carried on in base64. */
export const sheetForm = z.strictObject({
  ...place,
  kind: z.enum(volumeKinds).default('COVERS'),
  estimated: tick,
  text: z.string().max(contentInField).optional(),
  name: lineOfText(255).optional().catch(undefined),
  content: z
    .union([parts, z.array(parts).max(mostFields)])
    .transform((given) => [given].flat())
    .optional(),
  leaveOut: tick,
});
export type SheetFormBody = z.infer<typeof sheetForm>;
