import { z } from 'zod';
import { lineOfText } from '../../platform/text-input';
import { checkRange, exceptionFields, localDay, month } from './calendar.contract';

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

/** A link that somebody kept shows the page, even when a part of it has gone stale. */
export const pageQuery = z.object({
  location: id.optional().catch(undefined),
  month: month.optional().catch(undefined),
  from: localDay.optional().catch(undefined),
  to: localDay.optional().catch(undefined),
  q: lineOfText(100).optional().catch(undefined),
  change: z.uuid().optional().catch(undefined),
  same: z.literal('1').optional().catch(undefined),
});
export type PageQuery = z.infer<typeof pageQuery>;

/** Where the person was, so that they come back there. */
const place = { location: id, month };

export const scopes = ['location', 'site', 'all'] as const;
export type ChangeScope = (typeof scopes)[number];
const reach = { scope: z.enum(scopes).default('location'), expectedLocations: z.coerce.number().int().min(0).optional() };

export const exceptionForm = z.strictObject({ ...place, ...reach, ...exceptionFields, open: z.enum(['true', 'false']).transform((text) => text === 'true') }).superRefine(checkRange);

const tick = z.literal('on').optional();
export const patternForm = z.strictObject({ ...place, ...reach, validFrom: localDay, day1: tick, day2: tick, day3: tick, day4: tick, day5: tick, day6: tick, day7: tick });

export const placeForm = z.strictObject(place);
export const changeParams = z.strictObject({ changeId: z.uuid() });
export const removalParams = z.strictObject({ exceptionId: id });
export const patternRemovalForm = z.strictObject({ ...place, validFrom: localDay });
export const holidaysForm = z.strictObject({ ...place, observed: z.enum(['true', 'false']).transform((text) => text === 'true') });

const rows = z.string().max(100_000);
export const importApplyForm = z.strictObject({ ...place, rows: z.union([rows, z.array(rows).max(50)]).transform((parts) => [parts].flat()) });

/** A range as the preview page carries it to the next step: from, to, open, reason. */
export const importRows = z.array(z.tuple([z.string(), z.string(), z.boolean(), z.string()]));
