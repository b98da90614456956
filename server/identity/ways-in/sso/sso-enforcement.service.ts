import type { ActingPersonally } from '../../../platform/acting';
import { fail } from '../../../platform/errors';
import { listOwners } from '../../core/owners/owner.store';
import { changingRights } from '../../core/roles/grants';
import { ssoActions } from '../../identity.audit';
import { takesPasswords } from '../../policies/strategies/passwords-taken';
import type { IdentityPorts } from '../../ports';
import { ownConfig, tenantOf } from './sso-config.service';
import { blocksEnforcement } from './sso-enforcement.rules';
import { lift, settingsHash } from './sso-lift';
import { keepEnforcement, listSsoStates } from './sso-state.store';

/**
 * From now on people of the provider's proven domains come into the tenant by it alone, but for one owner, who is named. Sessions that are open go on.
 * @param ownerId the public id of somebody who may do all of identity in the tenant and comes in without a provider
 * @throws Failure 403 limitedToSites, 404 unknownProvider, 422 for a provider that is off, without a proven domain or not tested as it is now, and notAnOwner
 */
export function enforceSso(
  acting: ActingPersonally,
  { id, ownerId }: { id: string; ownerId: string },
  ports: Pick<IdentityPorts, 'config'>,
): Promise<void> {
  return changingRights(acting, async (trx) => {
    const config = await ownConfig(trx, acting, id);
    const passwords = takesPasswords(ports);
    const tenantNumber = tenantOf(acting);
    const state = (await listSsoStates(trx, { tenantNumber, passwords, now: acting.now })).find((one) => one.id === id);
    const tested = state?.testedSettings?.equals(settingsHash(config)) ?? false;
    const [blocked] = blocksEnforcement({
      enabled: config.enabled,
      proven: config.domains.some(({ validatedAt }) => validatedAt !== null),
      tested,
    });
    if (blocked) throw fail.unprocessable(`ssoEntry.${blocked}`);
    const owner = (await listOwners(trx, { tenantNumber, locally: { passwords } })).find((one) => one.id === ownerId);
    if (!owner)
      throw fail.unprocessable('ssoEntry.notAnOwner', { fields: [{ field: 'ownerId', code: 'ssoEntry.notAnOwner' }] });
    await keepEnforcement(trx, config, { userId: owner.userId, now: acting.now });
    await acting.audit(trx, {
      action: ssoActions.enforce,
      entity: 'ssoConfig',
      entityId: id,
      after: {
        owner: owner.email,
        domains: config.domains.filter(({ validatedAt }) => validatedAt !== null).map(({ domain }) => domain),
      },
    });
  });
}

/** @throws Failure 403 limitedToSites, 404 unknownProvider */
export function liftEnforcement(acting: ActingPersonally, id: string): Promise<void> {
  return changingRights(acting, async (trx) => {
    await lift(trx, { config: await ownConfig(trx, acting, id), audit: acting.audit }, 'byHand');
  });
}
