import type { LegacyPage } from '../../../client/legacy/page';
import type { DialogField } from '../../../client/ui/form-dialog';
import type { EventEdit } from '../../../server/domain/events/event-input.contract';
import type { EventDetail } from '../../../server/domain/events/event-list.contract';
import { referenceFields, type ReferenceField } from '../../../server/domain/events/reference-fields.rules';
import { gramsPerUnit, weightUnits } from '../../../server/platform/weight-units.rules';
import { stageOptions, type Lookups } from './lookups';
import type { PlaceAndTime } from './place-and-time';
import { searchedField } from './searched-choice';

const plain = (value: number) => String(Math.round(value * 10_000) / 10_000);

const nameFields = {
  itemId: 'itemName',
  reasonId: 'reasonName',
  sourceId: 'sourceName',
  sinkId: 'sinkName',
  daypartId: 'daypartName',
  containerId: 'containerName',
} as const;

interface Current {
  id: number | null;
  name: string | null;
}

/** The choice of a value for each element that the organisation uses. A retired value is offered where it is the current one. */
function referenceChoices(
  { t }: LegacyPage,
  { values }: Lookups,
  current: (field: ReferenceField) => Current,
): DialogField[] {
  return referenceFields
    .filter(([field]) => values[field].options.length > 0 || current(field).id !== null)
    .map(([field]): DialogField => {
      const { id, name } = current(field);
      const { options: inUse, more } = values[field];
      const set = id === null ? '' : String(id);
      const options =
        set === '' || inUse.some((one) => one.value === set) ? inUse : [{ value: set, label: name ?? set }, ...inUse];
      const shared = { name: field, label: t(`legacy.fields.${field}`), defaultValue: set };
      const none = t('legacy.events.notSaid');
      return more
        ? searchedField({ ...shared, begins: options, none, inUse: true })
        : {
            ...shared,
            kind: 'select',
            options: [{ value: '', label: none }, ...options.map(({ value, label }) => ({ value, label }))],
          };
    });
}

const numeric = { kind: 'number', min: 0, step: 'any' } as const;
const unitOptions = weightUnits.map((value) => ({ value, label: value }));

export function editFields(
  page: LegacyPage,
  { lookups, place }: { lookups: Lookups; place: PlaceAndTime },
  { event, currency }: EventDetail,
): DialogField[] {
  const { t } = page;
  const optional = t('layout.form.optional');
  const unit = weightUnits.find((one) => one === event.enteredUnit) ?? 'kg';
  const weight = (grams: number) => plain(grams / gramsPerUnit[unit]);
  return [
    {
      name: 'grossWeight',
      ...numeric,
      label: t('legacy.fields.grossGrams'),
      defaultValue: weight(event.grossGrams),
      required: true,
    },
    { name: 'unit', kind: 'select', label: t('legacy.fields.enteredUnit'), defaultValue: unit, options: unitOptions },
    { name: 'tareWeight', ...numeric, label: t('legacy.fields.tareGrams'), defaultValue: weight(event.tareGrams) },
    ...referenceChoices(page, lookups, (field) => ({ id: event[field], name: event[nameFields[field]] })),
    ...place.fields,
    {
      name: 'wasteStageId',
      kind: 'select',
      label: t('legacy.fields.wasteStageId'),
      defaultValue: String(event.wasteStageId),
      options: stageOptions(page, lookups),
    },
    {
      name: 'quantity',
      ...numeric,
      label: t('legacy.fields.quantity'),
      defaultValue: String(event.quantity ?? ''),
      note: optional,
    },
    {
      name: 'costAmount',
      label: t('legacy.fields.cost'),
      defaultValue: event.costByRule ? '' : event.costAmount?.replace(/(\.\d\d)0+$/, '$1'),
      suffix: currency,
      hint: t(costWasGiven(event) ? 'legacy.events.costGiven' : 'legacy.events.costHint'),
      note: optional,
    },
    {
      name: 'countsAsWaste',
      kind: 'checkbox',
      label: t('legacy.fields.countsAsWaste'),
      defaultChecked: event.countsAsWaste,
    },
    {
      name: 'note',
      kind: 'textarea',
      label: t('legacy.fields.note'),
      defaultValue: event.note ?? '',
      maxLength: 1_000,
      rows: 3,
      note: optional,
    },
  ];
}

