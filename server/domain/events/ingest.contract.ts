import type { LocalDate } from '../../platform/time';
import type { CheckedEvent } from './checked-event.contract';
import type { Asked } from './questions.rules';

/** Pre-consumer, post-consumer, consumer plate waste. */
export const wasteStageIds = [8, 9, 23] as const;

export const origins = ['DEVICE', 'WEB', 'IMPORT', 'API'] as const;
export type Origin = (typeof origins)[number];

/** As many as one call takes. */
export const largestBatch = 1_000;

/** A weighing as somebody reports it, before anything was checked. */
export interface IngestCandidate {
  clientEventUuid: string;
  /** SHA-256, in hexadecimal, of what the sender takes for the content; absent: of all that is said here. */
  contentHash?: string;
  locationId: number;
  /** Absent where only the day is known: then `localDate` counts and the instant is local noon. */
  occurredAt: Date | undefined;
  localDate?: LocalDate;
  stageId: number;
  itemId?: number;
  reasonId?: number;
  sourceId?: number;
  sinkId?: number;
  daypartId?: number;
  containerId?: number;
  operatorId?: number;
  grossGrams: number;
  /** Absent: the container's. */
  tareGrams?: number;
  enteredValue: number;
  enteredUnit: string;
  estimated?: boolean;
  quantity?: number;
  /** Decimal with a point, at most four places. Absent: the cost rules decide. */
  costAmount?: string;
  costCurrency?: string;
  /** Absent: what the sink says, or true. */
  countsAsWaste?: boolean;
  note?: string;
  importLine?: number;
}

/** Every reason for refusing a row is the key of its sentence. */
type RefusalCode =
  | 'wasteEvents.invalidUuid'
  | 'wasteEvents.duplicateUuid'
  | 'wasteEvents.unknownLocation'
  | 'wasteEvents.inactiveLocation'
  | 'wasteEvents.unknownStage'
  | 'wasteEvents.timeMissing'
  | 'wasteEvents.invalidTime'
  | 'wasteEvents.inTheFuture'
  | 'wasteEvents.tooLongAgo'
  | 'wasteEvents.invalidWeight'
  | 'wasteEvents.tareAboveGross'
  | 'wasteEvents.invalidValue'
  | 'wasteEvents.invalidUnit'
  | 'wasteEvents.invalidQuantity'
  | 'wasteEvents.invalidCost'
  | 'wasteEvents.otherCurrency'
  | 'wasteEvents.costTooLarge'
  | 'wasteEvents.unknownReference'
  | 'wasteEvents.invalidNote';

export interface Refusal {
  code: RefusalCode;
  field: keyof IngestCandidate;
  params?: Record<string, string | number>;
}

export interface IngestResult {
  /** With what there is to ask about it, where the caller wants to know. */
  taken: { index: number; eventId: number; asked?: readonly Asked[] }[];
  /** Already there with the same content, from before or from earlier in the same batch. */
  known: { index: number; eventId: number }[];
  /** One reason for each refused row: the first that was found. */
  refused: ({ index: number } & Refusal)[];
  /** Of those refused as `wasteEvents.duplicateUuid`: the event that is there, and what the row would make of it. */
  changed: ChangedRow[];
}

export interface ChangedRow {
  index: number;
  eventId: number;
  event: CheckedEvent;
}
