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
  'The figure the events are behind, as in page links. Its place, stage and weeks replace the filters of the same names.',
);

const asked = {
  ...eventsFilters.query,
  figure,
  half: z
    .enum(['range', 'baseline'])
    .default('range')
    .describe('For a change: the weeks of its range, or those of the baseline it is compared with.'),
  week: optional(z.string().refine(isMonday, 'errors.notADate')).describe(
    'For a change across all locations that count: the Monday of one bar in its chart, instead of both halves.',
  ),
  weeks: z.coerce.number().int().min(1).max(200).default(1).describe('Number of weeks in the bar.'),
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
  estimatedGrams: z.number().describe('The part estimated from servings.'),
  costs: z
    .array(
      z.strictObject({
        currency: z.string(),
        amount: z.number(),
        derived: z.number().describe('The part estimated from prices.'),
      }),
    )
    .describe('One per currency; never totaled across currencies.'),
});

export const eventsAnswer = z.strictObject({
  events: z.array(readEvent),
  sums: sums.nullable().describe('Totals across all pages; null if these filters match too many events to total.'),
  recorded: z.boolean().describe('Whether any day was recorded for these filters.'),
  total: z
    .number()
    .describe(
      'Number of matching events. Counting and paging stop at 10,000, and sort orders other than time apply to the newest 10,000.',
    ),
  totalIsCapped: z.boolean(),
  page: z.number(),
  limit: z.number(),
});
export type EventsAnswer = z.infer<typeof eventsAnswer>;
