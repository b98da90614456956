import { seesBeyond } from '../../domain/places';
import type { ActingPersonally } from '../../platform/acting';
import { isInternal, internalOrganisation, type Actor } from '../../platform/actor';
import { type ClientView } from '../../platform/client-view';
import { actorTokenOf, clientViewActions as actions, type ClientViews } from '../../platform/client-views';
import { fail } from '../../platform/errors';
import type { Condition } from '../../platform/http/define-route';
import { seesAll } from '../../platform/restriction.rules';
import type { Signer } from '../../platform/signer';
import type { Visitor } from '../../platform/visitor';

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

/** Nobody looks through somebody else at what their own view of it leaves out. @throws 422 narrowed */
async function checkReach(
  { db, scope }: ActingPersonally,
  { actor, userId }: Pick<Starting, 'actor' | 'userId'>,
): Promise<void> {
  const narrowed =
    scope.organisationId !== internalOrganisation && (!seesAll(scope) || (await seesBeyond(db, { userId, actor })));
  if (narrowed)
    throw fail.unprocessable('clientView.narrowed', {
      fields: [{ field: 'organisationId', code: 'clientView.narrowed' }],
    });
}

interface Granting extends Pick<Starting, 'actor' | 'clientViews' | 'userId' | 'reason'> {
  signer: Signer;
}

/**
 * Grants a client view that the identity API is to begin, within a minute and in the session that asks.
 * @returns what vouches for it, and the person's public id
 * @throws 422 as `startClientView`
 */
export async function grantClientView(
  acting: ActingPersonally,
  { actor, clientViews, signer, userId, reason }: Granting,
): Promise<{ actorToken: string; impersonatedUserId: string }> {
  const { organisationId } = acting.scope;
  await checkReach(acting, { actor, userId });
  const impersonatedUserId = await clientViews.findViewable(acting.db, { organisationId, userId, now: acting.now });
  if (impersonatedUserId === null) throw notViewable();
  const actorToken = actorTokenOf(
    signer,
    { sessionId: actor.sessionId, viewedUserId: userId, organisationId, reason },
    acting.now,
  );
  return { actorToken, impersonatedUserId };
}

const notViewable = () =>
  fail.unprocessable('clientView.notViewable', { fields: [{ field: 'userId', code: 'clientView.notViewable' }] });

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
  await checkReach(acting, { actor, userId });
  const id = await clientViews.begin(acting, {
    userId: actor.userId,
    sessionId: actor.sessionId,
    viewedUserId: userId,
    reason,
    ip,
    userAgent,
  });
  if (id === null) throw notViewable();
  return id;
}

/** Ends it; its row stays, with who looked, at whom, why and until when. */
export const endClientView = (acting: ActingPersonally, clientViews: ClientViews, view: ClientView): Promise<void> =>
  acting.db.transaction().execute(async (trx) => {
    await clientViews.end(trx, view, acting.now);
    await acting.audit(trx, { action: actions.end, entity: 'session', entityId: view.id });
  });
