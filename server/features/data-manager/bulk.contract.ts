import { z } from 'zod';
import { batchChange, type BatchChange } from '../../domain/events/event-batch.contract';
import type { WasteEvent } from '../../domain/events/event-list.contract';
import { referenceFields } from '../../domain/events/reference-fields.rules';
import { linesOfText } from '../../platform/text-input';
import { bulkKinds } from './bulk-limits.rules';
import { id, optional } from './data.filters';

const states = ['COUNTING', 'COUNTED', 'RUNNING', 'DONE', 'UNDOING', 'UNDONE', 'STOPPED'] as const;
export type BulkState = (typeof states)[number];

interface Weighed {
  before: number;
  after: number;
}

export interface BulkSums {
  changes: number;
  /** Events that are like this already. */
  same: number;
  refused: number;
  /** Of the events that would change and count, before and after. */
  grams: Weighed;
  /** One per currency; never totaled across currencies. */
  costs: (Weighed & { currency: string })[];
}

/** How far it is; `events` is all that were chosen. */
export const bulkStanding = z.strictObject({
  changeId: z.number(),
  state: z.enum(states),
  events: z.number(),
  done: z.number().describe('Events that the step under way is done with.'),
});

export interface BulkView extends z.infer<typeof bulkStanding> {
  change: BatchChange;
  /** The name of the value that is set, in the reader's language. */
  valueName: string | null;
  reason: string;
  byName: string | null;
  createdAt: string;
  finishedAt: string | null;
  undoReason: string | null;
  undoneAt: string | null;
  sums: BulkSums;
  /** By what became of the events. */
  outcomes: Partial<Record<BulkOutcome, number>>;
}

export type BulkOutcome = 'changes' | 'same' | 'refused' | 'written' | 'returned' | 'left';

/** An event of a change, and what became of it. */
export interface BulkRow {
  eventId: number;
  outcome: BulkOutcome | null;
  code: string | null;
  event: WasteEvent | null;
}

const ids = z.union([id.transform((one) => [one]), z.array(id).max(200)]);

/** Which events: those that were ticked, or else all that a filter finds, written as the query of its address. */
const chosenEvents = {
  eventId: ids.optional(),
  filter: z.string().max(2_000).default(''),
};

export const newBulkQuery = z.object({
  ...chosenEvents,
  kind: optional(z.enum(bulkKinds)).catch(undefined),
});
export type NewBulkQuery = z.infer<typeof newBulkQuery>;

export const newBulkForm = z.object({
  ...chosenEvents,
  kind: z.enum(bulkKinds),
  reason: linesOfText(500).min(1, 'errors.required'),
  locationId: optional(id),
  ...(Object.fromEntries(referenceFields.map(([field]) => [field, optional(id)])) as Record<
    (typeof referenceFields)[number][0],
    ReturnType<typeof optional<typeof id>>
  >),
});
export type NewBulkForm = z.infer<typeof newBulkForm>;

/** The same of a call. */
export const newBulkBody = z.strictObject({
  eventIds: z.array(z.int().positive()).min(1).max(200),
  change: batchChange,
  reason: linesOfText(500).min(1),
});
export const bulkMade = z.strictObject({ changeId: z.number() });

export const bulkParams = z.strictObject({ id });
export const undoForm = z.object({ reason: linesOfText(500).min(1, 'errors.required') });
