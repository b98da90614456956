import type { ActingPersonally } from '../../../platform/acting';
import type { Trx } from '../../../platform/db/database';
import { spelledDomain } from '../../../platform/email-address.rules';
import { fail } from '../../../platform/errors';
import { policyActions } from '../../identity.audit';
import type { DomainConfig } from './email-domain.contract';
import type { DomainPolicy } from './email-domain.rules';
import {
  deleteDomain,
  keepDomain,
  listDomains,
  lockDomainPolicy,
  setDomainPolicy,
  type ListedDomain,
} from './email-domain.store';

/** Whoever brings an address in reads them all. */
const mostDomains = 500;

type Change<Result> = (trx: Trx, before: DomainPolicy) => Promise<{ result: Result; after: unknown }>;

/** One change after the other. */
function changeDomains<Result>({ scope, db, now, audit }: ActingPersonally, change: Change<Result>): Promise<Result> {
  const tenantNumber = scope.organisationId;
  return db.transaction().execute(async (trx) => {
    const before = await lockDomainPolicy(trx, { tenantNumber, now });
    const { result, after } = await change(trx, before);
    await audit(trx, {
      action: policyActions.changeEmailDomains,
      entity: 'tenant',
      entityId: tenantNumber,
      before,
      after,
    });
    return result;
  });
}

export function configureDomains(
  acting: ActingPersonally,
  { active, blockPublicDomains, listType }: DomainConfig,
): Promise<DomainPolicy> {
  return changeDomains(acting, async (trx, before) => {
    const policy = {
      active,
      blockPublicDomains: blockPublicDomains ?? before.blockPublicDomains,
      listType: listType ?? before.listType,
    };
    await setDomainPolicy(trx, acting.scope.organisationId, { ...policy, now: acting.now });
    return { result: policy, after: policy };
  });
}

/** @throws Failure 400 for what is no domain, 422 for too many */
export function addDomain(acting: ActingPersonally, given: Omit<ListedDomain, 'id'>): Promise<ListedDomain> {
  return changeDomains(acting, async (trx) => {
    const added = await kept(trx, acting, given);
    return { result: added, after: { added } };
  });
}

/** What it is changed to may be on the list already. @throws Failure 404 for one that the tenant does not have, 400 for what is no domain */
export function changeDomain(
  acting: ActingPersonally,
  { id, domain, type }: { id: string; domain?: string | undefined; type?: ListedDomain['type'] | undefined },
): Promise<ListedDomain> {
  return changeDomains(acting, async (trx) => {
    const removed = await removedOf(trx, acting, id);
    const added = await kept(trx, acting, { domain: domain ?? removed.domain, type: type ?? removed.type });
    return { result: added, after: { removed, added } };
  });
}

/** @throws Failure 404 for one that the tenant does not have */
export function removeDomain(acting: ActingPersonally, id: string): Promise<void> {
  return changeDomains(acting, async (trx) => ({
    result: undefined,
    after: { removed: await removedOf(trx, acting, id) },
  }));
}

async function removedOf(trx: Trx, { scope }: ActingPersonally, id: string): Promise<ListedDomain> {
  const removed = await deleteDomain(trx, { tenantNumber: scope.organisationId, id });
  if (!removed) throw fail.notFound('identity.unknownRestriction');
  return removed;
}

async function kept(
  trx: Trx,
  { scope, now }: ActingPersonally,
  { domain: text, type }: Omit<ListedDomain, 'id'>,
): Promise<ListedDomain> {
  const domain = spelledDomain(text);
  if (domain === null)
    throw fail.badRequest('identity.notADomain', { fields: [{ field: 'domain', code: 'identity.notADomain' }] });
  const added = await keepDomain(trx, scope.organisationId, { domain, type, now });
  if ((await listDomains(trx, scope.organisationId)).length > mostDomains)
    throw fail.unprocessable('identity.tooManyDomains', { params: { max: mostDomains } });
  return added;
}
