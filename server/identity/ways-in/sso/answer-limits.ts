import type { Limit } from '../../../platform/http/rate-limits';
import type { Visitor } from '../../../platform/visitor';
import { secretHash } from '../../core/secrets/token-secret';
import type { IdentityParts } from '../../parts';

const perAddress: Limit = { name: 'sso-answers-ip', points: 300, seconds: 600 };
/** A provider answers once; browsers send a form again. */
const perRequest: Limit = { name: 'sso-answers', points: 10, seconds: 600 };

type Dependencies = Pick<IdentityParts, 'rateLimits'>;

/** Before anything of a SAML answer is looked at. @throws Failure 429 after too many from an address */
export const countAnswer = ({ ip }: Pick<Visitor, 'ip'>, { rateLimits }: Dependencies): Promise<void> =>
  rateLimits.take(perAddress, ip);

/** Before an answer to something that was asked is read: whoever has asked could have all of them read. @throws Failure 429 after too many to one request */
export const countReading = (relayState: string, { rateLimits }: Dependencies): Promise<void> =>
  rateLimits.take(perRequest, secretHash(relayState).toString('base64url'));
