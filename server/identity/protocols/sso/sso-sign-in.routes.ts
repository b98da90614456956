import { Failure, failExactly } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { beginSso, ssoWays } from '../../ways-in/begin-sso';
import { answerSecret } from '../../ways-in/browser/brought-answer';
import { countAnswer } from '../../ways-in/sso/answer-limits';
import { samlSecret } from '../../ways-in/sso/saml-sign-in.service';
import { takeSamlTest, testResultPath } from '../../ways-in/sso/sso-test.service';
import type { ArrivalParts } from '../../ways-in/ways-in';
import { identityCall } from '../wire/identity-surface';
import { failedPath, ssoArrival, ssoCall } from './sso-arrival';
import { largestAnswer, postedAnswer, preLoginBody, samlAnswer, samlArrival } from './sso-sign-in.contract';
import { ssoCookie, ssoCookieName } from './sso-step';

const auth = '/identity/resources/auth';
const arrivalPath = '/account/saml/callback';

/** Sign-in by the identity provider of an organization. */
export function ssoSignInRoutes(parts: ArrivalParts): Route[] {
  const { secrets } = parts.tokens;
  const arrival = ssoArrival(parts, 'saml');

  async function preLogin(
    { email, tenantId }: { email: string; tenantId: string | undefined },
    context: Context<'public'>,
  ): Promise<Reply> {
    const begun = await beginSso(context, { email, tenantId, browserSecret: context.cookie(ssoCookieName) }, parts);
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
      wayIn: ssoWays,
      summary: 'Get where a user with this email address signs in, if their organization has a provider.',
      body: preLoginBody,
      handle: ({ body }, context) => preLogin(body, context),
    }),
    identityCall({
      method: 'post',
      path: `${auth}/v2/user/sso/prelogin`,
      access: 'public',
      wayIn: ssoWays,
      summary: 'Get where a user with this email address signs in, if their organization has a provider.',
      body: preLoginBody,
      handle: ({ body }, context) => preLogin(body, context),
    }),
    identityCall({
      method: 'post',
      path: `${auth}/v1/user/saml/postlogin`,
      access: 'public',
      wayIn: 'saml',
      summary: 'Sign in with a SAML response, in the browser that requested it.',
      body: samlAnswer,
      strangersBody: largestAnswer,
      handle({ body: { RelayState: relayState, SAMLResponse: samlResponse } }, context) {
        const brought = { relayState, samlResponse, browserSecret: context.cookie(ssoCookieName) };
        return ssoCall(parts, context, {
          secret: samlSecret(secrets, brought),
          enter: () => parts.waysIn.saml.enter(context, brought),
        });
      },
    }),
    identityCall({
      method: 'post',
      path: '/auth/saml/callback',
      access: 'public',
      wayIn: 'saml',
      summary: 'Receive the responses of identity providers.',
      body: postedAnswer,
      strangersBody: largestAnswer,
      crossSite: true,
      async handle({ body: { RelayState: relayState, SAMLResponse: samlResponse } }, context) {
        const { visitor } = context;
        if (relayState === undefined) return reply.redirect(arrivalPath);
        await countAnswer(visitor, parts);
        const secret = answerSecret(secrets, { relayState, answer: samlResponse });
        // A front end that stands there posts both, by the names that it knows.
        const onwards = reply.redirect(
          `${arrivalPath}?${new URLSearchParams({ RelayState: relayState, SAMLResponse: secret })}`,
        );
        try {
          if (await parts.waysIn.saml.take(context, { relayState, samlResponse })) return onwards;
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
      wayIn: 'saml',
      query: samlArrival,
      handle: ({ query: { RelayState: relayState, SAMLResponse: secret = '', error } }, context) =>
        arrival({ relayState, secret, error }, context),
    }),
  ];
}
