import { randomUUID } from 'node:crypto';
import type { ReactElement } from 'react';
import { EnterWastePage } from '../../../views/enter-waste/enter-waste-page';
import { PlaceChoice } from '../../../views/enter-waste/place-choice';
import type { EntryFailure } from '../../../views/enter-waste/refused';
import { OrganisationChoice } from '../../../views/layout/organisation-choice';
import { questionsOf } from '../../domain/events';
import { listReachable } from '../../domain/places';
import type { Failure } from '../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../platform/http/define-route';
import { settingsOf } from '../../platform/http/format-settings';
import { refusalIn, refusedStatus } from '../../platform/http/refused-form';
import { addressOf, path } from './enter-waste-address.rules';
import { enteredParams, enterWasteQuery, entry, undoing, type EnterWasteQuery } from './enter-waste.contract';
import { flag } from './enter-waste.flags';
import { readEntered, readForm, saveEntry, undoEntry } from './enter-waste.service';
import { countPlaces, findPlaces } from './enter-waste.store';

const access = 'EDIT_TRANSACTIONS';
type RequestContext = Context<typeof access>;

interface Again {
  typed?: Record<string, string>;
  failure?: Failure;
}

async function entryPage(
  context: RequestContext,
  query: EnterWasteQuery,
  { typed = {}, failure }: Again = {},
): Promise<Reply> {
  const { t, db, locale, now, actor } = context;
  const acting = await context.actingIn(query.organisationId);
  const { scope } = acting;
  const own = scope.organisationId === actor.organisation.id;
  const { saved, undone, choose, find = '', ...choices } = query;
  const organisations = await listReachable(db, actor, { permission: access, flag });
  const choice =
    organisations.length > 1 ? (
      <OrganisationChoice large t={t} path={path} organisations={organisations} chosen={scope.organisationId} />
    ) : null;
  const page = (element: ReactElement) =>
    reply.page(
      <>
        {choice}
        {element}
      </>,
      { title: t('enterWaste.title'), ...(failure ? { status: refusedStatus(failure) } : {}) },
    );
  const refused = failure ? saidOf(context, failure, typed) : null;
  const form = choose ? null : await readForm(acting, { choices, itemName: typed.itemName });
  if (!form) {
    const { total } = await countPlaces(db, scope);
    const found = await findPlaces(db, scope, find);
    return page(
      <PlaceChoice
        t={t}
        find={find}
        restricted={scope.restriction !== null}
        total={total}
        found={found}
        choices={choices}
        own={own}
        others={organisations.length > 1}
        failure={refused}
      />,
    );
  }
  const entered = (eventId: number | undefined) => (eventId === undefined ? undefined : readEntered(acting, eventId));
  const [savedEvent, undoneEvent] = [await entered(saved), await entered(undone)];
  return page(
    <EnterWastePage
      t={t}
      own={own}
      settings={settingsOf({ locale, actor }, form.place.timeZone)}
      now={now.toISOString()}
      form={form}
      uuid={randomUUID()}
      typed={typed}
      saved={savedEvent && !savedEvent.voided ? savedEvent : null}
      undone={undoneEvent?.voided ? undoneEvent : null}
      failure={refused}
    />,
  );
}

/** Where fields are named, each of them says what is wrong. */
function saidOf({ t }: RequestContext, failure: Failure, typed: Record<string, string>): EntryFailure {
  const { fields = [] } = failure.options;
  const refusal = refusalIn(t, { failure, typed });
  const said = refusal.fields;
  const questions = questionsOf(failure);
  return {
    sentence: said.length > 0 ? t('enterWaste.notSaved') : refusal.sentence,
    fields: said,
    asking: questions && {
      sentences: said.map((one) => one.sentence),
      confirm: [typed.confirm, ...questions].filter(Boolean).join(','),
      weight: String(fields[0]?.params?.weight ?? ''),
    },
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
    async handle({ body }, { actingIn, resources: { metrics } }) {
      const { eventId, itemId } = await saveEntry(await actingIn(body.organisationId), body, metrics);
      const { organisationId, locationId, reasonId, wasteStageId, unit } = body;
      return reply.redirect(
        addressOf({ organisationId, locationId, itemId, reasonId, wasteStageId, unit, saved: eventId }),
      );
    },
    again: (failure, typed, context) => entryPage(context, enterWasteQuery.parse(typed), { typed, failure }),
  }),

  definePage({
    method: 'post',
    path: `${path}/:id/undo`,
    access,
    params: enteredParams,
    body: undoing,
    async handle({ params, body }, { t, actingIn }) {
      await undoEntry(await actingIn(body.organisationId), { eventId: params.id, reason: t('enterWaste.undoReason') });
      return reply.redirect(addressOf({ ...body, undone: params.id }));
    },
    again: (failure, typed, context) => entryPage(context, enterWasteQuery.parse(typed), { failure }),
  }),
];
