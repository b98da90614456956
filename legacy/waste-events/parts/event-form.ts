import { openForm } from '../../../client/legacy/dialog';
import type { Field, FieldSpec } from '../../../client/legacy/fields';
import type { LegacyPage } from '../../../client/legacy/page';
import type { EventDetail, WasteEvent } from '../../../server/features/waste-events/event-list.contract';
import type { EventEdit } from '../../../server/features/waste-events/event-input.contract';
import { locationOptions, referenceFields, referenceSpecs, stageOptions, type Lookups } from './lookups';

const units = ['kg', 'g', 'lb', 'oz'] as const;
const gramsOf: Record<string, number> = { g: 1, kg: 1_000, lb: 453.59237, oz: 28.349523125 };

/** The wall clock of the location at the event's instant. */
function clockOf(event: WasteEvent): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: event.timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(event.occurredAt));
}

const plain = (value: number) => String(Math.round(value * 10_000) / 10_000);

interface Editing {
  detail: EventDetail;
  lookups: Lookups;
  onSaved: () => void;
}

/** Puts an event right. Only what differs from the event is sent, so what was not touched stays as it was reported. */
export function openEdit(page: LegacyPage, { detail, lookups, onSaved }: Editing): void {
  const { t } = page;
  const { event } = detail;
  const unit = units.find((one) => one === event.enteredUnit) ?? 'kg';
  const weight = (grams: number) => plain(grams / (gramsOf[unit] ?? 1));
  const specs: FieldSpec[] = [
    { name: 'locationId', kind: 'select', label: t('legacy.fields.locationName'), value: event.locationId, options: locationOptions(page, lookups, { closed: true }), required: true },
    { name: 'localDate', kind: 'date', label: t('legacy.fields.localDate'), value: event.localDate, required: true },
    { name: 'localTime', kind: 'time', label: t('legacy.fields.localTime'), value: clockOf(event), required: true },
    { name: 'wasteStageId', kind: 'select', label: t('legacy.fields.wasteStageId'), value: event.wasteStageId, options: stageOptions(page, lookups) },
    ...referenceSpecs(page, lookups, { retired: false, current: (field) => event[field] }),
    { name: 'grossWeight', kind: 'number', label: t('legacy.fields.grossGrams'), value: weight(event.grossGrams), required: true, min: 0 },
    { name: 'tareWeight', kind: 'number', label: t('legacy.fields.tareGrams'), value: weight(event.tareGrams), min: 0 },
    { name: 'unit', kind: 'select', label: t('legacy.fields.enteredUnit'), value: unit, options: units.map((value) => ({ value, label: value })) },
    { name: 'quantity', kind: 'number', label: t('legacy.fields.quantity'), value: event.quantity, min: 0, note: t('layout.form.optional') },
    { name: 'costAmount', label: t('legacy.fields.cost'), value: event.costByRule ? '' : event.costAmount?.replace(/(\.\d\d)0+$/, '$1'), suffix: detail.currency, hint: t('legacy.events.costHint'), note: t('layout.form.optional') },
    { name: 'countsAsWaste', kind: 'checkbox', label: t('legacy.fields.countsAsWaste'), value: event.countsAsWaste },
    { name: 'note', kind: 'textarea', label: t('legacy.fields.note'), value: event.note, maxLength: 1_000, note: t('layout.form.optional') },
    { name: 'reason', kind: 'textarea', label: t('legacy.ui.reason'), hint: t('legacy.events.reasonHint'), required: true, maxLength: 500 },
  ];
  const started = Object.fromEntries(specs.map((spec) => [spec.name, spec.kind === 'checkbox' ? (spec.value === true ? 'true' : '') : String(spec.value ?? '')]));
  openForm({
    t, title: t('legacy.events.editTitle', { id: event.eventId }), size: 'large', fields: specs, submit: t('legacy.ui.save'),
    async onSubmit({ reason = '', ...typed }) {
      await page.call(`/waste-events/${event.eventId}`, { method: 'PUT', body: { reason, change: changeOf(started, typed) } });
      page.say(t('legacy.events.saved'));
      onSaved();
    },
  });
}

type Change = EventEdit['change'];

