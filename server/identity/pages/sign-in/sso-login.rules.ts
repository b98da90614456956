import type { AuthStrategy } from '../../../platform/auth-strategies.rules';
import type { SsoHosts } from '../../../platform/sso-environments.rules';
import { isWayOpen } from '../../policies/strategies/strategies.rules';

/** The product's login where its address says `sso` (specification, section 2). */
export const ssoLoginPath = '/sso-login';

/** Where a passkey is brought there. */
export const ssoPasskeyPath = `${ssoLoginPath}/passkey` as const;

/** Whether people sign in by their organization at this host. */
export const isSsoHost = ({ identity }: { identity: { ssoHosts: SsoHosts } }, host: string): boolean =>
  identity.ssoHosts.has(host);

/** Whether a passkey is offered beside the provider: not to people whose tenant lets them in by its provider alone. */
export const offersPasskey = ({
  strategy,
  providerAlone,
}: {
  strategy: AuthStrategy;
  providerAlone: boolean;
}): boolean => isWayOpen(strategy, 'passkey') && !providerAlone;
