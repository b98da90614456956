import { z } from 'zod';
import { JoinPage } from '../../../../views/identity/join-page';
import { WayOnPage } from '../../../../views/identity/way-on-page';
import { Failure } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { sentence } from '../../../platform/i18n/messages';
import { inviteLinkToken } from '../../core/invitations/invite.contract';
import { readInvite } from '../../core/invitations/invite.service';
import { authenticatedUrl } from '../../ways-in/browser/destination.rules';
import { joinSignedIn } from '../../ways-in/sign-up/join.service';

/** Where a sign-in leads that began at an invite link. */
export const joinPath = '/account/invitation/join';

/** An invite link in the hands of somebody who has an account. */
export function joinRoutes(): Route[] {
  const refused = ({ t }: Context, failure: Failure, status?: number): Reply => {
    const known =
      failure.code === 'errors.addressNotAllowed' ||
      failure.code === 'identity.emailDomainNotAllowed' ||
      failure.code === 'ssoEntry.providerAlone';
    const says = known
      ? sentence(t, failure.code, failure.options.params)
      : t(
          failure.options.exact !== undefined
            ? 'signUp.linkLocked'
            : failure.code === 'identity.cannotEnter'
              ? 'signUp.notThere'
              : 'signUp.linkEnded',
        );
    const isOver = !known && failure.code !== 'identity.cannotEnter';
    return reply.page(<WayOnPage tone="warning" says={says} to={authenticatedUrl} label={t('signUp.toHome')} />, {
      title: t(isOver ? 'signUp.linkEndedTitle' : 'signUp.invitationFailedTitle'),
      layout: 'bare',
      status,
    });
  };

  return [
    definePage({
      method: 'get',
      path: joinPath,
      access: 'signed-in',
      notInClientView: true,
      query: z.object({ invitationToken: inviteLinkToken.catch('none').default('none') }),
      async handle({ query: { invitationToken } }, context) {
        const {
          t,
          visitor,
          actor: { fullName: name, email },
        } = context;
        try {
          const { tenantName: tenant } = await readInvite(visitor, invitationToken);
          return reply.page(
            <JoinPage {...{ t, tenant, invitationToken }} action={joinPath} person={{ name, email }} />,
            { title: t('signUp.joinTitle', { tenant }), layout: 'bare' },
          );
        } catch (error) {
          if (error instanceof Failure) return refused(context, error);
          throw error;
        }
      },
    }),
    definePage({
      method: 'post',
      path: joinPath,
      access: 'signed-in',
      notInClientView: true,
      body: z.strictObject({ invitationToken: inviteLinkToken }),
      async handle({ body }, context) {
        await joinSignedIn(context.acting, {
          visitor: context.visitor,
          sessionId: context.actor.sessionId,
          token: body.invitationToken,
        });
        return reply.redirect(authenticatedUrl);
      },
      again: (failure, _typed, context) => refused(context, failure, failure.status === 403 ? 403 : 410),
    }),
  ];
}
