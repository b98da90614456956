import { OpenPage } from '../../../../views/identity/open-page';
import { definePage, reply, type Context, type Route } from '../../../platform/http/define-route';
import { firstWay } from '../../policies/strategies/strategies.rules';
import { enterByPasskey, passkeyForm } from '../../protocols/passkey/passkey-entry';
import { ssoCookieName, ssoStep } from '../../protocols/sso/sso-step';
import { beginSso, ssoWays } from '../../ways-in/begin-sso';
import { authenticatedUrl } from '../../ways-in/browser/destination.rules';
import { openPath, returnTarget } from '../../ways-in/browser/return-target';
import { admittedRedirect } from '../../ways-in/browser/signed-in';
import type { ArrivalParts } from '../../ways-in/ways-in';
import { joinPath } from './join.routes';
import { emailForm, linkQuery, loginBoxQuery, passwordForm } from './login-box.contract';
import { noticeOf } from './notices';
import { secretSteps } from './secret-steps';
import {
  loginPath,
  passkeyStepPath,
  passwordStep,
  preLoginStep,
  quickStep,
  stepPaths,
  troubleOf,
  type Trouble,
} from './step-pages';

/** The login box: the sign-in for front ends of the identity API, which asks for the name first and goes on by how people sign in here. */
export function loginBoxRoutes(parts: ArrivalParts): Route[] {
  const target = returnTarget(parts);
  const steps = secretSteps(parts);
  const way = firstWay(parts.config.identity.authStrategy);
  const byPhone = way === 'smsCode';

  const begin = (
    context: Context<'public'>,
    step: { name?: string | undefined; trouble: Trouble; flow?: string | undefined },
  ) =>
    preLoginStep(context, {
      ...step,
      way,
      signUp: parts.config.identity.signUps,
      registers: step.flow === 'registerQuickLogin',
    });

  /** Old and published names of pages that stand elsewhere. */
  const movedTo = (path: `/${string}`, to: string) =>
    definePage({ method: 'get', path, access: 'public', walk: [], handle: () => reply.redirect(to) });

  /** The same of a page that a mailed link leads to. */
  const linkMovedTo = (path: `/${string}`, to: string) =>
    definePage({
      method: 'get',
      path,
      access: 'public',
      walk: [],
      query: linkQuery,
      handle({ query: { token, userId } }) {
        const kept = new URLSearchParams(
          Object.entries({ token, userId }).filter((entry): entry is [string, string] => entry[1] !== undefined),
        );
        return reply.redirect(`${to}?${kept}`);
      },
    });

  return [
    definePage({
      method: 'get',
      path: loginPath,
      access: 'public',
      query: loginBoxQuery,
      handle({ query }, context) {
        const { invitationToken } = query;
        const wanted =
          invitationToken === undefined ? query.redirectUrl : `${joinPath}?${new URLSearchParams({ invitationToken })}`;
        const cookies = target.remember(context, wanted);
        const registers = query.flow === 'registerQuickLogin';
        // Whoever wants to be known here goes through the sign-in once more.
        if (context.actor && !(registers && byPhone))
          return reply.redirect(cookies.length > 0 ? openPath : target.next(context), { cookies });
        const [notice, known] = [noticeOf(query), context.door.rememberedName];
        if (byPhone && known !== null && !registers && !query.other)
          return { ...quickStep(context, { name: known, notice }), cookies };
        return {
          ...preLoginStep(context, {
            name: query.loginHint,
            notice,
            way,
            registers,
            signUp: parts.config.identity.signUps,
          }),
          cookies,
        };
      },
    }),
    definePage({
      method: 'post',
      path: loginPath,
      access: 'public',
      wayIn: ssoWays,
      body: emailForm,
      async handle({ body: { email: name, flow, recaptchaToken } }, context) {
        const begun = await beginSso(context, { email: name, browserSecret: context.cookie(ssoCookieName) }, parts);
        if (begun) return ssoStep(context, parts, begun);
        if (way === 'password') return passwordStep(context, { name });
        if (way === null) return begin(context, { name, trouble: { code: 'identity.wayClosed', status: 403 } });
        return steps.send(context, { way, name, recaptchaToken, remember: flow === 'registerQuickLogin' });
      },
      again: (failure, { email: name, flow }, context) =>
        begin(context, { name, flow, trouble: troubleOf(failure, 'errors.required') }),
    }),
    definePage({
      method: 'post',
      path: `${loginPath}/password`,
      access: 'public',
      wayIn: 'password',
      body: passwordForm,
      async handle({ body }, context) {
        const admission = await parts.waysIn.password.enter(context, { ...body, username: body.email });
        return admittedRedirect(parts, context, { admission, to: target.next(context) });
      },
      again: (failure, typed, context) =>
        passwordStep(context, { name: typed.email, trouble: troubleOf(failure, 'login.invalidUsernameOrPassword') }),
    }),
    definePage({
      method: 'post',
      path: passkeyStepPath,
      access: 'public',
      wayIn: 'passkey',
      body: passkeyForm,
      handle: ({ body: given }, context) => enterByPasskey(context, parts, { given, to: target.next(context) }),
      again: (failure, _typed, context) => begin(context, { trouble: troubleOf(failure, 'identity.passkeyRefused') }),
    }),
    ...steps.routes({ refused: begin }),
    definePage({
      method: 'get',
      path: openPath,
      access: 'public',
      walk: [],
      handle(_input, context) {
        if (!context.actor) return reply.redirect(loginPath);
        const url = target.otherSite(context);
        if (url === null) return reply.redirect(authenticatedUrl);
        const page = reply.page(<OpenPage t={context.t} url={url} />, {
          title: context.t('login.openTitle'),
          layout: 'bare',
        });
        return { ...page, headers: { Refresh: `0; url=${url}` }, cookies: target.forget() };
      },
    }),
    // A step that is opened anew has lost what was typed before it.
    ...(
      [
        `${loginPath}/password`,
        passkeyStepPath,
        ...Object.values(stepPaths).flatMap((paths) => Object.values(paths)),
      ] as `/${string}`[]
    ).map((path) => movedTo(path, loginPath)),
    movedTo('/account', authenticatedUrl),
    movedTo('/account/logout', '/logout'),
    movedTo('/account/forget-password', '/forgot-password'),
    linkMovedTo('/account/reset-password', '/password-reset'),
  ];
}
