import { z } from 'zod';
import { lineOfText } from '../../platform/text-input';
import { daysBetween, isLocalDate } from '../../platform/time';
import { meanings } from './closure-words.rules';

export const longestReason = 200;
/** Five years; longer than that nobody plans, so it is a slip of the keyboard. */
export const longestRangeDays = 1827;
export const firstYear = 2000;
export const lastYear = 2100;
/** Locations that one call may name. */
const mostLocations = 10_000;

const unsafe = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff]/u;

export const localDay = z
  .string()
  .superRefine((text, context) => {
    const year = Number(text.slice(0, 4));
    if (!isLocalDate(text)) context.addIssue({ code: 'custom', message: 'errors.notADate' });
    else if (year < firstYear || year > lastYear)
      context.addIssue({ code: 'custom', message: 'calendar.errors.yearOutOfRange' });
  })
  .meta({ format: 'date', description: 'A day of the location’s own calendar.' });

export const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'calendar.errors.notAMonth');

export const reason = z
  .string()
  .trim()
  .max(longestReason)
  .refine((text) => !unsafe.test(text), 'errors.controlCharacter')
  .default('');

/** First and last day, both included. */
export function checkRange({ fromDate, toDate }: { fromDate: string; toDate: string }, context: z.RefinementCtx): void {
  const days = daysBetween(fromDate, toDate);
  if (days < 0) context.addIssue({ code: 'custom', path: ['toDate'], message: 'calendar.errors.endBeforeStart' });
  if (days >= longestRangeDays)
    context.addIssue({ code: 'custom', path: ['toDate'], message: 'calendar.errors.rangeTooLong' });
}

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

export const locationParams = z.strictObject({ locationId: id });
export const exceptionParams = z.strictObject({ locationId: id, exceptionId: id });
export const patternParams = z.strictObject({ locationId: id, validFrom: z.string().refine(isLocalDate) });
export const monthQuery = z.object({ month: month.optional() });
export const locationsQuery = z.object({
  q: lineOfText(100).default(''),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});

export const exceptionFields = { fromDate: localDay, toDate: localDay, reason };
export const exceptionBody = z.strictObject({ ...exceptionFields, open: z.boolean() }).superRefine(checkRange);
export type ExceptionChange = z.infer<typeof exceptionBody>;

const openDays = z.array(z.boolean()).length(7).meta({ description: 'Monday to Sunday; true is open.' });
export const patternBody = z.strictObject({ validFrom: localDay, openDays });
export type PatternChange = z.infer<typeof patternBody>;

export const holidaysBody = z.strictObject({ observed: z.boolean() });

const bulkTarget = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('site'), siteId: z.number().int().positive() }),
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({
    kind: z.literal('locations'),
    locationIds: z.array(z.number().int().positive()).min(1).max(mostLocations),
  }),
]);
export type BulkTarget = z.infer<typeof bulkTarget>;

export const bulkBody = z
  .strictObject({
    target: bulkTarget,
    /** Absent: nothing is changed, and the answer says how many locations it would be. */
    expectedLocations: z.number().int().min(0).optional(),
    exception: exceptionBody.optional(),
    pattern: patternBody.optional(),
  })
  .refine(({ exception, pattern }) => (exception === undefined) !== (pattern === undefined), {
    path: ['exception'],
    message: 'calendar.errors.oneChange',
  });
export type BulkChange = z.infer<typeof bulkBody>;

/** Parts of a form arrive as text. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);
export const closureFormats = ['csv', 'xlsx', 'ics'] as const;
const jsonText = (sent: unknown): unknown => {
  if (typeof sent !== 'string') return sent;
  try {
    return JSON.parse(sent);
  } catch {
    return sent;
  }
};

export const importBody = z.strictObject({
  /** The file's text, where it is not sent as the part `file` of a form. */
  text: z.string().max(1_048_576).optional(),
  format: z.enum(closureFormats).optional(),
  dryRun: flag.default(false),
  /** What the values of columns mean that decide whether a line closes its days; a form sends it as JSON. */
  answers: z.preprocess(
    jsonText,
    z
      .array(z.strictObject({ column: z.string().max(500), value: z.string().max(500), means: z.enum(meanings) }))
      .max(40)
      .default([]),
  ),
  /** Lines of kitchens that the caller may not configure, or that nobody knows, are left out; else nothing is done. */
  leaveOutUnknown: flag.default(false),
});

