import { fail } from '../../../platform/errors';
import type { IdentityPorts } from '../../ports';
import { isWayOpen } from './strategies.rules';

type Dependencies = Pick<IdentityPorts, 'config'>;

/** Whether anybody signs in by a password here. */
export const takesPasswords = ({ config }: Dependencies): boolean =>
  isWayOpen(config.identity.authStrategy, 'password');

/** Before a password is set or asked for. @throws Failure 403 where passwords are switched off */
export function requirePasswords(needs: Dependencies): void {
  if (!takesPasswords(needs)) throw fail.forbidden('identity.wayClosed');
}
