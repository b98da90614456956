import { fail } from '../../../platform/errors';
import type { Visitor } from '../../../platform/visitor';
import type { IdentityParts } from '../../parts';
import { signOut } from '../../ways-in/password/sign-in.service';
import { findClient } from './oauth-client';
import { noteRefusal } from './oauth-refusal';
import { isRegistered, withAnswer } from './oauth.rules';

export interface LogoutAsk {
  id_token_hint?: string | undefined;
  client_id?: string | undefined;
  post_logout_redirect_uri?: string | undefined;
  state?: string | undefined;
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

/**
 * Ends the session that an ID token names, which may have expired (OpenID Connect RP-Initiated Logout 1.0).
 * @returns that session, null where no token was brought; and where the client wants the browser to go
 * @throws Failure 400 for a token that is not ours, one of another client than is named, and an address that is not one of the client's; 429
 */
export async function endForClient(
  visitor: Visitor,
  ask: LogoutAsk,
  parts: Pick<IdentityParts, 'config' | 'tokens' | 'rateLimits'>,
): Promise<{ sessionId: string | null; to: string | null }> {
  const { db, now } = visitor;
  const { id_token_hint: hint, post_logout_redirect_uri: uri, state } = ask;
  const refuse = async (reason: string) => {
    await noteRefusal(visitor, { error: 'invalid_request', reason, clientId: ask.client_id }, parts);
    return fail.badRequest('oauth.wrongLogout', { exact: { error: 'invalid_request', error_description: reason } });
  };
  const claims = hint === undefined ? null : await parts.tokens.keys.read(hint, now);
  if (hint !== undefined && text(claims?.sid) === undefined) throw await refuse('idTokenHint');
  // A token of a sign-in without a client is the installation's own.
  const hinted = claims ? (text(claims.azp) ?? text(claims.aud)) : undefined;
  if (hinted !== undefined && ask.client_id !== undefined && ask.client_id !== hinted)
    throw await refuse('otherClient');
  // The published front end names neither itself nor a token.
  const client = await findClient(db, parts.config, hinted ?? ask.client_id ?? parts.config.identity.clientId);
  if (uri !== undefined && (!client || !isRegistered(client.postLogoutRedirectUris, uri)))
    throw await refuse('postLogoutRedirectUri');
  const sessionId = text(claims?.sid) ?? null;
  if (sessionId !== null) await signOut(visitor, sessionId);
  return { sessionId, to: uri === undefined ? null : withAnswer(uri, { state }) };
}
