import { z } from 'zod';
import { LoginPage } from '../../../../views/identity/login-page';
import { LogoutPage } from '../../../../views/identity/logout-page';
import { definePage, defineCall, reply, type Context, type Route } from '../../../platform/http/define-route';
import { loginUrl } from '../../../platform/http/login-url';
import { isOwnPath } from '../../../platform/http/target-cookie';
import { localeCodes, sentence, type MessageKey } from '../../../platform/i18n/messages';
import { lineOfText } from '../../../platform/text-input';
import { captchaToken } from '../../policies/captcha/captcha.contract';
import { afterSignOut } from '../../policies/lockout/sign-in.rules';
import { isWayOpen } from '../../policies/strategies/strategies.rules';
import { enterByPasskey, passkeyForm } from '../../protocols/passkey/passkey-entry';
import { zendeskTarget } from '../../protocols/zendesk/zendesk.rules';
import { returnTarget } from '../../ways-in/browser/return-target';
import { admittedRedirect, askedBody, enterBrowser, refreshCookie } from '../../ways-in/browser/signed-in';
import { leaveBrowser } from '../../ways-in/password/sign-out';
import { socialChoices } from '../../ways-in/social/social-choices.rules';
import { leavingPage } from '../../ways-in/sso/leaving';
import type { ArrivalParts } from '../../ways-in/ways-in';
import { noticeOf, noticeQuery, type SignInNotice } from './notices';
import { isSsoHost } from './sso-login.rules';
import { troubleOf } from './step-pages';

const signInForm = z.strictObject({
  username: lineOfText(254).min(1),
  password: z.string().min(1).max(1000),
  rememberMe: z.literal('on').optional(),
  /** The language that was chosen on the way to this sign-in. */
  lang: z.enum(localeCodes).optional(),
  recaptchaToken: captchaToken,
});

const signInCall = z.strictObject({
  username: lineOfText(254).min(1),
  password: z.string().min(1).max(1000),
  recaptchaToken: captchaToken,
});

/** The signed-in person as front ends read it. */
const account = z.strictObject({
  userId: z.int(),
  name: z.string(),
  loginName: z.string(),
  emailAddress: z.string(),
  ssoUser: z.boolean(),
  isPasswordResetRequired: z.boolean(),
  privacyPolicyAccepted: z.boolean(),
  organizationId: z.int(),
  organizationName: z.string(),
  locale: z.string(),
  currencyCode: z.string(),
  weightUnitId: z.int(),
  permissions: z.array(z.string()),
});

const passkeyPath = '/login/passkey';

interface LoginView {
  username?: string;
  remember?: boolean;
  lang?: string | undefined;
  error?: MessageKey;
  params?: Record<string, string | number> | undefined;
  notice?: SignInNotice | undefined;
  status?: number;
}

function loginPage(
  { t, door, host, resources: { config } }: Context<'public'>,
  { username, remember, lang, error, params, notice, status }: LoginView,
) {
  const remembered = door.rememberedName;
  return reply.page(
    <LoginPage
      t={t}
      username={username ?? remembered ?? ''}
      remember={remember ?? remembered !== null}
      lang={lang}
      error={error ? sentence(t, error, params) : undefined}
      notice={notice ? t(notice) : undefined}
      captcha={config.captcha}
      signUp={config.identity.signUps}
      sso={isSsoHost(config, host)}
      social={socialChoices(config)}
      passkey={isWayOpen(config.identity.authStrategy, 'passkey') ? passkeyPath : null}
    />,
    { title: t('login.title'), sentence: t('login.lead'), layout: 'bare', status, captcha: true },
  );
}

