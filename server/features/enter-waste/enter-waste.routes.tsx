import { randomUUID } from 'node:crypto';
import { EnterWastePage } from '../../../views/enter-waste/enter-waste-page';
import { PlaceChoice } from '../../../views/enter-waste/place-choice';
import type { Failure } from '../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../platform/http/define-route';
import { sentence } from '../../platform/i18n/messages';
import { enteredParams, enterWasteQuery, entry, undoing, type EnterWasteQuery } from './enter-waste.contract';
import { addressOf, path } from './enter-waste-address.rules';
import { countPlaces, findEntered, findPlaces } from './enter-waste.store';
import { readForm, saveEntry, undoEntry } from './enter-waste.service';

const access = 'EDIT_TRANSACTIONS';
type Asked = Context<typeof access>;

interface Again {
  typed?: Record<string, string>;
  failure?: Failure;
}

async function entryPage(context: Asked, query: EnterWasteQuery, { typed = {}, failure }: Again = {}): Promise<Reply> {
  const { t, db, locale, now, actor, acting } = context;
  const { scope } = acting;
  const { saved, undone, choose, find = '', ...choices } = query;
  const options = { title: t('enterWaste.title'), ...(failure ? { status: failure.status === 400 ? 422 : failure.status } : {}) };
  const refused = failure ? saidOf(context, failure) : null;
  const form = choose ? null : await readForm(acting, { choices, itemName: typed.itemName });
  if (!form) {
    const { total } = await countPlaces(db, scope);
    const found = await findPlaces(db, scope, find);
    return reply.page(<PlaceChoice t={t} find={find} restricted={scope.restriction !== null} total={total} found={found} choices={choices} failure={refused} />, options);
  }
  const own = (eventId: number | undefined) => (eventId === undefined ? undefined : findEntered(db, scope, { userId: actor.userId, eventId }));
  const [savedEvent, undoneEvent] = [await own(saved), await own(undone)];
  return reply.page(
    <EnterWastePage
      t={t}
      settings={{ locale, unit: actor.unit, timeZone: form.place.timeZone }}
      now={now.toISOString()}
      form={form}
      uuid={randomUUID()}
      typed={typed}
      saved={savedEvent && !savedEvent.voided ? savedEvent : null}
      undone={undoneEvent?.voided ? undoneEvent : null}
      failure={refused}
    />,
    options,
  );
}

/** Where fields are named, each of them says what is wrong. */
function saidOf({ t }: Asked, { code, options: { params, fields = [] } }: Failure) {
  return {
    sentence: fields.length > 0 ? t('enterWaste.notSaved') : sentence(t, code, params),
    fields: fields.map((one) => ({ field: one.field, sentence: sentence(t, one.code, one.params) })),
  };
}

export const enterWasteRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    access,
    query: enterWasteQuery,
    handle: ({ query }, context) => entryPage(context, query),
  }),

  definePage({
    method: 'post',
    path,
    access,
    body: entry,
    async handle({ body }, { acting, resources: { metrics } }) {
      const { eventId, itemId } = await saveEntry(acting, body, metrics);
      const { locationId, reasonId, wasteStageId, unit } = body;
      return reply.redirect(addressOf({ locationId, itemId, reasonId, wasteStageId, unit, saved: eventId }));
    },
    again: (failure, typed, context) => entryPage(context, enterWasteQuery.parse(typed), { typed, failure }),
  }),

  definePage({
    method: 'post',
    path: `${path}/:id/undo`,
    access,
    params: enteredParams,
    body: undoing,
    async handle({ params, body }, { t, acting }) {
      await undoEntry(acting, { eventId: params.id, reason: t('enterWaste.undoReason') });
      return reply.redirect(addressOf({ ...body, undone: params.id }));
    },
    again: (failure, typed, context) => entryPage(context, enterWasteQuery.parse(typed), { failure }),
  }),
];
