import { z } from 'zod';
import { eventFilters } from './event.filters';
import { eventTable } from './event.table';

const inOrder = { message: 'errors.endDateBeforeStartDate', path: ['endDate'] };
const datesInOrder = ({ startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined }) =>
  startDate === undefined || endDate === undefined || startDate <= endDate;

/** What list, count and download share. */
export const eventFilter = z.strictObject(eventFilters.query).refine(datesInOrder, inOrder);
export type EventFilter = z.infer<typeof eventFilter>;

export const eventQuery = z
  .strictObject({
    ...eventFilters.query,
    ...eventTable.query(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  })
  .refine(datesInOrder, inOrder);
export type EventQuery = z.infer<typeof eventQuery>;
