import type { Acting } from '../../../platform/acting';
import { isInternal, type Actor } from '../../../platform/actor';
import type { Db } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { sessionActions } from '../../identity.audit';
import { endLiveSession, findSession, sampleSessions, type SessionScope } from './session-list.store';

const quarterOfHour = 15 * 60_000;
const keptDays = 90;

/** Internal staff see those of all organisations, everybody else those of their own. */
export const sessionScope = (actor: Actor): SessionScope => ({
  tenantNumber: isInternal(actor) ? null : actor.organisation.id,
});

interface Asked {
  db: Db;
  now: Date;
  actor: Actor;
  actingIn(organisationId: number): Promise<Acting>;
}

/** Whoever used it is signed out with their next request, on whatever node. @returns false where it had ended before. @throws 404 where it is not theirs to see */
export async function endOneSession({ db, now, actor, actingIn }: Asked, sessionId: string): Promise<boolean> {
  const session = await findSession(db, sessionScope(actor), { sessionId, now });
  if (!session) throw fail.notFound('sessions.gone');
  const { username, userId, tenantNumber, live } = session;
  if (!live) return false;
  const acting = await actingIn(tenantNumber);
  return acting.db.transaction().execute(async (trx) => {
    if (!(await endLiveSession(trx, { tenantNumber }, { sessionId, now, reason: 'ended by an administrator' })))
      return false;
    await acting.audit(trx, {
      action: sessionActions.end,
      entity: 'session',
      entityId: sessionId,
      after: { userId, username },
    });
    return true;
  });
}

/** One count for each quarter of an hour. */
export function keepSample(db: Db, now: Date): Promise<void> {
  const instant = new Date(Math.floor(now.getTime() / quarterOfHour) * quarterOfHour);
  return db
    .transaction()
    .execute((trx) => sampleSessions(trx, { instant, now, keepFrom: new Date(now.getTime() - keptDays * 86_400_000) }));
}
