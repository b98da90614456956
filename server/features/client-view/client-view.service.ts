import { seesBeyond } from '../../domain/places';
import type { ActingPersonally } from '../../platform/acting';
import { isInternal, internalOrganisation, type Actor } from '../../platform/actor';
import { defineActions } from '../../platform/audit';
import type { ClientView, ClientViews } from '../../platform/client-view';
import { fail } from '../../platform/errors';
import type { Condition } from '../../platform/http/define-route';
import { seesAll } from '../../platform/restriction.rules';
import type { Visitor } from '../../platform/visitor';

const actions = defineActions('clientView', {
  start: { severity: 'warning' },
  end: {},
});

export const access = 'CREATE_CLIENT_VIEW_SESSION';
export const condition: Condition = {
  says: 'For members of the internal organization only, and not from within a client view.',
  holds: (actor) => isInternal(actor) && !actor.clientView,
};

interface Starting {
  /** Who looks, in a session of their own. */
  actor: Actor;
  visitor: Pick<Visitor, 'ip' | 'userAgent'>;
  clientViews: ClientViews;
  userId: number;
  reason: string;
}

/**
 * Begins to look with the eyes of a person of the organisation that is acted in.
 * @returns the id of the session to go on in
 * @throws 422 narrowed where whoever looks sees only a part of that organisation, or of another one that the person reaches, notViewable for who is not active there or belongs
 * to the internal organisation
 */
export async function startClientView(
  acting: ActingPersonally,
  { actor, visitor: { ip, userAgent }, clientViews, userId, reason }: Starting,
): Promise<string> {
  const { organisationId } = acting.scope;
  const narrowed =
    organisationId !== internalOrganisation &&
    (!seesAll(acting.scope) || (await seesBeyond(acting.db, { userId, actor })));
  if (narrowed)
    throw fail.unprocessable('clientView.narrowed', {
      fields: [{ field: 'organisationId', code: 'clientView.narrowed' }],
    });
  return acting.db.transaction().execute(async (trx) => {
    const id = await clientViews.open(trx, {
      userId: actor.userId,
      sessionId: actor.sessionId,
      viewedUserId: userId,
      organisationId,
      reason,
      ip,
      userAgent,
      now: acting.now,
    });
    if (id === null)
      throw fail.unprocessable('clientView.notViewable', {
        fields: [{ field: 'userId', code: 'clientView.notViewable' }],
      });
    await acting.audit(trx, {
      action: actions.start,
      entity: 'session',
      entityId: id,
      after: { viewedUserId: userId, reason },
    });
    return id;
  });
}

/** Ends it; its row stays, with who looked, at whom, why and until when. */
export const endClientView = (acting: ActingPersonally, clientViews: ClientViews, view: ClientView): Promise<void> =>
  acting.db.transaction().execute(async (trx) => {
    await clientViews.end(trx, view, acting.now);
    await acting.audit(trx, { action: actions.end, entity: 'session', entityId: view.id });
  });
