import type { EventEdit } from '../../domain/events/event-input.contract';
import type { WasteEvent } from '../../domain/events/event-list.contract';
import { referenceFields } from '../../domain/events/reference-fields.rules';
import { wallTimeOf } from '../../platform/zone-clock.rules';
import type { EventTexts } from './event-form.contract';

interface Unit {
  /** As events know it. */
  code: 'kg' | 'g' | 'lb' | 'oz';
  grams: number;
}

const weightText = (grams: number, { grams: per }: Unit) => String(Number((grams / per).toFixed(3)));

/** What the fields of an event hold before anybody types. A cost by a rule is left to the rules. */
export function textsOf(event: WasteEvent, unit: Unit): EventTexts {
  const clock = new Date(wallTimeOf(new Date(event.occurredAt).getTime(), event.timeZone)).toISOString();
  return {
    locationId: String(event.locationId),
    localDate: clock.slice(0, 10),
    localTime: clock.slice(11, 16),
    wasteStageId: String(event.wasteStageId),
    ...(Object.fromEntries(
      referenceFields.map(([field]) => [field, event[field] === null ? '' : String(event[field])]),
    ) as Record<(typeof referenceFields)[number][0], string>),
    grossWeight: weightText(event.grossGrams, unit),
    tareWeight: weightText(event.tareGrams, unit),
    quantity: event.quantity === null ? '' : String(event.quantity),
    costAmount: event.costByRule || event.costAmount === null ? '' : String(Number(event.costAmount)),
    countsAsWaste: event.countsAsWaste ? 'yes' : 'no',
    note: event.note ?? '',
  };
}

export interface Wrong {
  field: string;
  code: 'errors.required' | 'errors.notADate' | 'dataManager.notANumber' | 'wasteEvents.invalidTime';
}

/**
 * What somebody has changed, in the terms of a correction; a field that reads as before is not named, so that rounding changes
 * nothing. Day and time go together.
 */
export function changeOf(
  said: Partial<EventTexts>,
  shown: EventTexts,
  unit: Unit,
): { change: EventEdit['change']; wrong: Wrong[] } {
  const typed = { ...shown, ...said };
  const changed = (field: keyof EventTexts) => typed[field] !== shown[field];
  const wrong: Wrong[] = [];
  const change: EventEdit['change'] = {};
  const number = (field: keyof EventTexts): number | undefined => {
    const value = Number(typed[field].replace(',', '.'));
    if (typed[field] !== '' && Number.isFinite(value) && value >= 0) return value;
    wrong.push({ field, code: typed[field] === '' ? 'errors.required' : 'dataManager.notANumber' });
    return undefined;
  };
  if (changed('locationId')) change.locationId = number('locationId');
  if (changed('wasteStageId')) change.wasteStageId = number('wasteStageId');
  if (changed('localDate') || changed('localTime')) {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(typed.localDate)) wrong.push({ field: 'localDate', code: 'errors.notADate' });
    else if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(typed.localTime))
      wrong.push({ field: 'localTime', code: 'wasteEvents.invalidTime' });
    else Object.assign(change, { localDate: typed.localDate, localTime: typed.localTime });
  }
  for (const [field] of referenceFields) if (changed(field)) change[field] = typed[field] === '' ? null : number(field);
  for (const field of ['grossWeight', 'tareWeight'] as const)
    if (changed(field)) Object.assign(change, { [field]: number(field), unit: unit.code });
  if (changed('quantity')) change.quantity = typed.quantity === '' ? null : number('quantity');
  if (changed('costAmount')) change.costAmount = typed.costAmount === '' ? null : typed.costAmount.replace(',', '.');
  if (changed('note')) change.note = typed.note === '' ? null : typed.note;
  if (changed('countsAsWaste')) change.countsAsWaste = typed.countsAsWaste === 'yes';
  return { change, wrong };
}