function changeOf(started: Record<string, string>, typed: Record<string, string>): Change {
  const touched = (...names: string[]) => names.some((name) => typed[name] !== undefined && typed[name] !== started[name]);
  const change: Record<string, unknown> = {};
  for (const name of ['locationId', 'wasteStageId'] as const) if (touched(name)) change[name] = Number(typed[name]);
  if (touched('localDate', 'localTime')) Object.assign(change, { localDate: typed.localDate, localTime: typed.localTime });
  for (const [name] of referenceFields) if (touched(name)) change[name] = numberOrNull(typed[name]);
  if (touched('quantity')) change.quantity = numberOrNull(typed.quantity);
  if (touched('grossWeight', 'unit')) Object.assign(change, { unit: typed.unit, grossWeight: Number(typed.grossWeight) });
  if (touched('tareWeight', 'unit')) Object.assign(change, { unit: typed.unit, tareWeight: Number(typed.tareWeight || 0) });
  if (touched('costAmount')) change.costAmount = typed.costAmount === '' ? null : typed.costAmount?.replace(',', '.');
  if (touched('countsAsWaste')) change.countsAsWaste = typed.countsAsWaste === 'true';
  if (touched('note')) change.note = typed.note === '' ? null : typed.note;
  return change;
}

const numberOrNull = (text: string | undefined) => (text === undefined || text === '' ? null : Number(text));

/** Takes an event that somebody has on paper. The same form sent twice is one event. */
export function openNewEvent(page: LegacyPage, { lookups, onSaved }: { lookups: Lookups; onSaved: () => void }): void {
  const { t } = page;
  const clientEventUuid = crypto.randomUUID();
  const now = new Date();
  const two = (value: number) => String(value).padStart(2, '0');
  const unit = page.format.unit.abbr;
  const none = { value: '', label: t('legacy.ui.choose'), disabled: true };
  const specs: FieldSpec[] = [
    { name: 'locationId', kind: 'select', label: t('legacy.fields.locationName'), options: [none, ...locationOptions(page, lookups, { closed: false })], required: true },
    { name: 'localDate', kind: 'date', label: t('legacy.fields.localDate'), value: `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`, required: true },
    { name: 'localTime', kind: 'time', label: t('legacy.fields.localTime'), value: `${two(now.getHours())}:${two(now.getMinutes())}`, hint: t('legacy.events.timeHint'), required: true },
    { name: 'wasteStageId', kind: 'select', label: t('legacy.fields.wasteStageId'), value: '8', options: stageOptions(page, lookups), required: true },
    ...referenceSpecs(page, lookups, { retired: false, current: () => null }),
    { name: 'grossWeight', kind: 'number', label: t('legacy.fields.grossGrams'), required: true, min: 0 },
    { name: 'tareWeight', kind: 'number', label: t('legacy.fields.tareGrams'), min: 0, hint: t('legacy.events.tareHint'), note: t('layout.form.optional') },
    { name: 'unit', kind: 'select', label: t('legacy.fields.enteredUnit'), value: units.some((one) => one === unit) ? unit : 'kg', options: units.map((value) => ({ value, label: value })) },
    { name: 'quantity', kind: 'number', label: t('legacy.fields.quantity'), min: 0, note: t('layout.form.optional') },
    { name: 'costAmount', label: t('legacy.fields.cost'), hint: t('legacy.events.costHint'), note: t('layout.form.optional') },
    { name: 'note', kind: 'textarea', label: t('legacy.fields.note'), maxLength: 1_000, note: t('layout.form.optional') },
  ];
  openForm({
    t, title: t('legacy.events.newTitle'), sentence: t('legacy.events.newSentence'), size: 'large', fields: specs, submit: t('legacy.events.enter'),
    onReady: (fields) => narrowReferences(fields, lookups),
    async onSubmit(typed) {
      const values = Object.fromEntries(referenceFields.map(([name]) => [name, numberOrNull(typed[name])]));
      await page.call('/waste-events/manual', {
        method: 'POST',
        body: {
          clientEventUuid, locationId: Number(typed.locationId), localDate: typed.localDate, localTime: typed.localTime, wasteStageId: Number(typed.wasteStageId),
          ...values, grossWeight: Number(typed.grossWeight), tareWeight: numberOrNull(typed.tareWeight), unit: typed.unit,
          quantity: numberOrNull(typed.quantity), costAmount: typed.costAmount === '' ? null : typed.costAmount?.replace(',', '.'), note: typed.note === '' ? null : typed.note,
        },
      });
      page.say(t('legacy.events.entered'));
      onSaved();
    },
  });
}

/** With one location only there is nothing to choose. */
function narrowReferences(fields: Map<string, Field>, { sites }: Lookups): void {
  const open = sites.flatMap((site) => site.locations.filter((one) => one.locationStatus === 'A'));
  if (open.length === 1 && open[0]) fields.get('locationId')?.write(String(open[0].locationId));
}
