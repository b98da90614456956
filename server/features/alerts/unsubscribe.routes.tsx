import { z } from 'zod';
import { UnsubscribePage } from '../../../views/alerts/unsubscribe-page';
import { fail } from '../../platform/errors';
import { defineCall, definePage, reply, type Context, type Reply, type Route } from '../../platform/http/define-route';
import { readUnsubscribeToken, unsubscribePath, type MailSubscription } from './unsubscribe-token';
import { resume, unsubscribe } from './unsubscribe.service';
import { listMailed } from './unsubscribe.store';

const path = `${unsubscribePath}/:unsubscribeToken` as const;
const params = z.strictObject({ unsubscribeToken: z.string().max(600) });

const addressOf = (token: string) => `${unsubscribePath}/${token}`;

/** Whoever brings a token that was signed here is answered for what it names; the answer to any other says that it is none. */
async function following(
  context: Context<'public'>,
  token: string,
  act: (subscription: MailSubscription) => Promise<Reply>,
): Promise<Reply> {
  const subscription = readUnsubscribeToken(context.resources.signer, token);
  if (subscription) return act(subscription);
  const { t } = context;
  return reply.page(<UnsubscribePage t={t} state="unknown" action="" />, {
    title: t('unsubscribe.unknownTitle'),
    layout: 'bare',
    status: 404,
  });
}

/** The address in the header and at the foot of alert mails. Programs follow links by themselves, so opening it changes nothing. */
export const unsubscribeRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    access: 'public',
    params,
    handle: ({ params: { unsubscribeToken } }, context) =>
      following(context, unsubscribeToken, async (subscription) => {
        const { t, db } = context;
        const listed = await listMailed(db, subscription);
        const mailed = listed.filter((one) => one.mailed);
        const state = mailed.length > 0 ? 'mailed' : listed.length > 0 ? 'ended' : 'none';
        const alerts = 'frequency' in subscription.about ? [] : mailed.map(({ alertName }) => alertName);
        return reply.page(
          <UnsubscribePage
            t={t}
            state={state}
            action={addressOf(unsubscribeToken)}
            alerts={alerts}
            frequency={'frequency' in subscription.about ? subscription.about.frequency : null}
          />,
          { title: t(state === 'mailed' ? 'unsubscribe.title' : 'unsubscribe.endedTitle'), layout: 'bare' },
        );
      }),
  }),

  defineCall({
    method: 'post',
    path,
    surface: 'pages',
    access: 'public',
    crossSite: true,
    params,
    query: z.object({ page: z.literal('1').optional().catch(undefined) }),
    summary:
      'Ends the mails that the token names (RFC 8058), for mail programs and for the button of the page, which is led back to it.',
    async handle({ params: { unsubscribeToken }, query: { page } }, { resources, visitor, t }) {
      const subscription = readUnsubscribeToken(resources.signer, unsubscribeToken);
      if (!subscription) throw fail.notFound('errors.notFound');
      await unsubscribe(visitor, subscription);
      return page ? reply.redirect(addressOf(unsubscribeToken)) : reply.text(t('unsubscribe.endedTitle'));
    },
  }),

  definePage({
    method: 'post',
    path: `${path}/undo`,
    access: 'public',
    params,
    handle: ({ params: { unsubscribeToken } }, context) =>
      following(context, unsubscribeToken, async (subscription) => {
        await resume(context.visitor, subscription);
        const { t } = context;
        return reply.page(<UnsubscribePage t={t} state="resumed" action="" />, {
          title: t('unsubscribe.resumedTitle'),
          layout: 'bare',
        });
      }),
  }),
];
