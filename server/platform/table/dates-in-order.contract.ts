import type { z } from 'zod';
import type { LocalDate } from '../time';

interface Days {
  startDate?: LocalDate | undefined;
  endDate?: LocalDate | undefined;
}

/** Refuses a query whose last day lies before its first; either may be missing. */
export const datesInOrder = <S extends z.ZodType<Days>>(query: S): S =>
  query.refine(({ startDate, endDate }) => startDate === undefined || endDate === undefined || startDate <= endDate, {
    message: 'errors.endDateBeforeStartDate',
    path: ['endDate'],
  });
