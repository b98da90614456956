import { Failure, failExactly } from '../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../platform/http/define-route';
import type { IdentityParts } from '../parts';
import { answerSecret } from '../sign-in/brought-answer';
import { identityCall } from '../wire/identity-surface';
import { countAnswer } from './answer-limits';
import { enterBySamlAnswer, samlSecret, takeSamlAnswer } from './saml-sign-in.service';
import { failedPath, ssoArrival, ssoCall } from './sso-arrival';
import { largestAnswer, postedAnswer, preLoginBody, samlAnswer, samlArrival } from './sso-sign-in.contract';
import { beginSso } from './sso-sign-in.service';
import { ssoCookie, ssoCookieName } from './sso-step';
import { takeSamlTest, testResultPath } from './sso-test.service';

const auth = '/identity/resources/auth';
const arrivalPath = '/account/saml/callback';

/** Sign-in by the identity provider of an organization. */
export function ssoSignInRoutes(parts: IdentityParts): Route[] {
  const { secrets } = parts.tokens;
  const arrival = ssoArrival(parts);

  async function preLogin(
    { email, tenantId }: { email: string; tenantId: string | undefined },
    { visitor, cookie }: Pick<Context<'public'>, 'visitor' | 'cookie'>,
  ): Promise<Reply> {
    const begun = await beginSso(visitor, { email, tenantId, browserSecret: cookie(ssoCookieName) }, parts);
    // In the words that the published client knows; nothing tells addresses of one domain apart.
    if (!begun) throw failExactly(404, { errors: ['SSO domain was not found'] });
    return reply.json({ address: begun.address, idpType: begun.idpType, addressType: 'sso' }, 200, {
      cookies: ssoCookie(parts.config, begun.browserSecret),
    });
  }

  return [
    identityCall({
      method: 'post',
      path: `${auth}/v1/user/saml/prelogin`,
      access: 'public',
      summary: 'Where somebody of this address is to sign in, if their organization has a provider.',
      body: preLoginBody,
      handle: ({ body }, context) => preLogin(body, context),
    }),
    identityCall({
      method: 'post',
      path: `${auth}/v2/user/sso/prelogin`,
      access: 'public',
      summary: 'Where somebody of this address is to sign in, if their organization has a provider.',
      body: preLoginBody,
      handle: ({ body }, context) => preLogin(body, context),
    }),
    identityCall({
      method: 'post',
      path: `${auth}/v1/user/saml/postlogin`,
      access: 'public',
      summary: 'Signs in by a SAML response, in the browser that was sent for it.',
      body: samlAnswer,
      strangersBody: largestAnswer,
      handle({ body: { RelayState: relayState, SAMLResponse: samlResponse } }, context) {
        const brought = { relayState, samlResponse, browserSecret: context.cookie(ssoCookieName) };
        return ssoCall(parts, context, {
          secret: samlSecret(secrets, brought),
          enter: () => enterBySamlAnswer(context.visitor, brought, parts),
        });
      },
    }),
    identityCall({
      method: 'post',
      path: '/auth/saml/callback',
      access: 'public',
      summary: 'Where identity providers send their answers.',
      body: postedAnswer,
      strangersBody: largestAnswer,
      crossSite: true,
      async handle({ body: { RelayState: relayState, SAMLResponse: samlResponse } }, { visitor }) {
        if (relayState === undefined) return reply.redirect(arrivalPath);
        await countAnswer(visitor, parts);
        const secret = answerSecret(secrets, { relayState, answer: samlResponse });
        // A front end that stands there posts both, by the names that it knows.
        const onwards = reply.redirect(
          `${arrivalPath}?${new URLSearchParams({ RelayState: relayState, SAMLResponse: secret })}`,
        );
        try {
          if (await takeSamlAnswer(visitor, { relayState, samlResponse }, parts)) return onwards;
        } catch (error) {
          if (error instanceof Failure) return reply.redirect(failedPath(arrivalPath));
          throw error;
        }
        const tested = await takeSamlTest(visitor, { relayState, samlResponse, secret }, parts);
        return tested ? reply.redirect(testResultPath(tested, { relayState, secret })) : onwards;
      },
    }),
    definePage({
      method: 'get',
      path: arrivalPath,
      access: 'public',
      query: samlArrival,
      handle: ({ query: { RelayState: relayState, SAMLResponse: secret = '', error } }, context) =>
        arrival({ relayState, secret, error }, context),
    }),
  ];
}