const costWasGiven = ({ costAmount, costByRule }: EventDetail['event']) => costAmount !== null && !costByRule;

/** The weight becomes another and the cost stays, because no rule has worked it out. */
export const keepsCost = (
  { event }: EventDetail,
  { grossWeight, tareWeight, costAmount }: EventEdit['change'],
): boolean =>
  costWasGiven(event) && costAmount === undefined && (grossWeight !== undefined || tareWeight !== undefined);

/** What the fields hold before anybody has typed, in the form in which they are read. */
export function startedOf(fields: DialogField[]): Record<string, string> {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      field.kind === 'checkbox' ? (field.defaultChecked ? 'true' : '') : String(field.defaultValue ?? '').trim(),
    ]),
  );
}

/** Only what differs from the event is sent, so what was not touched stays as it was reported. */
export function changeOf(started: Record<string, string>, typed: Record<string, string>): EventEdit['change'] {
  const touched = (...names: string[]) =>
    names.some((name) => typed[name] !== undefined && typed[name] !== started[name]);
  const change: Record<string, unknown> = {};
  for (const name of ['locationId', 'wasteStageId'] as const) if (touched(name)) change[name] = Number(typed[name]);
  if (touched('localDate', 'localTime'))
    Object.assign(change, { localDate: typed.localDate, localTime: typed.localTime });
  for (const [name] of referenceFields) if (touched(name)) change[name] = numberOrNull(typed[name]);
  if (touched('quantity')) change.quantity = numberOrNull(typed.quantity);
  if (touched('grossWeight', 'unit'))
    Object.assign(change, { unit: typed.unit, grossWeight: Number(typed.grossWeight) });
  if (touched('tareWeight', 'unit'))
    Object.assign(change, { unit: typed.unit, tareWeight: Number(typed.tareWeight || 0) });
  if (touched('costAmount')) change.costAmount = typed.costAmount === '' ? null : typed.costAmount?.replace(',', '.');
  if (touched('countsAsWaste')) change.countsAsWaste = typed.countsAsWaste === 'true';
  if (touched('note')) change.note = typed.note === '' ? null : typed.note;
  return change;
}

const numberOrNull = (text: string | undefined) => (text === undefined || text === '' ? null : Number(text));

export function newFields(
  page: LegacyPage,
  { lookups, place }: { lookups: Lookups; place: PlaceAndTime },
): DialogField[] {
  const { t } = page;
  const optional = t('layout.form.optional');
  const unit = page.format.unit.abbr;
  return [
    { name: 'grossWeight', ...numeric, label: t('legacy.fields.grossGrams'), required: true },
    {
      name: 'unit',
      kind: 'select',
      label: t('legacy.fields.enteredUnit'),
      defaultValue: weightUnits.find((one) => one === unit) ?? 'kg',
      options: unitOptions,
    },
    {
      name: 'tareWeight',
      ...numeric,
      label: t('legacy.fields.tareGrams'),
      hint: t('legacy.events.tareHint'),
      note: optional,
    },
    ...referenceChoices(page, lookups, () => ({ id: null, name: null })),
    ...place.fields,
    {
      name: 'wasteStageId',
      kind: 'select',
      label: t('legacy.fields.wasteStageId'),
      defaultValue: '8',
      options: stageOptions(page, lookups),
      required: true,
    },
    { name: 'quantity', ...numeric, label: t('legacy.fields.quantity'), note: optional },
    { name: 'costAmount', label: t('legacy.fields.cost'), hint: t('legacy.events.costHint'), note: optional },
    { name: 'note', kind: 'textarea', label: t('legacy.fields.note'), maxLength: 1_000, rows: 3, note: optional },
  ];
}

/** What was typed as the call takes it. */
export function entryOf(typed: Record<string, string>) {
  return {
    locationId: Number(typed.locationId),
    localDate: typed.localDate,
    localTime: typed.localTime,
    wasteStageId: Number(typed.wasteStageId),
    ...Object.fromEntries(referenceFields.map(([name]) => [name, numberOrNull(typed[name])])),
    grossWeight: Number(typed.grossWeight),
    tareWeight: numberOrNull(typed.tareWeight),
    unit: typed.unit,
    quantity: numberOrNull(typed.quantity),
    costAmount: typed.costAmount === '' ? null : typed.costAmount?.replace(',', '.'),
    note: typed.note === '' ? null : typed.note,
  };
}
