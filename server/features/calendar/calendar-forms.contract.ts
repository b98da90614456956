import { z } from 'zod';
import { checkRange, exceptionFields, localDay, month } from '../../domain/calendar/calendar.contract';
import { meanings } from '../../domain/calendar/closure-words.rules';
import { lineOfText } from '../../platform/text-input';
import type { Answer } from './closure-questions.rules';

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

const scopes = ['location', 'site', 'all'] as const;
/** `learned`: the locations whose weighings show the days of the pattern, and whose own are not confirmed. */
const patternScopes = [...scopes, 'learned'] as const;
export type ChangeScope = (typeof patternScopes)[number];
const reach = {
  scope: z.enum(scopes).default('location'),
  expectedLocations: z.coerce.number().int().min(0).optional(),
};

export const exceptionForm = z
  .strictObject({
    ...place,
    ...reach,
    ...exceptionFields,
    open: z.enum(['true', 'false']).transform((text) => text === 'true'),
  })
  .superRefine(checkRange);

const tick = z.literal('on').optional();
export const patternForm = z.strictObject({
  ...place,
  ...reach,
  scope: z.enum(patternScopes).default('location'),
  validFrom: localDay,
  day1: tick,
  day2: tick,
  day3: tick,
  day4: tick,
  day5: tick,
  day6: tick,
  day7: tick,
});

export const placeForm = z.strictObject(place);
export const changeParams = z.strictObject({ changeId: z.uuid() });
export const removalParams = z.strictObject({ exceptionId: id });
export const patternRemovalForm = z.strictObject({ ...place, validFrom: localDay });
export const holidaysForm = z.strictObject({
  ...place,
  observed: z.enum(['true', 'false']).transform((text) => text === 'true'),
});

const several = <T extends z.ZodType>(one: T, most: number) =>
  z.union([one, z.array(one).max(most)]).transform((parts) => [parts].flat() as z.infer<T>[]);

/** What a value of a column means, as one field of a form carries it: column, value, meaning. */
const answerField = z
  .string()
  .max(2_000)
  .transform((text, context): Answer | null => {
    if (text === '') return null;
    const read = answerTriple.safeParse(jsonOf(text));
    if (read.success) return { column: read.data[0], value: read.data[1], means: read.data[2] };
    context.addIssue({ code: 'custom', message: 'calendar.import.notARange' });
    return z.NEVER;
  });
const answerTriple = z.tuple([z.string().max(500), z.string().max(500), z.enum(meanings)]);

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A field of a form holds 100,000 bytes at most. */
export const contentInField = 90_000;

/** A file, or what its preview carried on: its bytes in base64, and what was answered. */
export const importForm = z.strictObject({
  ...place,
  content: several(
    z
      .string()
      .max(contentInField)
      .regex(/^[A-Za-z0-9+/]*={0,2}$/, 'calendar.import.notARange'),
    20,
  ).optional(),
  name: lineOfText(255).optional().catch(undefined),
  means: several(answerField, 40)
    .transform((answers) => answers.filter((one) => one !== null))
    .default([]),
  leaveOutUnknown: tick,
  expectedRanges: z.coerce.number().int().min(0).optional(),
});
export type ImportForm = z.infer<typeof importForm>;
