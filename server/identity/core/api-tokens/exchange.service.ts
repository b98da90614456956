import { fail } from '../../../platform/errors';
import { barredHere } from '../../../platform/http/guards';
import type { Limit } from '../../../platform/http/rate-limits';
import type { Visitor } from '../../../platform/visitor';
import type { IdentityPorts } from '../../ports';
import { publicId } from '../../wire.contract';
import type { AccessToken } from '../tokens/access-token';
import type { Tokens } from '../tokens/tokens';
import { exchangedToken } from './exchanged-token';
import { useToken } from './token-use.service';

const perAddress: Limit = { name: 'api-token-ip', points: 100, seconds: 600 };
const perAddressAndClient: Limit = { name: 'api-token-ip-client', points: 30, seconds: 600 };

export const wrongCredentials = () => fail.signedOut('apiTokens.wrongCredentials');

/** No id has it. */
const noToken = '00000000-0000-0000-0000-000000000000';

/** As many tries as a sign-in has. @throws Failure 429 */
export async function takeTry(
  { rateLimits }: Pick<IdentityPorts, 'rateLimits'>,
  { ip }: Pick<Visitor, 'ip'>,
  clientId: string,
): Promise<void> {
  await rateLimits.take(perAddress, ip);
  await rateLimits.take(perAddressAndClient, `${ip} ${clientId.toLowerCase()}`);
}

/** @throws Failure 401 for whatever is not good, 403 from an address that the tenant keeps out, 429 after too many tries */
export async function exchange(
  visitor: Visitor,
  { clientId, secret }: { clientId: string; secret: string },
  needs: Pick<IdentityPorts, 'rateLimits'> & { tokens: Pick<Tokens, 'keys'> },
): Promise<AccessToken> {
  await takeTry(needs, visitor, clientId);
  const id = publicId.safeParse(clientId).data ?? noToken;
  const used = await useToken(visitor.db, { id, kind: 'API', secret }, visitor);
  if ('holder' in used) return exchangedToken(needs.tokens.keys, used.holder, visitor.now);
  throw used.refused === 'address' ? barredHere() : wrongCredentials();
}
