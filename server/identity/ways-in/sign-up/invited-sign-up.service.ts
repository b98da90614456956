import { randomUUID } from 'node:crypto';
import type { Locale } from '../../../platform/actor';
import type { Trx } from '../../../platform/db/database';
import type { Visitor } from '../../../platform/visitor';
import { findAccount, type Account } from '../../core/accounts/user.store';
import { invite } from '../../core/invitations/invitation.service';
import { findStanding } from '../../core/invitations/invitation.store';
import { inviteHash } from '../../core/invitations/invite.service';
import { giveInviteRoles } from '../../core/invitations/invite.store';
import { selectInvited, useInvite } from '../../core/invitations/joining.service';
import { freeUnprovenAddress } from '../../core/members/address-proof';
import { findAccountNamed } from '../../core/members/team.store';
import { activateMembership, insertMembership, noteBeginning } from '../../core/memberships/membership.store';
import { reachOfNew } from '../../core/tenants/access-type.store';
import { userActions } from '../../identity.audit';
import type { IdentityParts } from '../../parts';
import { checkOwnAddress } from '../../policies/providers/foreign-provider';
import {
  addWaiting,
  judgePassword,
  oneAtATime,
  takeSignUp,
  tellHolder,
  type SignedUp,
  type SigningUp,
} from './sign-up.service';

interface InvitedSignUp extends SigningUp {
  locale: Locale;
  invitationToken: string;
}

/**
 * Signs somebody up into the tenant of an invite link, whoever may open one of their own. A new account waits for its mailed link; for an
 * address that somebody has, they are mailed an invitation to accept. Either uses the link once, and the answers are alike.
 * @throws Failure 422 noInviteLink, 400 into a suspended tenant, 403 for an address that the tenant keeps out, 422 for an e-mail domain that it does, for an address that comes in by another tenant’s provider and for a password that may not be set, 422 and 503 of the captcha, 429 after too many requests
 */
export async function signUpByLink(
  visitor: Visitor,
  { invitationToken, locale, ...person }: InvitedSignUp,
  needs: Pick<IdentityParts, 'config' | 'rateLimits' | 'captcha' | 'breaches'>,
): Promise<SignedUp> {
  const { db, now } = visitor;
  await takeSignUp(visitor, person, needs);
  const tokenHash = inviteHash(invitationToken);
  const { tenantNumber: joining } = await selectInvited(db, { tokenHash, now });
  await checkOwnAddress(db, { email: person.email, tenantNumber: joining });
  await judgePassword(visitor, { ...person, into: { tenantNumber: joining } }, needs);
  return db.transaction().execute(async (trx) => {
    await oneAtATime(trx, person);
    const invited = await selectInvited(trx, { tokenHash, now, lock: true });
    await useInvite(trx, visitor, { invited, email: person.email });
    const { tenantNumber } = invited;
    await freeUnprovenAddress(trx, visitor, { address: person.email, keeping: tenantNumber });
    const holder = await findAccount(trx, person.email);
    if (holder) {
      const isReached = (await findAccountNamed(trx, person.email))?.reached === true;
      return askHolder(trx, visitor, { holder, tenantNumber, isReached });
    }
    const { number: userId, ids } = await addWaiting(trx, visitor, { ...person, locale, tenantNumber });
    const roleIds = await addByLink(trx, { tenantNumber, userId }, now);
    await activateMembership(trx, { tenantNumber, userId });
    await visitor.audit(trx, {
      action: userActions.join,
      entity: 'user',
      entityId: userId,
      organisationId: tenantNumber,
      after: { email: person.email, roleIds },
    });
    await visitor.touchPerson(trx, userId);
    return ids;
  });
}

/** The membership waits for its person's yes. @returns the public ids of its roles */
async function addByLink(trx: Trx, key: { tenantNumber: number; userId: number }, now: Date): Promise<string[]> {
  await insertMembership(trx, key);
  await noteBeginning(trx, key, { now, endsAt: null, reachesBelow: await reachOfNew(trx, key.tenantNumber, true) });
  return giveInviteRoles(trx, key);
}

/** Whoever typed the address has not shown that it is theirs: its holder is asked, by mail. */
async function askHolder(
  trx: Trx,
  visitor: Visitor,
  { holder, tenantNumber, isReached }: { holder: Account; tenantNumber: number; isReached: boolean },
): Promise<SignedUp> {
  const { now, jobs, requestId } = visitor;
  const key = { tenantNumber, userId: holder.userId };
  const standing = await findStanding(trx, key, now);
  // Who only signs in by the address as a name has another mailbox, and is asked nothing.
  const asks = isReached && (standing === null || standing === 'invited');
  if (asks && standing === null) {
    const roleIds = await addByLink(trx, key, now);
    await visitor.audit(trx, {
      action: userActions.invitationLink,
      entity: 'user',
      entityId: holder.userId,
      organisationId: tenantNumber,
      after: { roleIds },
    });
  }
  if (asks) await invite(trx, jobs, { ...key, requestId, now });
  // An invitation alone helps nobody who has no password yet.
  if (!asks || (holder.usesPassword && !holder.hasPassword)) await tellHolder(trx, visitor, holder);
  const { id: tenantId } = await trx
    .selectFrom('identity.tenant')
    .select('id')
    .where('number', '=', tenantNumber)
    .executeTakeFirstOrThrow();
  return { userId: randomUUID(), tenantId };
}
