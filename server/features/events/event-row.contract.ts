import type { z } from 'zod';
import { wasteEvent, type WasteEvent } from '../../domain/events/event-list.contract';

/** An event without what a person wrote or who wrote it. */
export const readEvent = wasteEvent.pick({
  eventId: true,
  occurredAt: true,
  localDate: true,
  timeZone: true,
  siteId: true,
  siteName: true,
  locationId: true,
  locationName: true,
  wasteStageId: true,
  wasteStageName: true,
  itemId: true,
  itemName: true,
  reasonId: true,
  reasonName: true,
  sourceId: true,
  sourceName: true,
  sinkId: true,
  sinkName: true,
  daypartId: true,
  daypartName: true,
  containerId: true,
  containerName: true,
  netGrams: true,
  estimated: true,
  countsAsWaste: true,
  quantity: true,
  costAmount: true,
  costCurrency: true,
  costByRule: true,
  origin: true,
  importBatchId: true,
  importLine: true,
  voidedAt: true,
});
export type ReadEvent = z.infer<typeof readEvent>;

const fields = readEvent.keyof().options;

export const readable = (event: WasteEvent) =>
  Object.fromEntries(fields.map((name) => [name, event[name]])) as ReadEvent;
