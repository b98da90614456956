import type { LocalDate } from '../../platform/time';

/** Events that are there and equal others, by the import that brought them in. */
export interface AlikeEvents {
  /** Null: a person, a device or a program has sent them. */
  importBatchId: number | null;
  events: number;
  grams: number;
  firstDay: LocalDate;
  lastDay: LocalDate;
  /** Null: of several. */
  locationId: number | null;
  /** Null: of several, or of none. */
  itemId: number | null;
}
