import { z } from 'zod';
import { stagePlace } from '../places/place.contract';
import { origins } from './ingest.contract';
import { questions } from './questions.contract';

const name = z.string().nullable();
const ref = z.number().nullable();

export const wasteEvent = z.strictObject({
  eventId: z.number(),
  clientEventUuid: z.string(),
  occurredAt: z.string(),
  localDate: z.string(),
  timeZone: z.string(),
  ...stagePlace,
  itemId: ref,
  itemName: name,
  reasonId: ref,
  reasonName: name,
  sourceId: ref,
  sourceName: name,
  sinkId: ref,
  sinkName: name,
  daypartId: ref,
  daypartName: name,
  containerId: ref,
  containerName: name,
  deviceId: ref,
  deviceName: name,
  operatorId: ref,
  operatorAlias: name.describe('Who weighed it, as shown on the device.'),
  grossGrams: z.number(),
  tareGrams: z.number(),
  netGrams: z.number(),
  enteredValue: z.number(),
  enteredUnit: z.string(),
  estimated: z.boolean(),
  countsAsWaste: z.boolean(),
  quantity: z.number().nullable(),
  costAmount: name.describe('Decimal, in costCurrency.'),
  costCurrency: name,
  costByRule: z.boolean().describe('Estimated by a cost rule, not reported.'),
  note: name,
  unconfirmed: z
    .array(z.enum(questions))
    .nullable()
    .describe('What is implausible about an event from a device, until a user confirms or changes it.'),
  origin: z.enum(origins),
  importBatchId: ref,
  importLine: ref,
  createdAt: z.string(),
  createdByName: name,
  voidedAt: name,
  voidedByName: name,
  voidReason: name,
});
export type WasteEvent = z.infer<typeof wasteEvent>;

export const eventList = z.strictObject({
  events: z.array(wasteEvent),
  total: z
    .number()
    .describe(
      'Number of matching events. Counting and paging stop at 10,000, and sort orders other than time apply to the newest 10,000.',
    ),
  totalIsCapped: z.boolean(),
  page: z.number(),
  limit: z.number(),
});
export type EventList = z.infer<typeof eventList>;

/** What an event was before a change, in the same names; and who changed it, when and why. */
const eventRevision = z.strictObject({
  revisionId: z.number(),
  at: z.string(),
  byName: name,
  why: z.string(),
  before: wasteEvent.omit({ createdByName: true, voidedByName: true }),
});
export type EventRevision = z.infer<typeof eventRevision>;

export const eventDetail = z.strictObject({
  event: wasteEvent,
  currency: z.string().describe('The site’s currency.'),
  /** Newest first. */
  revisions: z.array(eventRevision),
});
export type EventDetail = z.infer<typeof eventDetail>;
