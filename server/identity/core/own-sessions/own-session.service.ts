import type { ActingPersonally } from '../../../platform/acting';
import { fail } from '../../../platform/errors';
import { sessionActions } from '../../identity.audit';
import { endOwnTokens } from '../api-tokens/token-end.service';
import { members } from '../members/members';
import { checkGrant } from '../roles/grants';
import { endSessionsInTenant } from '../sessions/session.store';
import { endOwnSessions, findMemberNumber } from './own-session.store';

/** @throws Failure 404 for a session that is not theirs or has ended */
export function endOwnSession(
  { actor: { userId }, db, now, audit }: ActingPersonally,
  sessionId: string,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const ended = await endOwnSessions(trx, { userId, only: sessionId, now });
    if (ended.length === 0) throw fail.notFound('sessions.gone');
    await audit(trx, { action: sessionActions.end, entity: 'session', entityId: sessionId, after: { userId } });
  });
}

/** Whoever asks stays signed in where they are. @param tokensToo what programs came in by in their name ends with them */
export function endOtherSessions(
  { actor: { userId }, db, now, audit }: ActingPersonally,
  { sessionId, tokensToo = false }: { sessionId: string; tokensToo?: boolean },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const ended = await endOwnSessions(trx, { userId, except: sessionId, now });
    if (ended.length > 0)
      await audit(trx, {
        action: sessionActions.endOthers,
        entity: 'user',
        entityId: userId,
        after: { ended: ended.length },
      });
    if (tokensToo) await endOwnTokens(trx, userId, { audit });
  });
}

/** Ends the sessions that somebody has in this tenant. @throws Failure 404 for who is not of it, 403 beyondYours */
export function revokeSessions(acting: ActingPersonally, userUuid: string): Promise<void> {
  const { scope, db, now, audit } = acting;
  const tenantNumber = scope.organisationId;
  return db.transaction().execute(async (trx) => {
    const userId = await findMemberNumber(trx, { tenantNumber, userUuid });
    const member = userId === null ? null : await members.find(trx, { tenantNumber, userId });
    if (userId === null || !member) throw fail.notFound('identity.unknownUser');
    // Whoever may more than the actor is not sent away by them.
    if (userId !== acting.actor.userId) checkGrant(acting, member.permissionsHere);
    await endSessionsInTenant(trx, { tenantNumber, userId }, { now, reason: 'revoked' });
    await audit(trx, { action: sessionActions.revoke, entity: 'user', entityId: userId });
  });
}
