import { z } from 'zod';
import { ConfirmLinkPage } from '../../../../views/identity/confirm-link-page';
import { ForgotPasswordPage } from '../../../../views/identity/forgot-password-page';
import { LinkResultPage } from '../../../../views/identity/link-result-page';
import { LinkUsedUpPage } from '../../../../views/identity/link-used-up-page';
import { NewPasswordPage } from '../../../../views/identity/new-password-page';
import type { Failure } from '../../../platform/errors';
import { definePage, defineCall, reply, type Context, type Route } from '../../../platform/http/define-route';
import { sentence } from '../../../platform/i18n/messages';
import { findLogin } from '../../core/accounts/user.store';
import { countTokensOfPerson } from '../../core/api-tokens/api-token.store';
import { findTokenUser, pathOf, usedUp, type Purpose } from '../../core/passwords/password-link';
import { demandsOn } from '../../policies/passwords/password-demands';
import { requirePasswords, takesPasswords } from '../../policies/strategies/passwords-taken';
import { isWayOpen } from '../../policies/strategies/strategies.rules';
import { returnTarget } from '../../ways-in/browser/return-target';
import { admittedRedirect, enterBrowser } from '../../ways-in/browser/signed-in';
import { requestReset, resetForced } from '../../ways-in/password/password-reset.service';
import { forgotPasswordForm, linkToken, newPasswordForm } from '../../ways-in/password/password.contract';
import { signOut } from '../../ways-in/password/sign-in.service';
import type { ArrivalParts } from '../../ways-in/ways-in';

const tokenQuery = z.object({
  token: z.string().max(200).default(''),
  userId: z.string().max(100).optional().catch(undefined),
});

function fieldErrors(failure: Failure, { t }: Context<'public'>): Record<string, string> {
  return Object.fromEntries(
    (failure.options.fields ?? []).map(({ field, code, params }) => [field, sentence(t, code, params)]),
  );
}

function forgotPage(
  {
    t,
    resources: {
      config: { captcha },
    },
  }: Context<'public'>,
  view: { email?: string; error?: string; refused?: string; sent?: boolean; status?: number },
) {
  return reply.page(
    <ForgotPasswordPage
      t={t}
      email={view.email ?? ''}
      error={view.error}
      refused={view.refused}
      captcha={captcha}
      sent={view.sent ?? false}
    />,
    {
      title: t('password.forgotTitle'),
      sentence: view.sent ? undefined : t('password.forgotLead'),
      layout: 'bare',
      status: view.status,
      captcha: !view.sent,
    },
  );
}

interface NewPasswordView {
  why: Purpose | 'FORCED';
  /** Whose password it is; null where the link no longer says so. */
  userId: number | null;
  action: string;
  token?: string;
  errors?: Record<string, string>;
  status?: number;
}

const leads = {
  RESET: 'password.resetLead',
  ACTIVATION: 'password.activateLead',
  FORCED: 'password.forcedLead',
} as const;

async function newPasswordPage(context: Context<'public'>, { status, why, userId, ...view }: NewPasswordView) {
  const { t } = context;
  const { length, rules } = await demandsOn(context, userId);
  const login = userId === null ? null : await findLogin(context.db, userId);
  const tokens = userId === null ? 0 : await countTokensOfPerson(context.db, userId, context.now);
  return reply.page(
    <NewPasswordPage
      t={t}
      {...view}
      first={why === 'ACTIVATION'}
      length={length}
      rules={rules}
      login={login}
      tokens={tokens}
    />,
    {
      title: t(why === 'ACTIVATION' ? 'password.activateTitle' : 'password.resetTitle'),
      sentence: t(leads[why], { min: length.min }),
      layout: 'bare',
      status,
    },
  );
}

const confirmPath = `${pathOf.ACTIVATION}/confirm` as const;

const linkGone = ({ t }: Context<'public'>, { code, status, options }: Failure) =>
  reply.page(<LinkResultPage t={t} tone="warning" says={sentence(t, code, options.params)} />, {
    title: t('identity.linkGoneTitle'),
    layout: 'bare',
    status: code === 'password.linkUsedUp' ? 410 : status,
  });

/** Where passwords are switched off, an account is activated without one. */
const confirmActivation = ({ t }: Context<'public'>, token: string) =>
  reply.page(<ConfirmLinkPage t={t} action={confirmPath} fields={{ token }} label={t('identityNotices.activate')} />, {
    title: t('password.activateTitle'),
    sentence: t('identityNotices.activateLead'),
    layout: 'bare',
  });
/** Where a link is asked for that takes the place of one that is used up. */
const askAgain = { RESET: '/forgot-password', ACTIVATION: '/account/activate' } as const satisfies Record<
  Purpose,
  string
>;

