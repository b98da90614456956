import { z } from 'zod';
import { datesInOrder } from '../../platform/table/dates-in-order.contract';
import { eventFilters } from './event.filters';
import { eventTable } from './event.table';

/** What list, count and download share. */
export const eventFilter = datesInOrder(z.strictObject(eventFilters.query));
export type EventFilter = z.infer<typeof eventFilter>;

export const eventQuery = datesInOrder(
  z.strictObject({
    ...eventFilters.query,
    ...eventTable.query(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
);
export type EventQuery = z.infer<typeof eventQuery>;
