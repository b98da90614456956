import { z } from 'zod';
import { ConsentPage } from '../../../../views/identity/oauth/consent-page';
import { SignInAgainPage } from '../../../../views/identity/oauth/sign-in-again-page';
import { fail } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import type { IdentityParts } from '../../parts';
import type { SignedIn } from '../../ports';
import { cookieOptions } from '../../ways-in/browser/signed-in';
import { ledPage } from '../../ways-in/browser/way-on';
import { clearBrowser } from '../sessions/token.routes';
import type { OpenRequest } from './authorization.store';
import {
  answerConsent,
  beginAuthorization,
  findOpen,
  finishAuthorization,
  shownTo,
  type AtBrowser,
  type Step,
} from './authorize.service';
import { findClient } from './oauth-client';
import { refused } from './oauth-refusal';
import { oauthCall } from './oauth-surface';
import { authorizeQuery, consentForm, postLoginBody, preLoginQuery } from './oauth.contract';
import { requestSeconds } from './oauth.rules';

/** What a browser keeps while somebody signs in for a client: a code is given in this browser alone. */
const cookieName = 'tare-oauth';
const preLoginPath = '/oauth/prelogin';
const consentPath = '/oauth/consent';
const finishPath = '/oauth/postlogin/redirect';

const withState = (path: string, state: string) => `${path}?${new URLSearchParams({ state })}`;

/** Clients know this status from the published protocol. */
const found = (to: string, more: Pick<Reply, 'cookies'> = {}): Reply => reply.redirect(to, { status: 302, ...more });

/** Sign-in for clients: what they ask, and the pages between that and their code. */
export function authorizeRoutes(parts: IdentityParts): Route[] {
  const at = ({ door, cookie }: Pick<Context<'public'>, 'door' | 'cookie'>): AtBrowser => ({
    sessionId: door.sessionId,
    browserSecret: cookie(cookieName),
  });
  const begun = (step: Step): Reply =>
    step.to === 'client'
      ? found(step.url)
      : found(withState(preLoginPath, step.state), {
          cookies: [
            {
              name: cookieName,
              value: step.browserSecret,
              options: { ...cookieOptions(parts.config), maxAge: requestSeconds * 1000 },
            },
          ],
        });

  async function open(context: Context<'public'>, state: string) {
    const opened = await findOpen(context.visitor, { state, at: at(context) }, parts);
    if (!opened) throw fail.badRequest('oauth.over');
    return opened;
  }

  async function consentPage(
    context: Context<'public'>,
    state: string,
    { request: { clientId, redirectUri, scope }, asked }: { request: OpenRequest; asked: SignedIn },
  ): Promise<Reply> {
    const { t, db } = context;
    const client = await findClient(db, parts.config, clientId);
    if (!client) throw fail.badRequest('oauth.over');
    const view = (
      <ConsentPage
        t={t}
        action={withState(consentPath, state)}
        client={client.name}
        person={asked.email}
        tenant={asked.tenantName}
        scopes={scope.split(' ')}
        shown={shownTo(asked)}
        backTo={new URL(redirectUri).host || new URL(redirectUri).protocol}
      />
    );
    return reply.page(view, { title: t('oauth.consentTitle', { client: client.name }), layout: 'bare' });
  }

  return [
    oauthCall({
      method: 'get',
      path: '/oauth/authorize',
      access: 'public',
      summary: 'Signs somebody in for a client, which gets a code.',
      query: authorizeQuery,
      handle: async ({ query }, context) =>
        begun(await beginAuthorization(context.visitor, { ask: query, at: at(context) }, parts)),
    }),
    definePage({
      method: 'get',
      path: preLoginPath,
      access: 'public',
      walk: [],
      query: preLoginQuery,
      async handle({ query: { state } }, context) {
        const { request, demand, asked } = await open(context, state);
        const here = withState(preLoginPath, state);
        if (asked) return consentPage(context, state, { request, asked });
        if (demand === null || demand === 'unmet' || demand === 'consent') {
          // A page in between: browsers let no form lead to another site, and a sign-in was one.
          return ledPage(context, {
            tone: 'info',
            title: 'oauth.onTitle',
            says: 'oauth.on',
            to: withState(finishPath, state),
            label: 'oauth.onNow',
            seconds: 0,
          });
        }
        if (demand === 'anew') {
          const client = await findClient(context.db, parts.config, request.clientId);
          return reply.page(
            <SignInAgainPage
              t={context.t}
              action={here}
              client={client?.name ?? ''}
              person={context.actor?.fullName ?? ''}
            />,
            { title: context.t('oauth.againTitle'), layout: 'bare' },
          );
        }
        context.door.setTarget(here);
        if (demand === 'stepUp') return reply.redirect('/account/step-up');
        return reply.redirect(
          request.loginHint === null
            ? '/account/login'
            : `/account/login?${new URLSearchParams({ loginHint: request.loginHint })}`,
        );
      },
    }),
    definePage({
      method: 'post',
      path: preLoginPath,
      access: 'public',
      query: preLoginQuery,
      body: z.strictObject({}),
      async handle({ query: { state } }, context) {
        await open(context, state);
        const cookies = await clearBrowser(parts, context);
        context.door.setTarget(withState(preLoginPath, state));
        return reply.redirect('/account/login', { cookies });
      },
    }),
    definePage({
      method: 'post',
      path: consentPath,
      access: 'public',
      query: preLoginQuery,
      body: consentForm,
      async handle({ query: { state }, body: { answer, shown } }, context) {
        await answerConsent(context.visitor, { state, at: at(context), agreed: answer === 'allow', shown }, parts);
        return reply.redirect(withState(preLoginPath, state));
      },
    }),
    definePage({
      method: 'get',
      path: consentPath,
      access: 'public',
      walk: [],
      query: preLoginQuery,
      handle: ({ query: { state } }) => reply.redirect(withState(preLoginPath, state)),
    }),
    oauthCall({
      method: 'post',
      path: '/oauth/postlogin',
      access: 'public',
      summary: 'Ends the sign-in for a client by the token that it gave, and says where to go on.',
      body: postLoginBody,
      async handle({ body: { state, token } }, context) {
        const { visitor, now } = context;
        const bearer = await parts.tokens.findBearer(token, now);
        // The code is for whoever signed in here, not for whoever a token of somewhere else, or of another client, stands for.
        if (!bearer || bearer.scopes || bearer.person.sessionId !== context.door.sessionId) {
          throw await refused(visitor, { error: 'invalid_request', reason: 'otherSession' }, parts);
        }
        const { url } = await finishAuthorization(visitor, { state, at: at(context) }, parts);
        return reply.json({ redirectUrl: url });
      },
    }),
    oauthCall({
      method: 'get',
      path: finishPath,
      access: 'public',
      summary: 'Ends the sign-in for a client, and goes back to it.',
      query: preLoginQuery,
      async handle({ query: { state } }, context) {
        const opened = await findOpen(context.visitor, { state, at: at(context) }, parts);
        if (opened && opened.demand !== null && opened.demand !== 'unmet') return found(withState(preLoginPath, state));
        return found((await finishAuthorization(context.visitor, { state, at: at(context) }, parts)).url);
      },
    }),
  ];
}
