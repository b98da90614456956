import type { AuthStrategy } from '../../../platform/auth-strategies.rules';
import { isWayOpen } from '../../policies/strategies/strategies.rules';

interface Held {
  strategy: AuthStrategy;
  /** Identities at other services that they would keep. */
  otherIdentities: number;
  passkeys: boolean;
  /** A number that they have proved theirs. */
  phone: boolean;
}

/** Whether somebody who gives a way in up comes in by none any more. A link or a code by mail, and a password by the mail that resets it, are open to everybody who has an address. */
export function isLastWay({ strategy, otherIdentities, passkeys, phone }: Held): boolean {
  const byMail = (['password', 'magicLink', 'emailCode'] as const).some((way) => isWayOpen(strategy, way));
  return (
    otherIdentities === 0 &&
    !byMail &&
    !(passkeys && isWayOpen(strategy, 'passkey')) &&
    !(phone && isWayOpen(strategy, 'smsCode'))
  );
}
