import type { LocalDate } from '../../platform/time';
import type { LocationWeek } from '../weeks/location-week.contract';
import type { CheckedEvent } from './checked-event.contract';

/** What stands in an event that a corrected line may replace. */
export interface StoredFigures extends LocationWeek {
  eventId: number;
  localDate: LocalDate;
  netGrams: number;
  itemName: string | null;
  /** Decimal. */
  costAmount: string | null;
  costCurrency: string | null;
  voided: boolean;
  /** Somebody has changed, voided or restored it; what imports replaced is no such change. */
  edited: boolean;
}

/** A row that says something else of an event than what is there. */
export interface Correction {
  index: number;
  eventId: number;
  before: StoredFigures;
  after: CheckedEvent;
  /** SHA-256, in hexadecimal, by which the event is known once it is replaced. */
  hash: string;
}
