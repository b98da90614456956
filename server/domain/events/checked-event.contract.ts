import type { LocalDate } from '../../platform/time';

/** An event as it is stored. */
export interface CheckedEvent {
  clientEventUuid: string;
  locationId: number;
  occurredAt: Date;
  localDate: LocalDate;
  weekStart: LocalDate;
  stageId: number;
  itemId: number | null;
  reasonId: number | null;
  sourceId: number | null;
  sinkId: number | null;
  daypartId: number | null;
  containerId: number | null;
  /** Who weighed it at a device. */
  operatorId: number | null;
  grossGrams: number;
  tareGrams: number;
  /** max(gross − tare, 0) */
  netGrams: number;
  enteredValue: number;
  enteredUnit: string;
  estimated: boolean;
  countsAsWaste: boolean;
  costAmount: string | null;
  costCurrency: string | null;
  costRuleId: number | null;
  quantity: number | null;
  note: string | null;
  importLine: number | null;
}
