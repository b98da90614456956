import type { CookieOptions } from 'express';
import { definePage, reply, type Reply, type Route } from '../../platform/http/define-route';
import { Failure } from '../../platform/errors';
import { hostedLoginPath } from '../../platform/http/login-url';
import { authenticatedUrl } from '../login-box/destination.rules';
import { openPath, returnTarget } from '../login-box/return-target';
import { fromNowhere, ledPage } from '../login-box/way-on';
import { requestSeconds } from '../oauth/oauth.rules';
import type { IdentityParts } from '../parts';
import { refreshCookie, refreshCookieName } from '../wire/signed-in';
import { hostedAnswer, hostedQuery } from './hosted-login.contract';
import { asksAnew, begunOf, textOf } from './hosted-login.rules';
import { beginHostedLogin, enterSilently, finishHostedLogin, hostedCallback } from './hosted-login.service';

const cookieName = 'tare-hosted-login';

/** Our own pages as a client of the OpenID provider. */
export function hostedLoginRoutes(parts: IdentityParts): Route[] {
  const { config } = parts;
  const target = returnTarget(parts);
  const options: CookieOptions = { httpOnly: true, sameSite: 'lax', secure: config.secure, path: hostedCallback };
  const kept = (value: string | null): NonNullable<Reply['cookies']> => [{ name: cookieName, value, options: value === null ? options : { ...options, maxAge: requestSeconds * 1000 } }];

  return [
    definePage({
      method: 'get', path: hostedLoginPath, access: 'public', walk: [], query: hostedQuery,
      async handle({ query: { redirectUrl, ...asked } }, context) {
        const { actor, cookie, door, visitor } = context;
        const cookies = target.remember(context, redirectUrl);
        const next = () => (cookies.length > 0 ? openPath : target.next(context));
        if (actor && !asksAnew(asked)) return reply.redirect(next(), { cookies });
        const refreshToken = cookie(refreshCookieName(config));
        if (config.identity.hostedLogin !== 'redirect' && !asksAnew(asked) && refreshToken !== null) {
          const entered = await enterSilently(visitor, refreshToken, parts);
          if (entered) {
            await door.enter(entered.sessionId, entered.grant);
            return reply.redirect(next(), { cookies: [...cookies, ...refreshCookie(config, entered.cookie)] });
          }
        }
        const { url, state } = beginHostedLogin(asked, parts);
        // The provider's pages remember where they themselves go on.
        return reply.redirect(url, { status: 302, cookies: [...cookies, ...kept(textOf({ state, target: door.target }))] });
      },
    }),
    definePage({
      method: 'get', path: hostedCallback, access: 'public', query: hostedAnswer,
      async handle({ query }, context) {
        const begun = begunOf(context.cookie(cookieName));
        if (!begun) return fromNowhere(context, target);
        const { door, visitor } = context;
        try {
          const { sessionId, grant } = await finishHostedLogin(visitor, { answer: query, begun }, parts);
          await door.enter(sessionId, grant);
          door.setTarget(begun.target);
          return reply.redirect(target.otherSite(context) === null ? authenticatedUrl : openPath, { cookies: kept(null) });
        } catch (error) {
          if (!(error instanceof Failure) || error.status >= 500 || error.status === 429) throw error;
          if (begun.target !== null) door.setTarget(begun.target);
          const again = ledPage(context, {
            tone: 'warning', title: 'signUp.externalTitle', says: query.error === 'access_denied' ? 'oauth.ownDenied' : 'oauth.ownFailed', to: `${hostedLoginPath}?prompt=login`, label: 'signUp.toSignIn', status: 401,
          });
          return { ...again, cookies: kept(null) };
        }
      },
    }),
  ];
}
