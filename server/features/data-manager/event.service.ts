import { correctEvent, namedAsOnPages, restoreEvent, reviewEvent, splitEvent, voidEvent } from '../../domain/events';
import type { WasteEvent } from '../../domain/events/event-list.contract';
import type { Acting } from '../../platform/acting';
import { fail } from '../../platform/errors';
import type { CorrectForm, EventStep, SplitForm } from './event-form.contract';
import { changeOf, textsOf } from './event-form.rules';

interface FormUnit {
  code: 'kg' | 'g' | 'lb' | 'oz';
  grams: number;
}

/** @throws 422 nothingChanged, fields that are no numbers; and as `correctEvent` */
export async function correctTyped(
  acting: Acting,
  { event, form, unit }: { event: WasteEvent; form: CorrectForm; unit: FormUnit },
): Promise<void> {
  const { reason, standing, confirm, ...typed } = form;
  const { change, wrong } = changeOf(typed, textsOf(event, unit), unit);
  if (wrong.length > 0) throw fail.unprocessable('errors.badRequest', { fields: wrong });
  if (Object.keys(change).length === 0 && confirm.length === 0) throw fail.unprocessable('dataManager.nothingChanged');
  await namedAsOnPages(correctEvent(acting, { eventId: event.eventId, reason, standing, confirm, change }));
}

/** @throws 422 reasonMissing; and as `splitEvent` */
export async function splitTyped(
  acting: Acting,
  { eventId, form, unit }: { eventId: number; form: SplitForm; unit: FormUnit },
): Promise<number[]> {
  const { reason, standing, by } = form;
  const value = (text: string | undefined) => (text ? { value: Number(text) } : undefined);
  const parts = form.amount.flatMap((typed, at) => {
    if (typed === '') return [];
    const amount = Number(typed.replace(',', '.'));
    if (!Number.isFinite(amount) || amount < 0) throw fail.unprocessable('dataManager.notANumber');
    const said = { itemId: value(form.itemId[at]), reasonId: value(form.reasonId[at]), sinkId: value(form.sinkId[at]) };
    const change = Object.fromEntries(Object.entries(said).flatMap(([name, one]) => (one ? [[name, one.value]] : [])));
    return [{ amount: by === 'weight' ? amount * unit.grams : amount, change }];
  });
  return namedAsOnPages(splitEvent(acting, { eventId, reason, standing, by, parts }));
}

/** @throws as the use case of the step */
export async function stepEvent(
  acting: Acting,
  { eventId, step, reason, standing }: { eventId: number; step: EventStep; reason: string; standing: number },
): Promise<void> {
  const why = { eventId, reason, standing };
  if (step === 'void') await voidEvent(acting, why);
  else if (step === 'restore') await restoreEvent(acting, why);
  else if (step === 'confirm') await reviewEvent(acting, { eventId, standing, why: reason });
  else await correctEvent(acting, { ...why, change: { costAmount: null }, confirm: ['price'] });
}
