import type { ActingPersonally } from '../../../platform/acting';
import type { Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { policyActions } from '../../identity.audit';
import { passesList } from './address-entry';
import { spelledRange } from './address-range';
import type { NewAddress, Strategy } from './address.contract';
import {
  countAddressRules,
  deleteAddressRule,
  keepAddressRule,
  lockAddressPolicy,
  setAddressPolicy,
  type AddressPolicy,
  type AddressRule,
} from './address.store';

/** Each request of the tenant reads them all. */
const mostRules = 500;

interface FromHere {
  /** Of whoever makes the change. */
  ip: string;
}

interface Changing extends FromHere {
  change(trx: Trx, policy: AddressPolicy): Promise<{ policy: AddressPolicy; after: unknown }>;
}

/** One change after the other; none that would shut out whoever makes it. @throws Failure 400 */
async function changeList({ scope, db, now, audit }: ActingPersonally, { ip, change }: Changing): Promise<void> {
  const tenantNumber = scope.organisationId;
  await db.transaction().execute(async (trx) => {
    const before = await lockAddressPolicy(trx, { tenantNumber, now });
    const { policy, after } = await change(trx, before);
    if (policy.isActive && !(await passesList(trx, { tenantNumber, strategy: policy.strategy, ip })))
      throw fail.badRequest('identity.ownAddressShutOut', { params: { ip } });
    await audit(trx, {
      action: policyActions.changeAddresses,
      entity: 'tenant',
      entityId: tenantNumber,
      before,
      after,
    });
  });
}

/** @throws Failure 400 where it would shut out whoever asks */
export function configureAddresses(
  acting: ActingPersonally,
  { isActive, strategy, ip }: FromHere & { isActive: boolean; strategy: Strategy | undefined },
): Promise<void> {
  return changeList(acting, {
    ip,
    async change(trx, before) {
      const policy = { isActive, strategy: strategy ?? before.strategy };
      await setAddressPolicy(trx, acting.scope.organisationId, { ...policy, now: acting.now });
      return { policy, after: policy };
    },
  });
}

/** All of them or none. @throws Failure 400 for what is no address or range, and where it would shut out whoever asks; 422 for too many */
export async function addAddresses(
  acting: ActingPersonally,
  { addresses, ip }: FromHere & { addresses: readonly NewAddress[] },
): Promise<AddressRule[]> {
  const tenantNumber = acting.scope.organisationId;
  const added: AddressRule[] = [];
  await changeList(acting, {
    ip,
    async change(trx, policy) {
      for (const { ip: text, strategy, ...told } of addresses) {
        const range = spelledRange(text);
        if (range === null) throw fail.badRequest('identity.notAnAddress', { params: { ip: text } });
        added.push(
          await keepAddressRule(trx, tenantNumber, {
            ...told,
            range,
            strategy: strategy ?? policy.strategy,
            now: acting.now,
          }),
        );
      }
      if ((await countAddressRules(trx, tenantNumber)) > mostRules)
        throw fail.unprocessable('identity.tooManyAddresses', { params: { max: mostRules } });
      return {
        policy,
        after: { added: added.map(({ range, strategy, isActive }) => ({ range, strategy, isActive })) },
      };
    },
  });
  return added;
}

/** @throws Failure 404 for one that the tenant does not have, 400 where it would shut out whoever asks */
export function removeAddress(acting: ActingPersonally, { id, ip }: FromHere & { id: string }): Promise<void> {
  return changeList(acting, {
    ip,
    async change(trx, policy) {
      const removed = await deleteAddressRule(trx, { tenantNumber: acting.scope.organisationId, id });
      if (!removed) throw fail.notFound('identity.unknownRestriction');
      return { policy, after: { removed } };
    },
  });
}
