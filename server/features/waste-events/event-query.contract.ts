import { z } from 'zod';
import { lineOfText } from '../../platform/text-input';
import { isLocalDate } from '../../platform/time';
import { eventTable } from './event.table';
import { origins } from './ingest.contract';

const id = z.coerce.number().int().positive();
const localDate = z.string().refine(isLocalDate, 'errors.notADate');

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
    ...eventTable.query(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  })
  .refine(datesInOrder, inOrder);
export type EventQuery = z.infer<typeof eventQuery>;
