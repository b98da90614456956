import { Failure } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { wayOfAnswer } from '../../ways-in/browser/brought-answer';
import { returnTarget } from '../../ways-in/browser/return-target';
import { oidcArrivalPath, oidcCallbackPath, oidcSecret } from '../../ways-in/sso/oidc-sign-in.service';
import { takeOidcTest, testResultPath } from '../../ways-in/sso/sso-test.service';
import type { ArrivalParts } from '../../ways-in/ways-in';
import { identityCall } from '../wire/identity-surface';
import { failedPath, ssoArrival, ssoCall } from './sso-arrival';
import { oidcAnswer, oidcAnswerV2, oidcArrival, oidcCallbackQuery } from './sso-sign-in.contract';
import { ssoCookieName } from './sso-step';

const auth = '/identity/resources/auth';

/** Sign-in by an organization's OpenID provider. */
export function oidcSignInRoutes(parts: ArrivalParts): Route[] {
  const { secrets } = parts.tokens;
  const target = returnTarget(parts);
  const arrival = ssoArrival(parts, 'oidc');

  const postLogin = (
    { code, relayState, redirectUri }: { code: string; relayState: string; redirectUri?: string | undefined },
    context: Context<'public'>,
  ): Promise<Reply> =>
    ssoCall(parts, context, {
      secret: oidcSecret(secrets, { relayState, code }),
      enter: () =>
        parts.waysIn.oidc.enter(context, {
          relayState,
          answer: { code },
          redirectUri,
          browserSecret: context.cookie(ssoCookieName),
        }),
    });

  return [
    identityCall({
      method: 'post',
      path: `${auth}/v1/user/oidc/postlogin`,
      access: 'public',
      wayIn: 'oidc',
      summary: 'Sign in with an OpenID provider’s response, in the browser that requested it.',
      body: oidcAnswer,
      handle: ({ body: { state, ...body } }, context) => postLogin({ ...body, relayState: state }, context),
    }),
    identityCall({
      method: 'post',
      path: `${auth}/v2/user/oidc/postlogin`,
      access: 'public',
      wayIn: 'oidc',
      summary: 'Sign in with an OpenID provider’s response, in the browser that requested it.',
      body: oidcAnswerV2,
      handle: ({ body: { RelayState: relayState, ...body } }, context) => postLogin({ ...body, relayState }, context),
    }),
    identityCall({
      method: 'get',
      path: oidcCallbackPath,
      access: 'public',
      wayIn: 'oidc',
      summary: 'Receive users returning from OpenID providers, with the response.',
      query: oidcCallbackQuery,
      async handle({ query: { state, ...answer } }, context) {
        if (state === undefined) return reply.redirect(oidcArrivalPath);
        const secret = oidcSecret(secrets, { relayState: state, code: answer.code });
        const again = wayOfAnswer(parts, context, { secret, to: target.next(context) });
        if (again !== null) return reply.redirect(again);
        const brought = { relayState: state, answer, browserSecret: context.cookie(ssoCookieName) };
        const tested = await takeOidcTest(context.visitor, { ...brought, secret }, parts);
        if (tested) return reply.redirect(testResultPath(tested, { relayState: state, secret }));
        try {
          await parts.waysIn.oidc.take(context, brought);
        } catch (error) {
          if (error instanceof Failure) return reply.redirect(failedPath(oidcArrivalPath));
          throw error;
        }
        // A front end that stands there posts both, and is let in by the answer that was taken: the code is used up.
        return reply.redirect(
          `${oidcArrivalPath}?${new URLSearchParams({ ...(answer.code === undefined ? {} : { code: answer.code }), state })}`,
        );
      },
    }),
    definePage({
      method: 'get',
      path: oidcArrivalPath,
      access: 'public',
      wayIn: 'oidc',
      query: oidcArrival,
      handle: ({ query: { code, state: relayState, error } }, context) =>
        arrival({ relayState, secret: oidcSecret(secrets, { relayState: relayState ?? '', code }), error }, context),
    }),
  ];
}
