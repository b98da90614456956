import { z } from 'zod';
import { ForgotPasswordPage } from '../../../views/identity/forgot-password-page';
import { LinkUsedUpPage } from '../../../views/identity/link-used-up-page';
import { NewPasswordPage } from '../../../views/identity/new-password-page';
import type { Failure } from '../../platform/errors';
import { definePage, defineCall, reply, type Context, type Route } from '../../platform/http/define-route';
import { sentence } from '../../platform/i18n/messages';
import type { IdentityPorts } from '../ports';
import { forgotPasswordForm, newPasswordForm, passwordLength } from './password.contract';
import { findTokenUser, pathOf, type Purpose } from './password-link';
import { requestReset, resetForced, setPasswordByLink } from './password-reset.service';
import { afterSignIn } from '../sign-in/sign-in.rules';
import { signOut } from '../sign-in/sign-in.service';

const tokenQuery = z.object({ token: z.string().max(200).default('') });

function fieldErrors(failure: Failure, { t }: Context<'public'>): Record<string, string> {
  return Object.fromEntries((failure.options.fields ?? []).map(({ field, code, params }) => [field, sentence(t, code, params)]));
}

function forgotPage({ t }: Context<'public'>, view: { email?: string; error?: string; sent?: boolean; status?: number }) {
  return reply.page(<ForgotPasswordPage t={t} email={view.email ?? ''} error={view.error} sent={view.sent ?? false} />, {
    title: t('password.forgotTitle'),
    sentence: view.sent ? undefined : t('password.forgotLead'),
    layout: 'bare',
    status: view.status,
  });
}

interface NewPasswordView {
  why: Purpose | 'FORCED';
  action: string;
  token?: string;
  errors?: Record<string, string>;
  status?: number;
}

const leads = { RESET: 'password.resetLead', ACTIVATION: 'password.activateLead', FORCED: 'password.forcedLead' } as const;

function newPasswordPage({ t }: Context<'public'>, { status, why, ...view }: NewPasswordView) {
  const { min } = passwordLength;
  return reply.page(<NewPasswordPage t={t} {...view} first={why === 'ACTIVATION'} length={passwordLength} />, {
    title: t(why === 'ACTIVATION' ? 'password.activateTitle' : 'password.resetTitle'),
    sentence: t(leads[why], { min }),
    layout: 'bare',
    status,
  });
}

/** Links for a new password and for a first one lead to the same form under two addresses. */
function passwordLink(purpose: Purpose, ports: IdentityPorts): Route[] {
  const path = pathOf[purpose];
  return [
    definePage({
      method: 'get',
      path,
      access: 'public',
      walk: [`${path}?token=none`],
      query: tokenQuery,
      async handle({ query }, context) {
        const userId = await findTokenUser(ports.db, { token: query.token, purpose, now: context.now });
        if (userId !== null) return newPasswordPage(context, { why: purpose, action: path, token: query.token });
        return reply.page(<LinkUsedUpPage t={context.t} />, { title: context.t('password.linkUsedUpTitle'), layout: 'bare', status: 410 });
      },
    }),
    definePage({
      method: 'post',
      path,
      access: 'public',
      body: newPasswordForm,
      async handle({ body }, context) {
        const { visitor, door } = context;
        const sessionId = await setPasswordByLink(visitor, { token: body.token ?? '', purpose, password: body.password }, ports);
        if (sessionId === null) return reply.redirect('/login?reset=1');
        // Whoever was signed in here before leaves.
        if (door.sessionId) await signOut(visitor, door.sessionId);
        await door.enter(sessionId);
        return reply.redirect(afterSignIn);
      },
      again(failure, typed, context) {
        if (failure.code === 'password.linkUsedUp') {
          return reply.page(<LinkUsedUpPage t={context.t} />, { title: context.t('password.linkUsedUpTitle'), layout: 'bare', status: 410 });
        }
        return newPasswordPage(context, { why: purpose, action: path, token: typed.token, errors: fieldErrors(failure, context), status: 422 });
      },
    }),
  ];
}

export function passwordRoutes(ports: IdentityPorts): Route[] {
  return [
    definePage({ method: 'get', path: '/forgot-password', access: 'public', handle: (_input, context) => forgotPage(context, {}) }),
    definePage({
      method: 'post',
      path: '/forgot-password',
      access: 'public',
      body: forgotPasswordForm,
      async handle({ body }, context) {
        await requestReset(context.visitor, body, ports);
        return forgotPage(context, { sent: true });
      },
      again: (failure, typed, context) =>
        forgotPage(context, {
          email: typed.email,
          error: failure.status === 429 ? sentence(context.t, failure.code, failure.options.params) : context.t('password.invalidEmail'),
          status: failure.status === 429 ? 429 : 422,
        }),
    }),
    defineCall({
      method: 'post',
      path: '/auth/password-reset',
      access: 'public',
      summary: 'Mails a link that sets a new password, if the address belongs to an account.',
      body: forgotPasswordForm,
      answerType: 'none',
      handle: ({ body }, context) => reply.empty(requestReset(context.visitor, body, ports)),
    }),
    ...passwordLink('RESET', ports),
    ...passwordLink('ACTIVATION', ports),
    definePage({
      method: 'get',
      path: '/password-reset/force',
      access: 'signed-in',
      walk: [],
      early: true,
      handle: (_input, context) =>
        context.waits.passwordReset ? newPasswordPage(context, { why: 'FORCED', action: '/password-reset/force' }) : reply.redirect('/home'),
    }),
    definePage({
      method: 'post',
      path: '/password-reset/force',
      access: 'signed-in',
      early: true,
      body: newPasswordForm,
      async handle({ body }, context) {
        if (!context.waits.passwordReset) return reply.redirect('/home');
        await context.door.enter(await resetForced(context.acting, { password: body.password, ip: context.visitor.ip, userAgent: context.visitor.userAgent }));
        return reply.redirect('/home');
      },
      again: (failure, _typed, context) =>
        newPasswordPage(context, { why: 'FORCED', action: '/password-reset/force', errors: fieldErrors(failure, context), status: 422 }),
    }),
  ];
}
