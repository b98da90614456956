import { ConfirmLinkPage } from '../../../../views/identity/confirm-link-page';
import { MailedLinkPage } from '../../../../views/identity/mailed-link-page';
import { WayOnPage } from '../../../../views/identity/way-on-page';
import type { Failure } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { sentence } from '../../../platform/i18n/messages';
import { pathOf } from '../../core/passwords/password-link';
import { leaveSessions } from '../../protocols/sessions/token.routes';
import { returnTarget } from '../../ways-in/browser/return-target';
import { admittedRedirect } from '../../ways-in/browser/signed-in';
import { forgotPasswordForm } from '../../ways-in/password/password.contract';
import { invitationForm, linkBody } from '../../ways-in/sign-up/account-life.contract';
import { mustSetPassword, resendActivation } from '../../ways-in/sign-up/activation.service';
import type { ArrivalParts } from '../../ways-in/ways-in';
import { linkQuery } from './login-box.contract';

export const activationPath = { page: '/account/activate', resend: '/account/activate/resend' } as const;

/** Seconds that somebody reads that it worked. */
const successSeconds = 1;

/** The steps of an activation. Where it takes a password, the product's page asks for it. */
export function activationRoutes(parts: ArrivalParts): Route[] {
  const { page: path, resend } = activationPath;

  function resendPage(
    { t }: Context<'public'>,
    { gone = false, status, ...typed }: { gone?: boolean; status?: number; email?: string | undefined; error?: string },
  ): Reply {
    const notice = gone ? ({ tone: 'warning', says: t('signUp.resendGone') } as const) : undefined;
    const page = <MailedLinkPage t={t} action={resend} label={t('signUp.resend')} notice={notice} {...typed} />;
    return reply.page(page, {
      title: t(gone ? 'identity.linkGoneTitle' : 'signUp.resendTitle'),
      sentence: gone ? undefined : t('signUp.resendLead'),
      layout: 'bare',
      status,
    });
  }

  const again = (failure: Failure, context: Context<'public'>): Reply => {
    const { t } = context;
    if (failure.status === 422 || failure.status === 400) return resendPage(context, { gone: true, status: 410 });
    return reply.page(
      <WayOnPage
        tone="warning"
        says={sentence(t, failure.code, failure.options.params)}
        to="/login"
        label={t('signUp.toSignIn')}
      />,
      { title: t('signUp.activateTitle'), layout: 'bare', status: failure.status },
    );
  };

  return [
    definePage({
      method: 'get',
      path,
      access: 'public',
      query: linkQuery,
      async handle({ query }, context) {
        const { t, visitor } = context;
        if (query.token === undefined && query.userId === undefined) return resendPage(context, {});
        const link = linkBody.safeParse(query);
        // The link without a person: of the product's page, which knows it by its token alone.
        if (!link.success && query.token !== undefined && query.userId === undefined)
          return reply.redirect(`${pathOf.ACTIVATION}?${new URLSearchParams({ token: query.token })}`);
        const asksPassword = link.success ? await mustSetPassword(visitor, link.data, parts).catch(() => null) : null;
        if (!link.success || asksPassword === null) return resendPage(context, { gone: true, status: 410 });
        if (asksPassword)
          return reply.redirect(
            `${pathOf.ACTIVATION}?${new URLSearchParams({ token: link.data.token, userId: link.data.userId })}`,
          );
        return reply.page(<ConfirmLinkPage t={t} action={path} fields={link.data} label={t('signUp.activate')} />, {
          title: t('signUp.activateTitle'),
          sentence: t('signUp.activateLead'),
          layout: 'bare',
        });
      },
    }),
    definePage({
      method: 'post',
      path,
      access: 'public',
      wayIn: 'activation',
      body: invitationForm,
      async handle({ body }, context) {
        const { t } = context;
        const admission = await parts.waysIn.activation.enter(context, body);
        // Whoever was signed in here before leaves.
        await leaveSessions(parts, context);
        const to = returnTarget(parts).next(context);
        const entered = await admittedRedirect(parts, context, { admission, to });
        if (admission.kind === 'factor') return entered;
        const page = reply.page(
          <WayOnPage tone="success" says={t('signUp.active')} to={to} label={t('signUp.goOn')} />,
          { title: t('signUp.activeTitle'), layout: 'bare' },
        );
        return {
          ...page,
          headers: { Refresh: `${successSeconds}; url=${to}` },
          ...(entered.cookies ? { cookies: entered.cookies } : {}),
        };
      },
      again: (failure, _typed, context) => again(failure, context),
    }),
    definePage({
      method: 'post',
      path: resend,
      access: 'public',
      body: forgotPasswordForm,
      async handle({ body }, { visitor, t }) {
        await resendActivation(visitor, body, parts);
        return reply.page(
          <WayOnPage tone="success" says={t('signUp.resent')} to="/login" label={t('signUp.toSignIn')} />,
          { title: t('signUp.doneTitle'), layout: 'bare' },
        );
      },
      again: (failure, { email }, context) => {
        const limited = failure.status === 429;
        return resendPage(context, {
          email,
          error: limited
            ? sentence(context.t, failure.code, failure.options.params)
            : context.t('password.invalidEmail'),
          status: limited ? 429 : 422,
        });
      },
    }),
  ];
}
