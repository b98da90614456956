import { CorrectPage } from '../../../views/data-manager/correct-page';
import { EventPage } from '../../../views/data-manager/event-page';
import { SplitPage } from '../../../views/data-manager/split-page';
import { findEventRow, findFamily, findReview, listRevisions, planBatch, questionsOf } from '../../domain/events';
import type { WasteEvent } from '../../domain/events/event-list.contract';
import { fail } from '../../platform/errors';
import { reply, type Reply } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus, type RefusedForm } from '../../platform/http/refused-form';
import { gramsPerUnit, weightUnits } from '../../platform/weight-units.rules';
import { loadOffer } from './data.service';
import type { EventStep } from './event-form.contract';
import { textsOf } from './event-form.rules';
import { mayEdit, tabsOf, type DataContext } from './grid-pages';

/** The unit in which forms are typed: that of the reader, where weights are entered in it. */
export function formUnit({ actor: { unit } }: Pick<DataContext, 'actor'>) {
  const code = weightUnits.find((one) => one === unit.abbr) ?? 'kg';
  return { code, grams: gramsPerUnit[code] };
}

/** @throws 404 unknownEvent */
export async function readEvent(
  { db, locale, acting: { scope } }: Pick<DataContext, 'db' | 'locale' | 'acting'>,
  eventId: number,
) {
  const event = await findEventRow(db, scope, { eventId, locale });
  if (!event) throw fail.notFound('wasteEvents.unknownEvent');
  const revisions = await listRevisions(db, scope.organisationId, { eventId, locale });
  return { event, revisions, standing: revisions[0]?.revisionId ?? 0 };
}

const statusOf = (refused: RefusedForm | undefined) => (refused ? { status: refusedStatus(refused.failure) } : {});

interface Shown {
  eventId: number;
  done?: 'corrected' | 'split' | EventStep | undefined;
}

export async function eventPage(context: DataContext, { eventId, done }: Shown, refused?: RefusedForm): Promise<Reply> {
  const { t, db, acting } = context;
  const { event, revisions, standing } = await readEvent(context, eventId);
  const recost = mayEdit(context) && !event.voidedAt ? await recostOf(context, event) : null;
  return reply.page(
    <EventPage
      t={t}
      settings={settingsOf(context, event.timeZone)}
      event={event}
      revisions={revisions}
      standing={standing}
      family={await findFamily(db, acting.scope, eventId)}
      review={(await findReview(db, acting.scope, eventId)) ?? null}
      recost={recost}
      mayEdit={mayEdit(context)}
      tabs={tabsOf(context)}
      done={done ?? null}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title: t('legacy.events.one', { id: eventId }), ...statusOf(refused) },
  );
}

/** What the price list would make of its cost now; null where nothing would differ. */
async function recostOf({ db, acting }: DataContext, { eventId }: WasteEvent) {
  const [planned] = await planBatch(db, acting, { eventIds: [eventId], change: { kind: 'recost' }, lock: false });
  if (planned?.outcome.kind !== 'changes' || !planned.outcome.after) return null;
  const { costAmount, costCurrency } = planned.outcome.after;
  return { costAmount, costCurrency };
}

export async function correctPage(context: DataContext, eventId: number, refused?: RefusedForm): Promise<Reply> {
  const { t, locale, acting } = context;
  const { event, standing } = await readEvent(context, eventId);
  if (event.voidedAt && !refused) return reply.redirect(`/data-manager/events/${eventId}`);
  const unit = formUnit(context);
  const offer = await loadOffer(acting, { t, locale, writeDay: String });
  const asking = refused && questionsOf(refused.failure);
  return reply.page(
    <CorrectPage
      t={t}
      event={event}
      unit={unit.code}
      standing={
        refused && refused.failure.code !== 'wasteEvents.changedMeanwhile'
          ? (refused.typed.standing ?? '')
          : String(standing)
      }
      texts={{ ...textsOf(event, unit), ...refused?.typed }}
      offer={{ sites: offer.sites, stages: offer.stages, values: offer.values }}
      confirm={asking ? [refused.typed.confirm, ...asking].filter(Boolean).join(',') : null}
      reason={refused?.typed.reason ?? ''}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title: t('legacy.events.editTitle', { id: eventId }), ...statusOf(refused) },
  );
}

export async function splitPage(context: DataContext, eventId: number, refused?: RefusedForm): Promise<Reply> {
  const { t, locale, acting } = context;
  const { event, standing } = await readEvent(context, eventId);
  if (event.voidedAt && !refused) return reply.redirect(`/data-manager/events/${eventId}`);
  const offer = await loadOffer(acting, { t, locale, writeDay: String });
  return reply.page(
    <SplitPage
      t={t}
      settings={settingsOf(context, event.timeZone)}
      event={event}
      unit={formUnit(context)}
      standing={standing}
      values={offer.values}
      refused={refused ? refusalIn(t, refused) : null}
    />,
    { title: t('dataManager.split.title', { id: eventId }), ...statusOf(refused) },
  );
}