export function signInRoutes(parts: ArrivalParts): Route[] {
  const target = returnTarget(parts);
  return [
    definePage({
      method: 'get',
      path: '/login',
      access: 'public',
      query: noticeQuery.extend({
        lang: z.enum(localeCodes).optional().catch(undefined),
        zendeskRedirect: z.string().max(2000).optional().catch(undefined),
      }),
      handle({ query: { zendeskRedirect, ...query } }, context) {
        const handOff = zendeskTarget(parts.config, zendeskRedirect);
        if (context.actor) return reply.redirect(handOff ?? target.next(context));
        if (handOff !== null) context.door.setTarget(handOff);
        // Where nobody has a password, its form would lead nowhere.
        if (!isWayOpen(parts.config.identity.authStrategy, 'password'))
          return reply.redirect(`/account/login?${new URLSearchParams(query)}`);
        return loginPage(context, { lang: query.lang, notice: noticeOf(query) });
      },
    }),

    definePage({
      method: 'post',
      path: '/login',
      access: 'public',
      wayIn: 'password',
      body: signInForm,
      async handle({ body }, context) {
        const admission = await parts.waysIn.password.enter(context, { ...body, locale: body.lang });
        context.door.rememberName(body.rememberMe ? body.username : null);
        return admittedRedirect(parts, context, { admission, to: target.next(context) });
      },
      again: (failure, typed, context) =>
        loginPage(context, {
          username: typed.username,
          remember: typed.rememberMe === 'on',
          lang: typed.lang,
          error: failure.code === 'errors.badRequest' ? 'login.invalidUsernameOrPassword' : failure.code,
          params: failure.options.params,
          status: failure.status === 429 ? 429 : 422,
        }),
    }),

    definePage({
      method: 'post',
      path: passkeyPath,
      access: 'public',
      wayIn: 'passkey',
      body: passkeyForm,
      handle: ({ body: given }, context) => enterByPasskey(context, parts, { given, to: target.next(context) }),
      again: (failure, { lang }, context) => {
        const { code: error, params, status } = troubleOf(failure, 'identity.passkeyRefused');
        return loginPage(context, { lang, error, params, status });
      },
    }),

    // A page that answered the form has its address.
    definePage({
      method: 'get',
      path: passkeyPath,
      access: 'public',
      walk: [],
      handle: () => reply.redirect('/login'),
    }),

    definePage({
      method: 'get',
      path: '/logout',
      access: 'public',
      query: z.object({ ended: z.literal('1').optional(), return: z.string().max(2000).optional() }),
      async handle({ query }, context) {
        // Reading an address must not sign anybody out because another site linked to it.
        if (context.actor && !context.ownNavigation)
          return reply.page(<LogoutPage t={context.t} ask />, {
            title: context.t('login.confirmTitle'),
            layout: 'bare',
          });
        const { sessionId } = context.door;
        const { bySso } = await leaveBrowser(context);
        const onward = query.ended ? null : await leavingPage(context, parts, sessionId);
        if (onward) return onward;
        if (query.ended) {
          if (query.return && isOwnPath(query.return) && !/^\/log(in|out)\b/.test(query.return))
            context.door.setTarget(query.return);
          return reply.redirect(
            parts.config.identity.hostedLogin === 'off' ? '/login?ended=1' : loginUrl(parts.config),
          );
        }
        return reply.page(
          <LogoutPage
            t={context.t}
            bySso={bySso}
            ssoHere={isSsoHost(parts.config, context.host)}
            signInAt={loginUrl(parts.config)}
          />,
          { title: context.t('login.signedOutTitle'), layout: 'bare' },
        );
      },
    }),

    definePage({
      method: 'post',
      path: '/logout',
      access: 'public',
      body: z.object({}),
      async handle(_input, context) {
        const { sessionId } = context.door;
        const { bySso } = await leaveBrowser(context);
        const cookies = refreshCookie(parts.config, null);
        const onward = await leavingPage(context, parts, sessionId);
        return onward
          ? { ...onward, cookies }
          : reply.redirect(afterSignOut(bySso === true, loginUrl(parts.config)), { cookies });
      },
    }),

    defineCall({
      method: 'post',
      path: '/auth/login',
      access: 'public',
      wayIn: 'password',
      summary: 'Signs in with a user name and a password and sets the session cookie.',
      body: signInCall,
      answerType: 'none',
      async handle({ body }, context) {
        const admission = await parts.waysIn.password.enter(context, body);
        if (admission.kind !== 'session') return reply.json(askedBody(parts, admission));
        const { cookies } = await enterBrowser(parts, context, admission.sessionId);
        return reply.empty(undefined, { cookies });
      },
    }),

    defineCall({
      method: 'post',
      path: '/auth/logout',
      access: 'public',
      summary: 'Ends the session of this browser.',
      answerType: 'none',
      handle: async (_input, context) =>
        reply.empty(
          leaveBrowser(context).then(() => undefined),
          { cookies: refreshCookie(parts.config, null) },
        ),
    }),

    defineCall({
      method: 'get',
      path: '/user',
      access: 'signed-in',
      opens: { programs: true },
      early: true,
      summary: 'The person who is signed in, with their organization and permissions.',
      answer: account,
      handle: (_input, { actor, waits }) =>
        reply.json({
          userId: actor.userId,
          name: actor.fullName,
          loginName: actor.login,
          emailAddress: actor.email,
          ssoUser: actor.ssoUser,
          isPasswordResetRequired: waits.passwordReset,
          privacyPolicyAccepted: !waits.privacy,
          organizationId: actor.organisation.id,
          organizationName: actor.organisation.name,
          locale: actor.locale,
          currencyCode: actor.organisation.currency,
          weightUnitId: actor.unit.id,
          permissions: [...actor.permissions].sort(),
        }),
    }),
  ];
}
