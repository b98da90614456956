import { ConfirmLinkPage } from '../../../../views/identity/confirm-link-page';
import { LinkResultPage } from '../../../../views/identity/link-result-page';
import { MailedLinkPage } from '../../../../views/identity/mailed-link-page';
import { WayOnPage } from '../../../../views/identity/way-on-page';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { sentence } from '../../../platform/i18n/messages';
import { acceptInvitation, invitationPath, resendInvitations } from '../../core/invitations/invitation.service';
import { findInvitation } from '../../core/invitations/invitation.store';
import type { IdentityParts } from '../../parts';
import { clearBrowser } from '../../protocols/sessions/token.routes';
import { forgotPasswordForm } from '../../ways-in/password/password.contract';
import { invitationForm, linkBody } from '../../ways-in/sign-up/account-life.contract';
import { linkQuery } from './login-box.contract';

const resend = '/account/invitation/resend';

interface Invalid {
  why: 'signUp.invitationGone' | 'signUp.invitationIncomplete';
  email?: string | undefined;
  error?: string;
  status?: number;
}

/** The steps of somebody who accepts the invitation to a further tenant. */
export function invitationRoutes(parts: IdentityParts): Route[] {
  function invalid({ t }: Context<'public'>, { why, status = 410, ...typed }: Invalid): Reply {
    const page = (
      <MailedLinkPage
        t={t}
        action={resend}
        label={t('signUp.invitationResend')}
        notice={{ tone: 'warning', says: t(why) }}
        {...typed}
      />
    );
    return reply.page(page, {
      title: t(why === 'signUp.invitationIncomplete' ? 'signUp.invitationIncompleteTitle' : 'identity.linkGoneTitle'),
      layout: 'bare',
      status,
    });
  }

  return [
    definePage({
      method: 'get',
      path: invitationPath,
      access: 'public',
      query: linkQuery,
      async handle({ query }, context) {
        const { t, db, now } = context;
        if (query.token === undefined || query.userId === undefined)
          return invalid(context, { why: 'signUp.invitationIncomplete' });
        const link = linkBody.safeParse(query);
        const tenant = link.success
          ? await findInvitation(db, { token: link.data.token, userUuid: link.data.userId, now })
          : null;
        if (!link.success || tenant === null) return invalid(context, { why: 'signUp.invitationGone' });
        return reply.page(
          <ConfirmLinkPage t={t} action={invitationPath} fields={link.data} label={t('identity.invitationConfirm')} />,
          { title: t('signUp.joinTitle', { tenant }), sentence: t('signUp.invitedBy', { tenant }), layout: 'bare' },
        );
      },
    }),
    definePage({
      method: 'post',
      path: invitationPath,
      access: 'public',
      body: invitationForm,
      async handle({ body }, context) {
        const { t } = context;
        await acceptInvitation(context.visitor, body, parts);
        const cookies = await clearBrowser(parts, context);
        return {
          ...reply.page(<LinkResultPage t={t} tone="success" says={t('identity.invitationDone')} />, {
            title: t('identity.invitationDoneTitle'),
            layout: 'bare',
          }),
          cookies,
        };
      },
      again(failure, _typed, context) {
        const { t } = context;
        if (failure.options.exact === undefined && (failure.status === 400 || failure.status === 422))
          return invalid(context, { why: 'signUp.invitationGone' });
        const says =
          failure.options.exact === undefined
            ? sentence(t, failure.code, failure.options.params)
            : t('signUp.linkLocked');
        return reply.page(<WayOnPage tone="warning" says={says} to="/login" label={t('signUp.toSignIn')} />, {
          title: t('signUp.invitationFailedTitle'),
          layout: 'bare',
          status: failure.status,
        });
      },
    }),
    definePage({
      method: 'post',
      path: resend,
      access: 'public',
      body: forgotPasswordForm,
      async handle({ body }, { visitor, t }) {
        await resendInvitations(visitor, { ...body, all: false }, parts);
        return reply.page(
          <WayOnPage tone="success" says={t('signUp.invitationResent')} to="/login" label={t('signUp.toSignIn')} />,
          { title: t('signUp.doneTitle'), layout: 'bare' },
        );
      },
      again(failure, { email }, context) {
        const limited = failure.status === 429;
        const error = limited
          ? sentence(context.t, failure.code, failure.options.params)
          : context.t('password.invalidEmail');
        return invalid(context, { why: 'signUp.invitationGone', email, error, status: limited ? 429 : 422 });
      },
    }),
  ];
}
