import { z } from 'zod';
import { PrivacyPage } from '../../../../views/identity/privacy-page';
import { definePage, defineCall, reply, type Context, type Route } from '../../../platform/http/define-route';
import { acceptPolicy } from '../../core/accounts/privacy.service';

const form = z.strictObject({ accept: z.literal('on', 'privacy.required') });

function privacyPage(context: Context<'public'>, view: { error?: string; status?: number }) {
  const { t, actor, waits } = context;
  return reply.page(
    <PrivacyPage
      t={t}
      accepted={!actor || !waits.privacy ? Boolean(actor) : false}
      canAccept={Boolean(actor) && waits.privacy}
      error={view.error}
    />,
    {
      title: t('privacy.title'),
      layout: 'bare',
      status: view.status,
    },
  );
}

export function policyRoutes(): Route[] {
  return [
    definePage({
      method: 'get',
      path: '/privacy-policy',
      access: 'public',
      handle: (_input, context) => privacyPage(context, {}),
    }),

    definePage({
      method: 'post',
      path: '/privacy-policy',
      access: 'signed-in',
      notInClientView: true,
      early: true,
      body: form,
      async handle(_input, { acting, log }) {
        try {
          await acceptPolicy(acting);
        } catch (error) {
          log.error({ err: error }, 'the privacy policy could not be accepted');
          return reply.redirect('/login');
        }
        return reply.redirect('/home');
      },
      again: (_failure, _typed, context) => privacyPage(context, { error: context.t('privacy.required'), status: 422 }),
    }),

    defineCall({
      method: 'post',
      path: '/user/privacy-policy',
      access: 'signed-in',
      notInClientView: true,
      early: true,
      summary: 'Accepts the privacy policy for the person who is signed in.',
      answerType: 'none',
      handle: (_input, context) => reply.empty(acceptPolicy(context.acting)),
    }),
  ];
}
