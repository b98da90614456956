import { z } from 'zod';
import { pageParameter, sortParameter } from '../../platform/table/table-query';
import { lineOfText } from '../../platform/text-input';
import { isLocalDate } from '../../platform/time';
import { origins } from './ingest.contract';

const id = z.coerce.number().int().positive();
const localDate = z.string().refine(isLocalDate, 'errors.notADate');

export const eventSorts = [
  'occurredAt', 'siteName', 'locationName', 'wasteStageId', 'itemName', 'reasonName', 'sourceName', 'sinkName', 'daypartName', 'containerName',
  'netGrams', 'grossGrams', 'tareGrams', 'cost', 'deviceName', 'origin',
] as const;
export type EventSort = (typeof eventSorts)[number];

/** The filters that list, count and download share. Days are local to the location and included. */
const filters = {
  organisationId: id.optional(),
  startDate: localDate.optional(),
  endDate: localDate.optional(),
  siteId: id.optional(),
  locationId: id.optional(),
  deviceId: id.optional(),
  wasteStageId: id.max(2_147_483_647).optional(),
  itemId: id.optional(),
  reasonId: id.optional(),
  sourceId: id.optional(),
  sinkId: id.optional(),
  daypartId: id.optional(),
  containerId: id.optional(),
  origin: z.enum(origins).optional(),
  state: z.enum(['active', 'voided', 'all']).default('active'),
  text: lineOfText(100).optional(),
};

export const organisationChoice = z.strictObject({ organisationId: id.optional() });

const inOrder = { message: 'errors.endDateBeforeStartDate', path: ['endDate'] };
const datesInOrder = ({ startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined }) =>
  startDate === undefined || endDate === undefined || startDate <= endDate;

export const eventFilter = z.strictObject(filters).refine(datesInOrder, inOrder);
export type EventFilter = z.infer<typeof eventFilter>;

export const eventQuery = z
  .strictObject({
    ...filters,
    sort: sortParameter(eventSorts, { column: 'occurredAt', direction: 'desc' }),
    page: pageParameter,
    limit: z.coerce.number().int().min(1).max(200).default(50),
  })
  .refine(datesInOrder, inOrder);
export type EventQuery = z.infer<typeof eventQuery>;

const name = z.string().nullable();
const ref = z.number().nullable();

export const wasteEvent = z.strictObject({
  eventId: z.number(),
  clientEventUuid: z.string(),
  occurredAt: z.string(),
  localDate: z.string(),
  timeZone: z.string(),
  siteId: z.number(),
  siteName: z.string(),
  locationId: z.number(),
  locationName: z.string(),
  wasteStageId: z.number(),
  wasteStageName: z.string(),
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
  costByRule: z.boolean().describe('Worked out by a cost rule and not reported.'),
  note: name,
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
  total: z.number().describe('How many events match; counting and paging end at 100,000, with a text at 10,000, and orders other than by time are of so many newest ones.'),
  totalIsCapped: z.boolean(),
  page: z.number(),
  limit: z.number(),
});
export type EventList = z.infer<typeof eventList>;

/** What an event was before a change, in the same names; and who changed it, when and why. */
export const eventRevision = z.strictObject({
  revisionId: z.number(),
  at: z.string(),
  byName: name,
  why: z.string(),
  before: wasteEvent.omit({ createdByName: true, voidedByName: true }),
});
export type EventRevision = z.infer<typeof eventRevision>;

export const eventDetail = z.strictObject({
  event: wasteEvent,
  currency: z.string().describe('The currency of the site.'),
  /** Newest first. */
  revisions: z.array(eventRevision),
});
export type EventDetail = z.infer<typeof eventDetail>;
