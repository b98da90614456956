import type { ElementCode } from '../../domain/catalogue/refdata.contract';
import type { EventContent } from '../../domain/events/event-content.contract';
import { gramsPerUnit } from '../../platform/weight-units.rules';
import { alertUnits, type AlertUnitId, type CompType, type Operator } from './alerts.contract';

/** What an alert looks at of an event. */
export type WatchedEvent = EventContent;

export type ValueField = 'stageId' | 'itemId' | 'reasonId' | 'sourceId' | 'sinkId' | 'daypartId' | 'containerId';

/** An express item is a category of items. */
export const fieldOf: Record<ElementCode, ValueField> = {
  CONTAINER: 'containerId',
  DAYPART: 'daypartId',
  WASTEITEM: 'itemId',
  WASTESINK: 'sinkId',
  WASTESOURCE: 'sourceId',
  WASTESTAGE: 'stageId',
  WASTEREASON: 'reasonId',
  EXPRESS_ITEM: 'itemId',
};

/** An alert as events are held against it. Site, location and device 0 stand for all. */
export interface WatchingAlert {
  alertId: number;
  siteId: number;
  locationId: number;
  deviceId: number;
  operator: Operator;
  /** null: a weight. */
  currencyCode: string | null;
  /** Hundredths of a gram, or ten-thousandths of the currency. */
  threshold: number;
  /** One for each type: the values with everything below them, one of which the event must have. */
  refs: readonly { elementCode: ElementCode; ids: ReadonlySet<number> }[];
}

const hundredthsOf = (grams: number) => Math.round(grams * 100);
const tenThousandthsOf = (amount: number) => Math.round(amount * 10_000);

interface Comparison {
  compType: CompType;
  value: number;
  unitId: AlertUnitId | null;
}

/** As whole numbers, so that what was entered in pounds equals what was weighed in them. */
export function thresholdOf({ compType, value, unitId }: Comparison): number {
  if (compType === 'reportedCost' || unitId === null) return tenThousandthsOf(value);
  return hundredthsOf(value * gramsPerUnit[alertUnits[unitId]]);
}

/** What an alert in this currency, or of weights, compares; null where the event has no such cost. */
export function measureOf(
  event: Pick<WatchedEvent, 'netGrams' | 'costAmount' | 'costCurrency'>,
  currencyCode: string | null,
): number | null {
  if (currencyCode === null) return hundredthsOf(event.netGrams);
  return event.costAmount === null || event.costCurrency !== currencyCode ? null : tenThousandthsOf(event.costAmount);
}

const holds: Record<Operator, (measured: number, threshold: number) => boolean> = {
  EQ: (measured, threshold) => measured === threshold,
  GT: (measured, threshold) => measured > threshold,
  GE: (measured, threshold) => measured >= threshold,
  LT: (measured, threshold) => measured < threshold,
  LE: (measured, threshold) => measured <= threshold,
};

/**
 * Whether an event raises an alert: its place, its measure, and one value of every type that the alert names. What does not
 * count as waste raises only an alert that names where it went.
 */
export function matches(alert: WatchingAlert, event: WatchedEvent): boolean {
  if (alert.siteId !== 0 && alert.siteId !== event.siteId) return false;
  if (alert.locationId !== 0 && alert.locationId !== event.locationId) return false;
  if (alert.deviceId !== 0 && alert.deviceId !== event.deviceId) return false;
  const measured = measureOf(event, alert.currencyCode);
  if (measured === null || !holds[alert.operator](measured, alert.threshold)) return false;
  if (!event.countsAsWaste && !alert.refs.some(({ elementCode }) => elementCode === 'WASTESINK')) return false;
  return alert.refs.every(({ elementCode, ids }) => ids.has(event[fieldOf[elementCode]] ?? 0));
}

/** Older events are recorded, and mailed to nobody. */
const newForMs = 48 * 3_600_000;

export const isNews = (occurredAt: Date, now: Date) => now.getTime() - occurredAt.getTime() <= newForMs;
