/** A waste event as it came in. Weights are net grams; a cost is in its currency. */
export interface EventContent {
  eventId: number;
  siteId: number;
  locationId: number;
  deviceId: number | null;
  stageId: number;
  itemId: number | null;
  reasonId: number | null;
  sourceId: number | null;
  sinkId: number | null;
  daypartId: number | null;
  containerId: number | null;
  netGrams: number;
  costAmount: number | null;
  costCurrency: string | null;
  countsAsWaste: boolean;
  occurredAt: Date;
}
