import { definePage, reply, type Route } from '../../../platform/http/define-route';
import type { IdentityParts } from '../../parts';
import { authenticatedUrl } from '../../ways-in/browser/destination.rules';
import { ledPage } from '../../ways-in/browser/way-on';
import { takeLogoutToken } from '../../ways-in/sso/oidc-logout.service';
import { identityCall } from '../wire/identity-surface';
import { logoutToken } from './saml-logout.contract';
import { leftPage } from './saml-logout.routes';

/** Leaving at the OpenID provider of an organization, begun here or there. */
export function oidcLogoutRoutes(parts: IdentityParts): Route[] {
  return [
    identityCall({
      // The token is signed by the provider, which has no other credential.
      method: 'post',
      path: '/auth/oidc/logout',
      access: 'public',
      summary: 'Receive back-channel logouts from OpenID providers.',
      body: logoutToken,
      crossSite: true,
      async handle({ body: { logout_token: token } }, { visitor }) {
        await takeLogoutToken(visitor, token, parts);
        return reply.json({}, 200, { headers: { 'Cache-Control': 'no-store' } });
      },
    }),
    definePage({
      method: 'get',
      path: '/account/oidc/logout',
      access: 'public',
      handle: (_input, context) => (context.actor ? reply.redirect(authenticatedUrl) : ledPage(context, leftPage)),
    }),
  ];
}