/** Links for a new password and for a first one lead to the same form under two addresses. */
function passwordLink(purpose: Purpose, parts: ArrivalParts): Route[] {
  const path = pathOf[purpose];
  return [
    definePage({
      method: 'get',
      path,
      access: 'public',
      walk: [`${path}?token=none`],
      query: tokenQuery,
      async handle({ query }, context) {
        if (
          purpose === 'ACTIVATION' &&
          query.userId !== undefined &&
          !isWayOpen(parts.config.identity.authStrategy, 'password')
        )
          return reply.redirect(
            `/account/activate?${new URLSearchParams({ token: query.token, userId: query.userId })}`,
          );
        const userId = await findTokenUser(parts.db, { token: query.token, purpose, now: context.now });
        if (!takesPasswords(parts))
          return purpose === 'RESET'
            ? passwordsOffPage(context)
            : userId === null
              ? linkGone(context, usedUp())
              : confirmActivation(context, query.token);
        if (userId !== null)
          return newPasswordPage(context, { why: purpose, userId, action: path, token: query.token });
        return reply.page(<LinkUsedUpPage t={context.t} askAgain={askAgain[purpose]} />, {
          title: context.t('password.linkUsedUpTitle'),
          layout: 'bare',
          status: 410,
        });
      },
    }),
    definePage({
      method: 'post',
      path,
      access: 'public',
      wayIn: 'activation',
      body: newPasswordForm,
      async handle({ body }, context) {
        const { visitor, door } = context;
        const admission = await parts.waysIn.activation.setPassword(context, {
          token: body.token ?? '',
          purpose,
          password: body.password,
          tokensToo: body.endTokens,
        });
        if (admission === null) return reply.redirect('/login?reset=1');
        // Whoever was signed in here before leaves.
        if (door.sessionId) await signOut(visitor, door.sessionId);
        return admittedRedirect(parts, context, { admission, to: returnTarget(parts).next(context) });
      },
      async again(failure, typed, context) {
        if (!takesPasswords(parts)) return passwordsOffPage(context);
        if (failure.code === 'password.linkUsedUp') {
          return reply.page(<LinkUsedUpPage t={context.t} askAgain={askAgain[purpose]} />, {
            title: context.t('password.linkUsedUpTitle'),
            layout: 'bare',
            status: 410,
          });
        }
        const userId = await findTokenUser(parts.db, { token: typed.token ?? '', purpose, now: context.now });
        return newPasswordPage(context, {
          why: purpose,
          userId,
          action: path,
          token: typed.token,
          errors: fieldErrors(failure, context),
          status: 422,
        });
      },
    }),
  ];
}

export function passwordRoutes(parts: ArrivalParts): Route[] {
  return [
    definePage({
      method: 'get',
      path: '/forgot-password',
      access: 'public',
      handle: (_input, context) => (takesPasswords(parts) ? forgotPage(context, {}) : passwordsOffPage(context)),
    }),
    definePage({
      method: 'post',
      path: '/forgot-password',
      access: 'public',
      body: forgotPasswordForm,
      async handle({ body }, context) {
        await requestReset(context.visitor, body, parts);
        return forgotPage(context, { sent: true });
      },
      again: (failure, typed, context) =>
        !takesPasswords(parts)
          ? passwordsOffPage(context)
          : forgotPage(context, {
              email: typed.email,
              ...(failure.code === 'signInChecks.captchaNeeded'
                ? { refused: context.t(failure.code) }
                : {
                    error:
                      failure.status === 429
                        ? sentence(context.t, failure.code, failure.options.params)
                        : context.t('password.invalidEmail'),
                  }),
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
      handle: ({ body }, context) => reply.empty(requestReset(context.visitor, body, parts)),
    }),
    ...passwordLink('RESET', parts),
    ...passwordLink('ACTIVATION', parts),
    definePage({
      method: 'post',
      path: confirmPath,
      access: 'public',
      wayIn: 'activation',
      body: z.strictObject({ token: linkToken }),
      async handle({ body }, context) {
        const { visitor, door } = context;
        const admission = await parts.waysIn.activation.enterByLink(context, body);
        // Whoever was signed in here before leaves.
        if (door.sessionId) await signOut(visitor, door.sessionId);
        return admittedRedirect(parts, context, { admission, to: returnTarget(parts).next(context) });
      },
      again: (failure, _typed, context) => linkGone(context, failure),
    }),
    definePage({
      method: 'get',
      path: '/password-reset/force',
      access: 'signed-in',
      notInClientView: true,
      walk: [],
      early: true,
      handle(_input, context) {
        if (!takesPasswords(parts)) return passwordsOffPage(context);
        return context.waits.passwordReset
          ? newPasswordPage(context, { why: 'FORCED', userId: context.actor.userId, action: '/password-reset/force' })
          : reply.redirect('/home');
      },
    }),
    definePage({
      method: 'post',
      path: '/password-reset/force',
      access: 'signed-in',
      notInClientView: true,
      early: true,
      body: newPasswordForm,
      async handle({ body }, context) {
        const {
          door: { sessionId },
        } = context;
        requirePasswords(parts);
        if (!context.waits.passwordReset || !sessionId) return reply.redirect('/home');
        await resetForced(context.acting, { password: body.password, sessionId, tokensToo: body.endTokens }, parts);
        const { cookies } = await enterBrowser(parts, context, sessionId);
        return reply.redirect('/home', { cookies });
      },
      again: (failure, _typed, context) =>
        takesPasswords(parts)
          ? newPasswordPage(context, {
              why: 'FORCED',
              userId: context.actor.userId,
              action: '/password-reset/force',
              errors: fieldErrors(failure, context),
              status: 422,
            })
          : passwordsOffPage(context),
    }),
  ];
}

/** Stands in the place of every page that sets or asks for a password. */
const passwordsOffPage = ({ t }: Pick<Context<'public'>, 't'>) =>
  reply.page(<LinkResultPage t={t} tone="warning" says={t('identityNotices.passwordsOff')} />, {
    title: t('identityNotices.passwordsOffTitle'),
    layout: 'bare',
    status: 403,
  });
