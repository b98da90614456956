import { z } from 'zod';
import { datesInOrder } from '../../platform/table/dates-in-order.contract';
import { readEvent } from './event-row.contract';
import { eventsFilters, optional } from './events.filters';
import { eventsTable } from './events.table';
import { hasBars, isMonday, readFigure } from './figure.rules';

const figure = optional(
  z
    .string()
    .max(100)
    .refine((text) => readFigure(text) !== null, 'events.unknownFigure'),
).describe(
  'What the events are behind, as the links of the pages have it; its place, stage and weeks stand in place of the filters of the same names.',
);

const asked = {
  ...eventsFilters.query,
  figure,
  half: z
    .enum(['range', 'baseline'])
    .default('range')
    .describe('Of a change: the weeks of its range, or those of the baseline that it is held against.'),
  week: optional(z.string().refine(isMonday, 'errors.notADate')).describe(
    'Of a change of all locations that count: the Monday of one bar of its chart, in place of both halves.',
  ),
  weeks: z.coerce.number().int().min(1).max(200).default(1).describe('How many weeks the bar has.'),
  /** Of the figure of all locations that count. */
  reductionExclusionThreshold: optional(z.coerce.number().min(0).max(1)),
};

type RangeQuery = z.ZodType<{
  startDate?: string | undefined;
  endDate?: string | undefined;
  figure?: string | undefined;
  week?: string | undefined;
}>;
const barIsShown = <S extends RangeQuery>(query: S): S =>
  query.refine(({ figure: text, week }) => week === undefined || hasBars(readFigure(text ?? '')), {
    message: 'events.unknownFigure',
    path: ['week'],
  });
const checked = <S extends RangeQuery>(query: S): S => barIsShown(datesInOrder(query));

/** What page, call and file are asked for. */
export const eventsFilter = checked(z.strictObject(asked));
export type EventsFilter = z.infer<typeof eventsFilter>;

/** `find`: what is sought in the long lists of the filters. */
export const eventsPageQuery = checked(
  z.object({ ...asked, ...eventsTable.query(), find: z.string().max(100).catch('').default('') }),
);
export const eventsQuery = checked(
  z.strictObject({ ...asked, ...eventsTable.query(), limit: z.coerce.number().int().min(1).max(200).default(50) }),
);
export type EventsQuery = z.infer<typeof eventsQuery>;

const sums = z.strictObject({
  events: z.number(),
  grams: z.number(),
  estimatedGrams: z.number().describe('Of them, estimated from servings.'),
  costs: z
    .array(
      z.strictObject({
        currency: z.string(),
        amount: z.number(),
        derived: z.number().describe('Of it, worked out by a rule.'),
      }),
    )
    .describe('One for each currency; never added up.'),
});

export const eventsAnswer = z.strictObject({
  events: z.array(readEvent),
  sums: sums
    .nullable()
    .describe(
      'What all of them come to, on whatever page; null where they are too many to be added up with these filters.',
    ),
  recorded: z.boolean().describe('Whether any day was recorded for these filters.'),
  total: z
    .number()
    .describe(
      'How many events match; counting and paging end at 10,000, and orders other than by time are of so many newest ones.',
    ),
  totalIsCapped: z.boolean(),
  page: z.number(),
  limit: z.number(),
});
export type EventsAnswer = z.infer<typeof eventsAnswer>;
