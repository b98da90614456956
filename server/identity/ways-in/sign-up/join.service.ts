import type { ActingPersonally } from '../../../platform/acting';
import type { Visitor } from '../../../platform/visitor';
import { inviteHash } from '../../core/invitations/invite.service';
import { joinByLink } from '../../core/invitations/joining.service';
import { noteBreakGlassMove } from '../../core/owners/break-glass';
import { moveSession } from '../../core/sessions/session.store';
import { sessionActions } from '../../identity.audit';

interface Joining {
  visitor: Visitor;
  /** The session that goes on in the tenant. */
  sessionId: string;
  token: string;
}

/**
 * Has somebody who is signed in join the tenant of an invite link, in which their session goes on; where that tenant forces a second
 * factor, and theirs was opened without one, it ends.
 * @throws as `joinByLink`, and Failure 403 where it is entered by its provider alone
 */
export async function joinSignedIn(acting: ActingPersonally, { visitor, sessionId, token }: Joining): Promise<void> {
  const {
    actor: { userId },
    db,
    now,
    audit,
  } = acting;
  await db.transaction().execute(async (trx) => {
    const tenantNumber = await joinByLink(trx, visitor, { userId, tokenHash: inviteHash(token) });
    const before = await moveSession(trx, { sessionId, userId, tenantNumber, now });
    if (before !== tenantNumber)
      await audit(trx, {
        action: sessionActions.switchTenant,
        entity: 'session',
        entityId: sessionId,
        before: { tenant: before },
        after: { tenant: tenantNumber },
      });
    if (before !== tenantNumber) await noteBreakGlassMove(trx, acting, { sessionId, tenantNumber, ip: visitor.ip });
  });
}
