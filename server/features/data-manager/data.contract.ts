import { z } from 'zod';
import { datesInOrder } from '../../platform/table/dates-in-order.contract';
import { isLocalDate } from '../../platform/time';
import { dataFilters, id, optional } from './data.filters';
import { bulkTable, bulkRowTable, dataTable, suspiciousTable } from './data.table';

/** `find`: what is sought in the long lists of the filters. */
export const dataQuery = datesInOrder(
  z.object({
    ...dataFilters.query,
    ...dataTable.query(),
    find: z.string().max(100).catch('').default(''),
  }),
);
export type DataQuery = z.infer<typeof dataQuery>;

const localDate = optional(z.string().refine(isLocalDate, 'errors.notADate'));
export const suspiciousQuery = datesInOrder(
  z.object({ ...suspiciousTable.query(), startDate: localDate, endDate: localDate, siteId: optional(id) }),
);
export type SuspiciousQuery = z.infer<typeof suspiciousQuery>;

export const bulkListQuery = z.object(bulkTable.query());
export const bulkQuery = z.object(bulkRowTable.query());
