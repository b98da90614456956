import { z } from 'zod';
import { ConfirmLinkPage } from '../../../../views/identity/confirm-link-page';
import { LinkResultPage } from '../../../../views/identity/link-result-page';
import type { Failure } from '../../../platform/errors';
import { definePage, reply, type Context, type Route } from '../../../platform/http/define-route';
import { sentence } from '../../../platform/i18n/messages';
import { flowCookie, keptFlow } from '../../ways-in/browser/entry-flow';
import { returnTarget } from '../../ways-in/browser/return-target';
import { admittedRedirect, admittedReply } from '../../ways-in/browser/signed-in';
import { signOut } from '../../ways-in/password/sign-in.service';
import { magicLinkPath } from '../../ways-in/passwordless/entry-mail';
import { entryBody, entryQuery, entryRequest } from '../../ways-in/passwordless/passwordless.contract';
import { minutesOfEntry } from '../../ways-in/passwordless/passwordless.rules';
import { requestEntry, showLink, type ShownLink } from '../../ways-in/passwordless/passwordless.service';
import type { ArrivalParts } from '../../ways-in/ways-in';
import { identityCall } from '../wire/identity-surface';

const passwordless = '/identity/resources/auth/v1/passwordless';

export function passwordlessRoutes(parts: ArrivalParts): Route[] {
  const target = returnTarget(parts);

  const gone = ({ t }: Context<'public'>, { status, code, options }: Failure) =>
    reply.page(<LinkResultPage t={t} tone="warning" says={sentence(t, code, options.params)} />, {
      title: t('identity.linkGoneTitle'),
      layout: 'bare',
      status: status === 401 ? 410 : status,
    });

  return [
    identityCall({
      method: 'post',
      path: `${passwordless}/magiclink/prelogin`,
      access: 'public',
      summary: 'Mails a link that signs in, if the address belongs to an account.',
      body: entryRequest,
      async handle({ body }, { visitor }) {
        const flow = await requestEntry(visitor, { ...body, kind: 'LINK' }, parts);
        return reply.empty(undefined, { cookies: keptFlow(parts.config, flow, minutesOfEntry.LINK) });
      },
    }),
    identityCall({
      method: 'post',
      path: `${passwordless}/magiclink/postlogin`,
      access: 'public',
      wayIn: 'magicLink',
      summary: 'Signs in by a mailed link.',
      body: entryBody,
      handle: async ({ body }, context) =>
        admittedReply(parts, context, await parts.waysIn.magicLink.enter(context, body)),
    }),
    identityCall({
      method: 'post',
      path: `${passwordless}/code/prelogin`,
      access: 'public',
      summary: 'Mails a code that signs this browser in, if the address belongs to an account.',
      body: entryRequest,
      async handle({ body }, { visitor }) {
        const flow = await requestEntry(visitor, { ...body, kind: 'CODE' }, parts);
        return reply.empty(undefined, { cookies: keptFlow(parts.config, flow, minutesOfEntry.CODE) });
      },
    }),
    identityCall({
      method: 'post',
      path: `${passwordless}/code/postlogin`,
      access: 'public',
      wayIn: 'emailCode',
      summary: 'Signs in by a mailed code, in the browser that asked for it.',
      body: entryBody,
      async handle({ body }, context) {
        const admission = await parts.waysIn.emailCode.enter(context, {
          code: body.token,
          flow: context.cookie(flowCookie),
          invitationToken: body.invitationToken,
        });
        const answer = await admittedReply(parts, context, admission);
        return { ...answer, cookies: [...(answer.cookies ?? []), ...keptFlow(parts.config, null)] };
      },
    }),

    definePage({
      method: 'get',
      path: magicLinkPath,
      access: 'public',
      walk: [`${magicLinkPath}?token=none`],
      query: entryQuery,
      // Mail scanners open links: the token is used by the button alone.
      async handle({ query: { token } }, { t, visitor, cookie }) {
        const shown = await showLink(visitor, { token, flow: cookie(flowCookie) });
        const says = (link: ShownLink) =>
          [t('identity.linkAccount', { email: link.email }), ...(link.here ? [] : [t('identity.linkElsewhere')])].join(
            ' ',
          );
        return reply.page(
          <ConfirmLinkPage
            t={t}
            action={magicLinkPath}
            fields={{ token }}
            label={t('login.submit')}
            notice={shown && { tone: shown.here ? 'info' : 'warning', says: says(shown) }}
          />,
          { title: t('identity.linkTitle'), sentence: t('identity.linkLead'), layout: 'bare' },
        );
      },
    }),
    definePage({
      method: 'post',
      path: magicLinkPath,
      access: 'public',
      wayIn: 'magicLink',
      body: z.strictObject({ token: z.string().max(200) }),
      async handle({ body }, context) {
        const admission = await parts.waysIn.magicLink.enter(context, body);
        // Whoever was signed in here before leaves.
        if (context.door.sessionId) await signOut(context.visitor, context.door.sessionId);
        return admittedRedirect(parts, context, { admission, to: target.next(context) });
      },
      again: (failure, _typed, context) => gone(context, failure),
    }),
  ];
}
