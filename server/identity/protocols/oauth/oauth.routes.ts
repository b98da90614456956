import { reply, type Route } from '../../../platform/http/define-route';
import { bearerOf } from '../../../platform/http/principals';
import { multiFactorClass } from '../../core/tokens/access-token';
import { algorithm } from '../../core/tokens/key-ring';
import { knownScopes } from '../../core/tokens/oauth-scopes.rules';
import { sessionNotFound } from '../../core/tokens/tokens';
import type { IdentityParts } from '../../parts';
import { refreshCookie, refreshCookieName } from '../../ways-in/browser/signed-in';
import { refreshBody } from '../sessions/token.contract';
import { clearBrowser } from '../sessions/token.routes';
import { authorizeRoutes } from './authorize.routes';
import { endForClient } from './logout.service';
import { authMethods } from './oauth-client.contract';
import { oauthCall } from './oauth-surface';
import { logoutQuery, sentWith, tokenBody } from './oauth.contract';
import { refreshSilently } from './refresh-grant.service';
import { answerTokenRequest, userInfo } from './token.service';

/** Relying parties keep the description for so long. */
const documentMaxAge = 3600;

/** Tare as an OpenID provider (OpenID Connect Core 1.0, RFC 6749, RFC 9700). */
export function oauthRoutes(parts: IdentityParts): Route[] {
  const { config } = parts;
  const description = discoveryDocument(config.publicUrl);
  return [
    ...authorizeRoutes(parts),
    oauthCall({
      // Its own credentials are in what is sent, by a form or as JSON; no cookie counts.
      method: 'post',
      path: '/oauth/token',
      access: 'public',
      crossSite: true,
      summary: 'Exchange a code, a refresh token, or a program’s ID and secret for tokens.',
      body: tokenBody,
      handle: async ({ body }, { visitor }) => reply.json(await answerTokenRequest(visitor, body, parts)),
    }),
    oauthCall({
      method: 'post',
      path: '/oauth/authorize/silent',
      access: 'public',
      summary: 'Get tokens for the front end with the refresh cookie, which is replaced.',
      body: refreshBody,
      async handle({ body }, { visitor, cookie }) {
        const refreshToken = cookie(refreshCookieName(config));
        if (refreshToken === null) throw sessionNotFound();
        const { answer, cookie: next } = await refreshSilently(
          visitor,
          { refreshToken, tenantId: body.tenantId },
          parts,
        );
        return reply.json(answer, 200, { cookies: refreshCookie(config, next) });
      },
    }),
    ...(['get', 'post'] as const).map((method) =>
      oauthCall({
        method,
        path: '/oauth/userinfo',
        access: 'public',
        summary: 'Get the user of an access token.',
        body: sentWith,
        handle: async ({ body: { from } }, { visitor }) =>
          reply.json(
            await userInfo(
              visitor,
              { token: bearerOf(from.authorization ?? undefined), inAddress: from.inAddress },
              parts,
            ),
          ),
      }),
    ),
    oauthCall({
      method: 'get',
      path: '/oauth/logout',
      access: 'public',
      summary: 'End a session for a client, and return to it.',
      query: logoutQuery,
      body: sentWith,
      async handle({ query, body: { from } }, context) {
        const { actor, door, ownNavigation, wantsJson } = context;
        const ended = await endForClient(context.visitor, query, parts);
        const hinted = ended.sessionId !== null;
        // Without an ID token nobody is signed out because another site linked here.
        if (!hinted && actor && door.sessionId !== null && !ownNavigation && !from.ownFrontEnd)
          return reply.redirect('/logout', { status: 302 });
        const here = !hinted || door.sessionId === null || door.sessionId === ended.sessionId;
        const cookies = here ? await clearBrowser(parts, context) : [];
        if (ended.to !== null) return reply.redirect(ended.to, { status: 302, cookies });
        return wantsJson || from.json
          ? reply.json({}, 200, { cookies })
          : reply.redirect('/logout', { status: 302, cookies });
      },
    }),
    oauthCall({
      method: 'post',
      path: '/oauth/logout/token',
      access: 'public',
      summary: 'End the session of a refresh cookie.',
      async handle(_input, context) {
        return reply.empty(undefined, { cookies: await clearBrowser(parts, context) });
      },
    }),
    ...(['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server'] as const).map((path) =>
      oauthCall({
        method: 'get',
        path,
        access: 'public',
        summary: 'Get the discovery document of this OpenID provider.',
        handle: () =>
          reply.json(description, 200, {
            headers: { 'Cache-Control': `public, max-age=${documentMaxAge}`, 'Access-Control-Allow-Origin': '*' },
          }),
      }),
    ),
  ];
}

/** The description of the provider (OpenID Connect Discovery 1.0, RFC 8414). */
const discoveryDocument = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth/authorize`,
  token_endpoint: `${issuer}/oauth/token`,
  userinfo_endpoint: `${issuer}/oauth/userinfo`,
  end_session_endpoint: `${issuer}/oauth/logout`,
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: [algorithm],
  token_endpoint_auth_methods_supported: authMethods,
  code_challenge_methods_supported: ['S256'],
  scopes_supported: knownScopes,
  claims_supported: ['sub', 'sid', 'tenantId', 'email', 'email_verified', 'name', 'auth_time', 'amr', 'acr', 'nonce'],
  prompt_values_supported: ['none', 'login', 'select_account', 'consent'],
  acr_values_supported: [multiFactorClass],
  authorization_response_iss_parameter_supported: true,
  claims_parameter_supported: false,
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
});
