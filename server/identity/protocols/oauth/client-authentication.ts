import type { Visitor } from '../../../platform/visitor';
import { isVendor, isVendorToken } from '../../core/api-tokens/vendor';
import { isSecret } from '../../core/secrets/token-secret';
import type { IdentityParts } from '../../parts';
import { findClient, ownClient, type OAuthClient } from './oauth-client';
import { refused } from './oauth-refusal';
import type { SentBy, TokenAsk } from './oauth.contract';

export interface Basic {
  clientId: string;
  secret: string;
}

const isBasic = (authorization: string | null) => /^basic(?: |$)/i.test(authorization ?? '');

/** Id and secret of the header, each written as in a form (RFC 6749, 2.3.1); null where there is none that could be read. */
export function basicOf(authorization: string | null): Basic | null {
  const [, encoded] = /^basic +([\w+/=-]+)$/i.exec(authorization ?? '') ?? [];
  const [, id, secret] = /^([^:]*):([^]*)$/.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? [];
  if (id === undefined || secret === undefined) return null;
  try {
    const plain = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
    return { clientId: plain(id), secret: plain(secret) };
  } catch {
    return null;
  }
}

type Dependencies = Pick<IdentityParts, 'config' | 'rateLimits' | 'tokens'>;
type Ask = Pick<TokenAsk, 'client_id' | 'client_secret'> & { from: SentBy };

/** How a client said who it is: the secret that it brought, and where. */
function broughtBy({
  client_id: id,
  client_secret: secret,
  from,
}: Ask): { clientId: string; secret: string | null; method: OAuthClient['authMethod'] } | null {
  const basic = basicOf(from.authorization);
  if (basic) return { ...basic, method: 'client_secret_basic' };
  if (id === undefined) return null;
  return secret === undefined
    ? { clientId: id, secret: null, method: 'none' }
    : { clientId: id, secret, method: 'client_secret_post' };
}

/**
 * Which client asks for tokens. Back-end clients of the installation (by their token or their id and secret) stand for its own front end.
 * @returns null where it did not say, as the published client does; only one without a secret may
 * @throws Failure 401 for a client that there is not or that has not proved itself as it is registered, 429
 */
export async function authenticateClient(visitor: Visitor, ask: Ask, parts: Dependencies): Promise<OAuthClient | null> {
  const { config, tokens } = parts;
  const brought = broughtBy(ask);
  const refuse = (reason: string) =>
    refused(visitor, { error: 'invalid_client', reason, clientId: brought?.clientId ?? ask.client_id }, parts);
  const two =
    brought?.method === 'client_secret_basic' && ask.client_id !== undefined && ask.client_id !== brought.clientId;
  // A bearer that the published client sends with every call is nobody's proof here.
  if (two || (isBasic(ask.from.authorization) && brought?.method !== 'client_secret_basic'))
    throw await refuse('clientMethod');
  if (ask.from.vendorToken !== null) {
    if (!(await isVendorToken({ config, keys: tokens.keys }, ask.from.vendorToken, visitor.now)))
      throw await refuse('vendorToken');
    return ownClient(config);
  }
  if (brought === null) {
    if (ask.from.json) return null;
    throw await refuse('clientMissing');
  }
  if (brought.secret !== null && isVendor(config, { clientId: brought.clientId, secret: brought.secret }))
    return ownClient(config);
  const client = await findClient(visitor.db, config, brought.clientId);
  if (brought.secret !== null && !isSecret(client?.secretHash ?? null, brought.secret))
    throw await refuse('clientSecret');
  if (!client || client.authMethod !== brought.method) throw await refuse(client ? 'clientMethod' : 'client');
  return client;
}
