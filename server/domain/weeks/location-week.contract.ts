import type { LocalDate } from '../../platform/time';

export interface LocationWeek {
  locationId: number;
  /** A Monday. */
  weekStart: LocalDate;
}