const affected = z
  .strictObject({
    weeks: z.number().int(),
    firstWeek: z.string().nullable(),
    lastWeek: z.string().nullable(),
    /** Active baselines that rest on these weeks and are recomputed. */
    baselines: z.number().int(),
  })
  .meta({ description: 'What is recomputed: weeks of all changed locations, by their Mondays.' });
export type Affected = z.infer<typeof affected>;

export const changeAnswer = z.strictObject({ changeId: z.string(), locations: z.number().int(), affected });
export const createdAnswer = changeAnswer.extend({ exceptionId: z.number().int() });
export const bulkAnswer = z.strictObject({
  applied: z.boolean(),
  locations: z.number().int(),
  change: changeAnswer.nullable(),
});

const range = z.strictObject({ fromDate: z.string(), toDate: z.string(), open: z.boolean(), reason: z.string() });
export const importAnswer = z.strictObject({
  format: z.enum(closureFormats),
  ranges: z.array(range.extend({ locationId: z.number().int() })),
  /** Already there with the same days, state and reason. */
  known: z.number().int(),
  questions: z
    .array(
      z.strictObject({
        column: z.string(),
        values: z.array(
          z.strictObject({
            value: z.string(),
            lines: z.number().int(),
            suggested: z.enum(meanings).nullable(),
            means: z.enum(meanings).nullable(),
          }),
        ),
      }),
    )
    .meta({ description: 'Columns that decide: each value needs an answer before anything is done.' }),
  openLines: z.number().int().meta({ description: 'Lines that say open, and change nothing.' }),
  waitingLines: z.number().int().meta({ description: 'Lines whose value has no answer yet.' }),
  ofMany: z.boolean().meta({ description: 'The file names its kitchens itself.' }),
  kitchens: z.array(
    z.strictObject({
      locationId: z.number().int(),
      locationName: z.string(),
      siteName: z.string(),
      ranges: z.number().int(),
      known: z.number().int(),
    }),
  ),
  unknownKitchens: z.array(z.strictObject({ name: z.string(), lines: z.number().int() })),
  refused: z
    .array(z.strictObject({ line: z.number().int(), code: z.string(), message: z.string(), raw: z.string() }))
    .meta({ description: 'The first hundred.' }),
  refusedTotal: z.number().int(),
  change: changeAnswer.nullable(),
});

const dayStates = ['open', 'openException', 'closed', 'closedException', 'holiday', 'before', 'after'] as const;
export type DayState = (typeof dayStates)[number];

const calendarDay = z.strictObject({
  day: z.string(),
  open: z.boolean(),
  state: z.enum(dayStates),
  reason: z.string().nullable(),
  exceptionId: z.number().int().nullable(),
  holidayName: z.string().nullable(),
  transactions: z.number().int(),
  flagged: z.boolean().meta({ description: 'Transactions although closed.' }),
});
export type CalendarDayFacts = z.infer<typeof calendarDay>;

const locationAnswer = z.strictObject({
  locationId: z.number().int(),
  locationName: z.string(),
  siteId: z.number().int(),
  siteName: z.string(),
  status: z.enum(['A', 'I']),
});
export const locationsAnswer = z.strictObject({ total: z.number().int(), locations: z.array(locationAnswer) });

export const calendarAnswer = locationAnswer.extend({
  month: z.string(),
  countryCode: z.string(),
  timeZone: z.string(),
  firstEventDate: z.string().nullable(),
  closedOn: z.string().nullable().meta({ description: 'The last day of a location that was closed for good.' }),
  holidaysObserved: z.boolean(),
  subdivisionCode: z.string().nullable().meta({
    description:
      'The part of the country whose public holidays the site has, such as GB-ENG; null for those of the whole country alone.',
  }),
  holidays: z.array(
    z.strictObject({
      day: z.string(),
      name: z.string(),
      regional: z.boolean().meta({ description: 'A holiday of this part of the country, not of all of it.' }),
    }),
  ),
  patterns: z.array(z.strictObject({ validFrom: z.string(), openDays })),
  exceptions: z.array(range.extend({ exceptionId: z.number().int() })),
  days: z.array(calendarDay),
  mayEdit: z.boolean(),
});
export type LocationCalendarAnswer = z.infer<typeof calendarAnswer>;

/** The days of a range by what they are. */
export interface DayCounts {
  all: number;
  open: number;
  closed: Record<'closed' | 'holiday' | 'closedException' | 'after' | 'before', number>;
  /** Open and over by the location's date, and those of them with a transaction. */
  past: number;
  tracked: number;
}
