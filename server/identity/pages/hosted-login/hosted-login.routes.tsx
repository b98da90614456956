import type { CookieOptions } from 'express';
import { z } from 'zod';
import { Failure } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { hostedLoginPath } from '../../../platform/http/login-url';
import type { IdentityParts } from '../../parts';
import { ownCallback } from '../../protocols/oauth/oauth-client';
import { requestSeconds } from '../../protocols/oauth/oauth.rules';
import { openPath, returnTarget } from '../../ways-in/browser/return-target';
import { refreshCookie, refreshCookieName } from '../../ways-in/browser/signed-in';
import { fromNowhere, ledPage } from '../../ways-in/browser/way-on';
import { wantedQuery } from '../sign-in/login-box.contract';
import { asksAnew, begunOf, textOf } from './hosted-login-state';
import { beginHostedLogin, enterSilently, finishHostedLogin } from './hosted-login.service';

const text = (max: number) => z.string().max(max).optional().catch(undefined);

/** What may be asked of a sign-in at our own pages; what makes no sense is as if it were not there. */
const hostedQuery = wantedQuery.extend({
  prompt: z.literal('login').optional().catch(undefined),
  login_hint: text(254),
  max_age: text(20),
  acr_values: text(500),
});

const hostedAnswer = z.object({ code: text(200), state: text(1000), iss: text(2000), error: text(100) });

/** Our own pages as a client of the OpenID provider. */
export function hostedLoginRoutes(parts: IdentityParts): Route[] {
  const { config } = parts;
  const { hostedLogin } = config.identity;
  const target = returnTarget(parts);
  // Nonce and verifier follow from what lies there.
  const name = 'tare-hosted-login';
  const options: CookieOptions = { httpOnly: true, sameSite: 'lax', secure: config.secure, path: '/' };
  const kept = (value: string | null): NonNullable<Reply['cookies']> => [
    { name, value, options: value === null ? options : { ...options, maxAge: requestSeconds * 1000 } },
  ];

  /** On to where somebody wanted to go, ours or another site that is allowed. */
  function onward(
    context: Context<'public'>,
    wanted: string | undefined,
    more: NonNullable<Reply['cookies']> = [],
  ): Reply {
    const cookies = target.remember(context, wanted);
    return reply.redirect(cookies.length > 0 ? openPath : target.next(context), { cookies: [...cookies, ...more] });
  }

  return [
    definePage({
      method: 'get',
      path: hostedLoginPath,
      access: 'public',
      walk: [],
      query: hostedQuery,
      async handle({ query: { redirectUrl, ...asked } }, context) {
        const { actor, cookie, door, visitor } = context;
        if (hostedLogin === 'off') return reply.redirect('/login');
        const anew = asksAnew(asked);
        if (actor && !anew) return onward(context, redirectUrl);
        const refreshToken = cookie(refreshCookieName(config));
        if (hostedLogin === 'on' && !anew && refreshToken !== null) {
          const entered = await enterSilently(visitor, refreshToken, parts);
          if (entered) {
            await door.enter(entered.sessionId, entered.grant);
            return onward(context, redirectUrl, refreshCookie(config, entered.cookie));
          }
        }
        const { url, state } = beginHostedLogin(asked, parts);
        // The provider's pages remember where they themselves go on.
        return reply.redirect(url, {
          status: 302,
          cookies: kept(textOf({ state, wanted: redirectUrl ?? door.target ?? undefined })),
        });
      },
    }),
    definePage({
      method: 'get',
      path: ownCallback,
      access: 'public',
      query: hostedAnswer,
      async handle({ query }, context) {
        const begun = begunOf(context.cookie(name));
        if (!begun) return fromNowhere(context, target);
        const { door, visitor } = context;
        try {
          const { sessionId, grant } = await finishHostedLogin(visitor, { answer: query, begun }, parts);
          await door.enter(sessionId, grant);
          door.setTarget(null);
          return onward(context, begun.wanted, kept(null));
        } catch (error) {
          if (!(error instanceof Failure) || error.status >= 500 || error.status === 429) throw error;
          const cookies = target.remember(context, begun.wanted);
          const again = ledPage(context, {
            tone: 'warning',
            title: 'signUp.externalTitle',
            says: error.status === 403 ? 'oauth.ownDenied' : 'oauth.ownFailed',
            to: `${hostedLoginPath}?prompt=login`,
            label: 'signUp.toSignIn',
            status: 401,
          });
          return { ...again, cookies: [...cookies, ...kept(null)] };
        }
      },
    }),
  ];
}
