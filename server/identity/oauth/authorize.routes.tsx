import { z } from 'zod';
import { SignInAgainPage } from '../../../views/identity/oauth/sign-in-again-page';
import { fail } from '../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../platform/http/define-route';
import { ledPage } from '../login-box/way-on';
import type { IdentityParts } from '../parts';
import { clearBrowser } from '../tokens/token.routes';
import { cookieOptions } from '../wire/signed-in';
import { beginAuthorization, findOpen, finishAuthorization, type AtBrowser, type Step } from './authorize.service';
import { findClient } from './oauth-client';
import { authorizeQuery, postLoginBody, preLoginQuery } from './oauth.contract';
import { oauthCall } from './oauth-surface';
import { refused } from './oauth-refusal';
import { requestSeconds } from './oauth.rules';

/** What a browser keeps while somebody signs in for a client: a code is given in this browser alone. */
const cookieName = 'tare-oauth';
export const preLoginPath = '/oauth/prelogin';
const finishPath = '/oauth/postlogin/redirect';

const withState = (path: string, state: string) => `${path}?${new URLSearchParams({ state })}`;

/** Clients know this status from the published protocol. */
const found = (to: string, more: Pick<Reply, 'cookies'> = {}): Reply => reply.redirect(to, { status: 302, ...more });

/** Sign-in for clients: what they ask, and the pages between that and their code. */
export function authorizeRoutes(parts: IdentityParts): Route[] {
  const at = ({ door, cookie }: Pick<Context<'public'>, 'door' | 'cookie'>): AtBrowser => ({ sessionId: door.sessionId, browserSecret: cookie(cookieName) });
  const begun = (step: Step): Reply => (step.to === 'client' ? found(step.url)
    : found(withState(preLoginPath, step.state), { cookies: [{ name: cookieName, value: step.browserSecret, options: { ...cookieOptions(parts.config), maxAge: requestSeconds * 1000 } }] }));

  async function open(context: Context<'public'>, state: string) {
    const opened = await findOpen(context.visitor, { state, at: at(context) });
    if (!opened) throw fail.badRequest('oauth.over');
    return opened;
  }

  return [
    oauthCall({
      method: 'get', path: '/oauth/authorize', access: 'public', summary: 'Signs somebody in for a client, which gets a code.',
      query: authorizeQuery,
      handle: async ({ query }, context) => begun(await beginAuthorization(context.visitor, { ask: query, at: at(context) }, parts)),
    }),
    definePage({
      method: 'get', path: preLoginPath, access: 'public', walk: [], query: preLoginQuery,
      async handle({ query: { state } }, context) {
        const { request, demand } = await open(context, state);
        const here = withState(preLoginPath, state);
        if (demand === null) {
          // A page in between: browsers let no form lead to another site, and a sign-in was one.
          return ledPage(context, { tone: 'info', title: 'oauth.onTitle', says: 'oauth.on', to: withState(finishPath, state), label: 'oauth.onNow', seconds: 0 });
        }
        if (demand === 'anew') {
          const client = await findClient(context.db, parts.config, request.clientId);
          return reply.page(<SignInAgainPage t={context.t} action={here} client={client?.name ?? ''} person={context.actor?.fullName ?? ''} />, { title: context.t('oauth.againTitle'), layout: 'bare' });
        }
        context.door.setTarget(here);
        if (demand === 'stepUp') return reply.redirect('/account/step-up');
        return reply.redirect(request.loginHint === null ? '/account/login' : `/account/login?${new URLSearchParams({ loginHint: request.loginHint })}`);
      },
    }),
    definePage({
      method: 'post', path: preLoginPath, access: 'public', query: preLoginQuery, body: z.strictObject({}),
      async handle({ query: { state } }, context) {
        await open(context, state);
        const cookies = await clearBrowser(parts, context);
        context.door.setTarget(withState(preLoginPath, state));
        return reply.redirect('/account/login', { cookies });
      },
    }),
    oauthCall({
      method: 'post', path: '/oauth/postlogin', access: 'public', summary: 'Ends the sign-in for a client by the token that it gave, and says where to go on.',
      body: postLoginBody,
      async handle({ body: { state, token } }, context) {
        const { visitor, now } = context;
        const person = await parts.tokens.findBearer(token, now);
        // The code is for whoever signed in here, not for whoever a token of somewhere else stands for.
        if (!person || person.sessionId !== context.door.sessionId) {
          throw await refused(visitor, { error: 'invalid_request', reason: 'otherSession' }, parts);
        }
        const { url } = await finishAuthorization(visitor, { state, at: at(context) }, parts);
        return reply.json({ redirectUrl: url });
      },
    }),
    oauthCall({
      method: 'get', path: finishPath, access: 'public', summary: 'Ends the sign-in for a client, and goes back to it.',
      query: preLoginQuery,
      async handle({ query: { state } }, context) {
        const opened = await findOpen(context.visitor, { state, at: at(context) });
        if (opened && opened.demand !== null) return found(withState(preLoginPath, state));
        return found((await finishAuthorization(context.visitor, { state, at: at(context) }, parts)).url);
      },
    }),
  ];
}
