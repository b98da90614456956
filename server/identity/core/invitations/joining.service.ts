import type { Db, Trx } from '../../../platform/db/database';
import { fail, failExactly } from '../../../platform/errors';
import type { Visitor } from '../../../platform/visitor';
import { userActions } from '../../identity.audit';
import { checkAddressOf } from '../../policies/addresses/address-entry';
import { checkEmailDomain } from '../../policies/email-domains/email-domain-check';
import { endSessionsBelowPolicy } from '../../policies/mfa/mfa-policy.store';
import { activateMembership, insertMembership, noteBeginning } from '../memberships/membership.store';
import { reachOfNew } from '../tenants/access-type.store';
import { endInvitations, findStanding } from './invitation.store';
import { countUse, findInvited, giveInviteRoles, type Invited } from './invite.store';

interface GivenLink {
  /** Of the link's token. */
  tokenHash: Uint8Array;
  now: Date;
  lock?: true;
}

const ended = () => fail.unprocessable('identity.noInviteLink');

/** Where a link leads whose tenant is open. @throws Failure 422 noInviteLink for one that is unknown, over or revoked, 400 into a suspended tenant */
export async function selectInvited(db: Db | Trx, given: GivenLink): Promise<Invited> {
  const invited = await findInvited(db, given);
  if (!invited) throw ended();
  // In the words and with the code that the published client knows.
  if (invited.locked) throw failExactly(400, { errors: ['The account is locked'], errorCode: 'ER-01240' });
  return invited;
}

interface Joining {
  userId: number;
  tokenHash: Uint8Array;
}

/**
 * Makes somebody who has proved who they are a member of the tenant that a link leads to, with the roles that it gives at this instant.
 * Members stay as they are, and use nothing up.
 * @returns the tenant's number
 * @throws Failure 422 noInviteLink, 400 into a suspended tenant, 403 cannotEnter for whoever was switched off there or an address that the tenant keeps out, 422 for an e-mail domain that it does
 */
export async function joinByLink(trx: Trx, visitor: Visitor, { userId, tokenHash }: Joining): Promise<number> {
  const { now } = visitor;
  const invited = await selectInvited(trx, { tokenHash, now, lock: true });
  const { tenantNumber } = invited;
  const key = { tenantNumber, userId };
  const standing = await findStanding(trx, key, now);
  if (standing === 'active') return tenantNumber;
  if (standing === 'off') throw fail.forbidden('identity.cannotEnter');
  const { email } = await trx
    .selectFrom('identity.user')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await useInvite(trx, visitor, { invited, email });
  if (standing === null) {
    await insertMembership(trx, key);
    await noteBeginning(trx, key, { now, endsAt: null, reachesBelow: await reachOfNew(trx, tenantNumber, true) });
  }
  await activateMembership(trx, key);
  await endInvitations(trx, key, now);
  await endSessionsBelowPolicy(trx, { ...key, now });
  const roleIds = await giveInviteRoles(trx, key);
  await visitor.audit(trx, {
    action: userActions.join,
    entity: 'user',
    entityId: userId,
    organisationId: tenantNumber,
    after: { email, roleIds },
  });
  await visitor.touchPerson(trx, userId);
  return tenantNumber;
}

/** Counts a use of a link that is locked, for whoever may come in by this address and from here. @throws as `joinByLink` */
export async function useInvite(
  trx: Trx,
  { ip }: Pick<Visitor, 'ip'>,
  { invited: { tenantNumber, usedUp }, email }: { invited: Invited; email: string },
): Promise<void> {
  if (usedUp) throw ended();
  await checkAddressOf(trx, { tenantNumber, ip });
  await checkEmailDomain(trx, { tenantNumber, email });
  await countUse(trx, tenantNumber);
}
