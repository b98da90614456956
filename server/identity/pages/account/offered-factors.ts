import type { OfferedFactorsView } from '../../../../views/identity/account/second-factors-screen';
import type { IdentityParts } from '../../parts';
import { strategiesView } from '../../policies/mfa/strategies';
import { namingOf } from '../../ways-in/second-factor/second-factor-step.rules';

/** What may be set up in this installation. A code by mail is not: only a sign-in that is asked for a factor makes the mailbox one. */
export function offeredHere(config: IdentityParts['config']): OfferedFactorsView {
  const on = strategiesView(config).flatMap(({ strategy, isActive }) => (isActive ? [strategy] : []));
  const devices = [
    ...(on.includes('WebAuthnPlatform') ? ['Platform' as const] : []),
    ...(on.includes('WebAuthnCrossPlatform') ? ['CrossPlatform' as const] : []),
  ];
  return {
    authenticator: on.includes('AuthenticatorApp'),
    texts: on.includes('SMS'),
    devices: devices.length > 0 ? namingOf(devices) : null,
  };
}
