import { z } from 'zod';
import { datesInOrder } from '../../platform/table/dates-in-order.contract';
import { isLocalDate, weekdayOf } from '../../platform/time';

const id = z.coerce.number().int().positive();
const localDate = z.string().refine(isLocalDate, 'errors.notADate');

/** The elements that weekly totals are kept by. */
const totalledElements = ['WASTEITEM', 'WASTEREASON', 'WASTESOURCE', 'WASTESINK', 'DAYPART', 'CONTAINER'] as const;

/** Whole weeks: from a Monday to a Sunday, each included. */
export const weeklyTotalsQuery = datesInOrder(
  z
    .strictObject({
      element: z.enum(totalledElements),
      startDate: localDate,
      endDate: localDate,
      wasteStageId: id.max(2_147_483_647).optional(),
      siteId: id.optional(),
      locationId: id.optional(),
    })
    .refine(({ startDate }) => !isLocalDate(startDate) || weekdayOf(startDate) === 1, {
      message: 'errors.nonMondayStartDate',
      path: ['startDate'],
    })
    .refine(({ endDate }) => !isLocalDate(endDate) || weekdayOf(endDate) === 7, {
      message: 'errors.nonSundayEndDate',
      path: ['endDate'],
    }),
);
export type WeeklyTotalsQuery = z.infer<typeof weeklyTotalsQuery>;

export const weeklyTotals = z.array(
  z.strictObject({
    refId: z.number().nullable().describe('null: events without a value of this element.'),
    refName: z.string().nullable(),
    transactions: z.number(),
    grams: z.number(),
    costs: z
      .array(z.strictObject({ currencyCode: z.string(), amount: z.number() }))
      .describe('One per currency; never totaled across currencies.'),
  }),
);
export type WeeklyTotals = z.infer<typeof weeklyTotals>;
