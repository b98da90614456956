import type { Trx } from '../../../platform/db/database';
import type { Visitor } from '../../../platform/visitor';
import { freeUnprovenAddress } from '../../core/members/address-proof';
import {
  activateMembership,
  insertMembership,
  noteBeginning,
  withdrawUnused,
} from '../../core/memberships/membership.store';
import { endPasswordLinks } from '../../core/passwords/password-link';
import { memberActions, ssoActions, userActions } from '../../identity.audit';
import { checkEmailDomain } from '../../policies/email-domains/email-domain-check';
import { tellLoginGivenUpJob, tellWithdrawnJob } from './domain-claim-mail.job';
import { findNameHolder, giveUpLogin, listTenantsOf, takeOverUnused, type NameHolder } from './domain-claim.store';

interface Claimed {
  /** Has proved the domain of the address, and its provider vouches for whoever comes. */
  tenantNumber: number;
  /** In small letters. */
  email: string;
  name: string;
}

interface Held extends Claimed {
  holder: NameHolder;
}

/**
 * An address of a proven domain is its tenant's: what others have made of it gives way to whoever comes by the provider. An account that
 * nobody has ever come in by becomes theirs, and the tenants that had made it lose it; somebody who only signs in by the address as a name
 * keeps all else. An account that is used stays with whoever uses it.
 * @throws Failure 422 for a domain that the tenant does not allow
 */
export async function makeClaimsGiveWay(trx: Trx, visitor: Visitor, claimed: Claimed): Promise<void> {
  const { tenantNumber, email } = claimed;
  await freeUnprovenAddress(trx, visitor, { address: email });
  const holder = await findNameHolder(trx, { name: email, tenantNumber });
  if (!holder) return;
  if (holder.addressed && holder.unused) return withdraw(trx, visitor, { holder, ...claimed });
  if (!holder.addressed && holder.here === null) return freeName(trx, visitor, { holder, ...claimed });
}

async function withdraw(
  trx: Trx,
  visitor: Visitor,
  { holder: { userId, here }, tenantNumber, email, name }: Held,
): Promise<void> {
  const { now, jobs } = visitor;
  const left = await withdrawUnused(trx, { userId, except: tenantNumber });
  // Of their own tenant alone, where they wait for a first password.
  if (left.length === 0 && here === 'member') return;
  await checkEmailDomain(trx, { tenantNumber, email });
  await endPasswordLinks(trx, userId, now);
  await takeOverUnused(trx, { userId, email, name });
  const key = { tenantNumber, userId };
  if (here === null) await insertMembership(trx, { ...key, asked: false });
  if (here === null) await noteBeginning(trx, key, { now, endsAt: null, reachesBelow: true });
  if (here === 'asked') await activateMembership(trx, key);
  for (const organisationId of left) {
    await visitor.audit(trx, {
      action: memberActions.remove,
      entity: 'user',
      entityId: userId,
      organisationId,
      before: { email },
      after: { why: 'provenDomain' },
    });
    await visitor.touch(trx, organisationId);
    await jobs.send(trx, tellWithdrawnJob, { tenantNumber: organisationId, email, at: now.toISOString() });
  }
  await visitor.audit(trx, {
    action: ssoActions.withdrawClaim,
    entity: 'user',
    entityId: userId,
    organisationId: tenantNumber,
    after: { email },
  });
  await visitor.touch(trx, tenantNumber);
}

async function freeName(
  trx: Trx,
  visitor: Visitor,
  { holder: { userId, login }, tenantNumber, email }: Held,
): Promise<void> {
  const { now, jobs } = visitor;
  await giveUpLogin(trx, userId);
  for (const organisationId of await listTenantsOf(trx, userId)) {
    await visitor.audit(trx, {
      action: userActions.giveUpLogin,
      entity: 'user',
      entityId: userId,
      organisationId,
      before: { login },
      after: { why: 'provenDomain' },
    });
  }
  await visitor.touchPerson(trx, userId);
  await jobs.send(trx, tellLoginGivenUpJob, { userId, login, at: now.toISOString() });
  await visitor.audit(trx, {
    action: ssoActions.withdrawClaim,
    entity: 'user',
    organisationId: tenantNumber,
    after: { email },
  });
  await visitor.touch(trx, tenantNumber);
}
