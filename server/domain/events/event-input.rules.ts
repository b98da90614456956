import { gramsPerUnit, type WeightUnitCode } from '../../platform/weight-units.rules';
import type { EventChange } from './event-change.rules';
import type { DeviceEvent, EventEdit } from './event-input.contract';
import type { IngestCandidate } from './ingest.contract';

/** Why a row cannot become a candidate; the code is the key of its sentence. */
export interface InputRefusal {
  code: 'errors.required' | 'wasteEvents.weightsDisagree' | 'wasteEvents.unknownLocation';
  field: string;
}

interface Weights {
  grossWeight?: number | null;
  netWeight?: number | null;
  tareWeight?: number | null;
  unit: WeightUnitCode;
}

type Weighed = Pick<IngestCandidate, 'grossGrams' | 'tareGrams' | 'enteredValue' | 'enteredUnit'>;

/** What rounding to a display's digits may part the three weights by. */
const toleratedGrams = 1;

/**
 * Gross and tare in grams from what was sent: gross less tare, or net, or all of them where they agree. With a net weight
 * alone the container's tare is not taken off again.
 */
export function weigh({ grossWeight, netWeight, tareWeight, unit }: Weights): Weighed | InputRefusal {
  const grams = (value: number) => value * gramsPerUnit[unit];
  const entered = grossWeight ?? netWeight;
  if (entered === null || entered === undefined) return { code: 'errors.required', field: 'grossWeight' };
  const sent = { enteredValue: entered, enteredUnit: unit };
  if (netWeight === null || netWeight === undefined) {
    return {
      ...sent,
      grossGrams: grams(entered),
      ...(tareWeight === null || tareWeight === undefined ? {} : { tareGrams: grams(tareWeight) }),
    };
  }
  if (grossWeight === null || grossWeight === undefined) {
    return { ...sent, grossGrams: grams(netWeight + (tareWeight ?? 0)), tareGrams: grams(tareWeight ?? 0) };
  }
  const tare = tareWeight ?? grossWeight - netWeight;
  if (tare < 0 || Math.abs(grams(grossWeight - tare - netWeight)) > toleratedGrams)
    return { code: 'wasteEvents.weightsDisagree', field: 'netWeight' };
  return { ...sent, grossGrams: grams(grossWeight), tareGrams: grams(tare) };
}

/** A device's row as ingest takes it. */
export function candidateOf(row: DeviceEvent, device: { locationId: number | null }): IngestCandidate | InputRefusal {
  const locationId = row.locationId ?? device.locationId;
  if (locationId === null) return { code: 'wasteEvents.unknownLocation', field: 'locationId' };
  const weighed = weigh(row);
  if ('code' in weighed) return weighed;
  return {
    clientEventUuid: row.clientEventUuid,
    locationId,
    occurredAt: new Date(row.occurredAt),
    stageId: row.wasteStageId,
    ...weighed,
    ...valuesOf(row),
    ...(row.operatorId ? { operatorId: row.operatorId } : {}),
    ...(row.cost ? { costAmount: String(row.cost.amount), costCurrency: row.cost.currency } : {}),
  };
}

type Values = Pick<
  DeviceEvent,
  'itemId' | 'reasonId' | 'sourceId' | 'sinkId' | 'daypartId' | 'containerId' | 'quantity' | 'note'
>;

/** The values that were said; null says nothing. */
export function valuesOf({ itemId, reasonId, sourceId, sinkId, daypartId, containerId, quantity, note }: Values) {
  const all = { itemId, reasonId, sourceId, sinkId, daypartId, containerId, quantity, note };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== undefined)) as {
    [K in keyof Values]?: NonNullable<Values[K]>;
  };
}

/** A person's correction in the terms of the use case. @param occurredAt the new instant, where day and time were given */
export function changeOf(change: EventEdit['change'], occurredAt: Date | undefined): EventChange {
  const {
    locationId,
    wasteStageId,
    grossWeight,
    tareWeight,
    unit,
    localDate: _day,
    localTime: _time,
    ...others
  } = change;
  const grams = (value: number) => value * gramsPerUnit[unit ?? 'g'];
  return {
    ...others,
    ...(locationId === undefined ? {} : { locationId }),
    ...(occurredAt === undefined ? {} : { occurredAt }),
    ...(wasteStageId === undefined ? {} : { stageId: wasteStageId }),
    ...(grossWeight === undefined
      ? {}
      : { grossGrams: grams(grossWeight), enteredValue: grossWeight, enteredUnit: unit, estimated: false }),
    ...(tareWeight === undefined ? {} : { tareGrams: grams(tareWeight) }),
  };
}

const wireNames: Record<string, string> = {
  stageId: 'wasteStageId',
  grossGrams: 'grossWeight',
  tareGrams: 'tareWeight',
  enteredValue: 'grossWeight',
  enteredUnit: 'unit',
  localDate: 'occurredAt',
};

/** The field's name as devices and pages know it. */
export const wireField = (field: string) => wireNames[field] ?? field;

/** A device sends amount and currency as one. */
export const deviceField = (field: string) =>
  ({ costAmount: 'cost.amount', costCurrency: 'cost.currency' })[field] ?? wireField(field);
