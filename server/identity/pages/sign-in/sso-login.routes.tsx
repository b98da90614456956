import { SsoLoginPage, SsoNotSetUpPage } from '../../../../views/identity/sso-login-page';
import { Failure } from '../../../platform/errors';
import {
  defineCall,
  definePage,
  reply,
  type Context,
  type Reply,
  type Route,
} from '../../../platform/http/define-route';
import { sentence, type MessageKey } from '../../../platform/i18n/messages';
import { isProviderAlone } from '../../policies/providers/provider-entry';
import { enterByPasskey, passkeyForm } from '../../protocols/passkey/passkey-entry';
import { ssoCookie, ssoCookieName, ssoStep } from '../../protocols/sso/sso-step';
import { zendeskTarget } from '../../protocols/zendesk/zendesk.rules';
import { ssoWays } from '../../ways-in/begin-sso';
import { returnTarget } from '../../ways-in/browser/return-target';
import type { ArrivalParts } from '../../ways-in/ways-in';
import {
  mobileAttempt,
  preflightAnswer,
  ssoAnswer,
  ssoLoginCall,
  ssoLoginForm,
  ssoLoginQuery,
  ssoPreflightQuery,
} from './sso-login.contract';
import { isSsoHost, offersPasskey, ssoLoginPath, ssoPasskeyPath } from './sso-login.rules';
import { beginSsoLogin, lookUpSso } from './sso-login.service';
import { troubleOf } from './step-pages';

interface LoginView {
  email?: string | undefined;
  error?: MessageKey;
  params?: Record<string, string | number> | undefined;
  status?: number;
}

/** What stays in the form is what was typed; before that, a name that this browser remembers and that is an address. */
async function loginPage(
  { t, db, door, resources: { config } }: Context<'public'>,
  { email: typed, error, params, status }: LoginView,
): Promise<Reply> {
  const remembered = door.rememberedName?.includes('@') ? door.rememberedName : '';
  const email = typed ?? remembered;
  const passkey = offersPasskey({
    strategy: config.identity.authStrategy,
    providerAlone: await isProviderAlone(db, email),
  })
    ? ssoPasskeyPath
    : null;
  return reply.page(
    <SsoLoginPage t={t} email={email} passkey={passkey} error={error ? sentence(t, error, params) : undefined} />,
    { title: t('login.ssoTitle'), sentence: t('login.ssoLead'), layout: 'bare', status },
  );
}

/** The sign-in of people whose organization has a provider of its own: the product's login where its address says so. */
export function ssoLoginRoutes(parts: ArrivalParts): Route[] {
  const target = returnTarget(parts);
  const { publicUrl } = parts.config;

  /** Elsewhere than where it is set up; where that is, is said. */
  const notSetUp = ({ t }: Context<'public'>, status: number): Reply =>
    reply.page(
      <SsoNotSetUpPage
        t={t}
        elsewhere={isSsoHost(parts.config, new URL(publicUrl).hostname) ? `${publicUrl}${ssoLoginPath}` : null}
      />,
      { title: t('login.ssoTitle'), layout: 'bare', status },
    );

  async function begin(email: string, context: Context<'public'>): Promise<Reply> {
    try {
      const begun = await beginSsoLogin(
        context,
        { email, host: context.host, browserSecret: context.cookie(ssoCookieName) },
        parts,
      );
      return ssoStep(context, parts, begun);
    } catch (error) {
      const failure = error instanceof Failure ? error : null;
      if (failure && failure.status < 500 && failure.status !== 404) throw failure;
      // An address that nobody serves, or a failure of our own: the form comes back with what was typed (specification, sections 4 and 7).
      if (!failure) context.log.error({ err: error }, 'a sign-in by a provider could not begin');
      return loginPage(context, { email, error: 'login.ssoError', status: failure?.status === 404 ? 422 : 500 });
    }
  }

  return [
    definePage({
      method: 'get',
      path: ssoLoginPath,
      access: 'public',
      query: ssoLoginQuery,
      handle({ query: { email, zendeskRedirect } }, context) {
        const handOff = zendeskTarget(parts.config, zendeskRedirect);
        if (context.actor) return reply.redirect(handOff ?? target.next(context));
        if (handOff !== null) context.door.setTarget(handOff);
        return isSsoHost(parts.config, context.host) ? loginPage(context, { email }) : notSetUp(context, 200);
      },
    }),
    definePage({
      method: 'post',
      path: ssoLoginPath,
      access: 'public',
      wayIn: ssoWays,
      body: ssoLoginForm,
      handle: ({ body }, context) =>
        isSsoHost(parts.config, context.host) ? begin(body.email, context) : notSetUp(context, 404),
      again: ({ code, status, options: { params } }, { email }, context) =>
        loginPage(context, {
          email,
          error: code === 'errors.badRequest' ? (email?.trim() ? 'login.ssoError' : 'login.ssoEmailNeeded') : code,
          params,
          status: status === 429 ? 429 : 422,
        }),
    }),
    definePage({
      method: 'post',
      path: ssoPasskeyPath,
      access: 'public',
      wayIn: 'passkey',
      body: passkeyForm,
      handle: ({ body: given }, context) =>
        isSsoHost(parts.config, context.host)
          ? enterByPasskey(context, parts, { given, to: target.next(context) })
          : notSetUp(context, 404),
      again: (failure, _typed, context) => {
        const { code: error, params, status } = troubleOf(failure, 'identity.passkeyRefused');
        return loginPage(context, { error, params, status });
      },
    }),
    // A page that answered the form has its address.
    definePage({
      method: 'get',
      path: ssoPasskeyPath,
      access: 'public',
      walk: [],
      handle: () => reply.redirect(ssoLoginPath),
    }),

    defineCall({
      method: 'post',
      path: '/auth/sso/login',
      access: 'public',
      wayIn: ssoWays,
      formToo: true,
      summary:
        'Where somebody of this address is to sign in, if their organization has a provider. This browser is then known by a cookie when the provider answers.',
      body: ssoLoginCall,
      answer: ssoAnswer,
      async handle({ body: { email } }, context) {
        const { address, idpType, browserSecret } = await beginSsoLogin(
          context,
          { email, host: context.host, browserSecret: context.cookie(ssoCookieName) },
          parts,
        );
        return reply.json({ address, idpType }, 200, { cookies: ssoCookie(parts.config, browserSecret) });
      },
    }),
    defineCall({
      method: 'get',
      path: '/auth/sso/preflight',
      access: 'public',
      summary:
        'Whether people of this address’s domain sign in by their organization, by which protocol, and which kind of installation this host is.',
      query: ssoPreflightQuery,
      answer: preflightAnswer,
      handle: async ({ query: { loginName } }, { visitor, host }) =>
        reply.json({ available: true, ...(await lookUpSso(visitor, { email: loginName, host }, parts)) }),
    }),
    defineCall({
      method: 'post',
      path: '/auth/sso/mobileSignInAttempt',
      access: 'public',
      formToo: true,
      summary:
        'The page of this server at which somebody of this address begins, in the browser that an app opens it in: that one, and no other, is let in.',
      body: mobileAttempt,
      answer: ssoAnswer,
      async handle({ body: { userEmail } }, { visitor, host }) {
        const { idpType } = await lookUpSso(visitor, { email: userEmail, host }, parts);
        return reply.json({
          address: `${publicUrl}${ssoLoginPath}?${new URLSearchParams({ email: userEmail })}`,
          idpType,
        });
      },
    }),
  ];
}
