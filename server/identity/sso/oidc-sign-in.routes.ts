import { fail, Failure } from '../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../platform/http/define-route';
import type { IdentityParts } from '../parts';
import { identityCall } from '../wire/identity-surface';
import { admittedReply } from '../wire/signed-in';
import { enterByOidcAnswer, oidcArrivalPath, oidcCallbackPath, takeOidcAnswer } from './oidc-sign-in.service';
import { failedArrival, ssoArrival } from './sso-arrival';
import { oidcAnswer, oidcAnswerV2, oidcArrival, oidcCallbackQuery } from './sso-sign-in.contract';
import { ssoCookieName } from './sso-step';
import { takeOidcTest, testResultPath } from './sso-test.service';

/** What the page is told whose answer was not taken (RFC 6749, section 4.1.2.1). */
const refused = 'access_denied';

const auth = '/identity/resources/auth';

/** Sign-in by an organization's OpenID provider. */
export function oidcSignInRoutes(parts: IdentityParts): Route[] {
  const arrival = ssoArrival(parts);

  async function postLogin({ code, relayState, redirectUri }: { code: string; relayState: string; redirectUri?: string | undefined }, context: Context<'public'>): Promise<Reply> {
    const admission = await enterByOidcAnswer(context.visitor, { relayState, answer: { code }, redirectUri, browserSecret: context.cookie(ssoCookieName) }, parts);
    return admittedReply(parts, context, admission);
  }

  return [
    identityCall({
      method: 'post', path: `${auth}/v1/user/oidc/postlogin`, access: 'public', summary: 'Signs in by the answer of an OpenID provider, in the browser that was sent for it.',
      body: oidcAnswer,
      handle: ({ body: { state, ...body } }, context) => postLogin({ ...body, relayState: state }, context),
    }),
    identityCall({
      method: 'post', path: `${auth}/v2/user/oidc/postlogin`, access: 'public', summary: 'Signs in by the answer of an OpenID provider, in the browser that was sent for it.',
      body: oidcAnswerV2,
      handle: ({ body: { RelayState: relayState, ...body } }, context) => postLogin({ ...body, relayState }, context),
    }),
    identityCall({
      method: 'get', path: oidcCallbackPath, access: 'public', summary: 'Where OpenID providers send people back to, with their answers.',
      query: oidcCallbackQuery,
      async handle({ query: { state, ...answer } }, context) {
        if (state === undefined) return reply.redirect(oidcArrivalPath);
        const tested = await takeOidcTest(context.visitor, { relayState: state, answer }, parts);
        if (tested) return reply.redirect(testResultPath(tested, state));
        try {
          await takeOidcAnswer(context.visitor, { relayState: state, answer, browserSecret: context.cookie(ssoCookieName) }, parts);
        } catch (error) {
          if (error instanceof Failure) return reply.redirect(`${oidcArrivalPath}?error=${refused}`);
          throw error;
        }
        // A front end that stands there posts both, and is let in by the answer that was taken: the code is used up.
        return reply.redirect(`${oidcArrivalPath}?${new URLSearchParams({ ...(answer.code === undefined ? {} : { code: answer.code }), state })}`);
      },
    }),
    definePage({
      method: 'get', path: oidcArrivalPath, access: 'public', query: oidcArrival,
      handle: ({ query: { state, error } }, context) => (error === undefined ? arrival(state, context) : failedArrival(context, fail.signedOut('login.ssoError'))),
    }),
  ];
}
