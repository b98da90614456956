import { z } from 'zod';
import { ConnectedAppsScreen, type ConnectedAppsProps } from '../../../../views/identity/account/connected-apps-screen';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { revokeConsent } from '../../protocols/oauth/consent.service';
import { listConnectedApps } from '../../protocols/oauth/consent.store';
import { clientParams } from '../../protocols/oauth/oauth-client.contract';
import { publicId } from '../../wire.contract';
import { formsOf, own, problemOf, screen, settingsOf } from './account-page';

const path = '/account/apps';
const query = z.object({ done: z.literal('removed').optional().catch(undefined) });

async function page(
  context: Context,
  { status, ...shown }: Pick<ConnectedAppsProps, 'done' | 'problem'> & { status?: number } = {},
): Promise<Reply> {
  const {
    t,
    db,
    now,
    actor: { userId },
  } = context;
  const apps = (await listConnectedApps(db, { userId, now })).map(({ agreedAt, lastUsedAt, ...app }) => ({
    ...app,
    agreedAt: agreedAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
  return screen(<ConnectedAppsScreen t={t} settings={settingsOf(context)} apps={apps} {...shown} />, context, {
    at: 'apps',
    status,
  });
}

/** The programs that somebody let use their account. */
export const accountAppRoutes: Route[] = [
  definePage({
    method: 'get',
    path,
    ...own,
    query,
    handle: ({ query: { done } }, context) => page(context, { done: done && context.t('account.apps.removed') }),
  }),
  definePage({
    method: 'post',
    path: `${path}/:oauthClientId/remove`,
    ...own,
    params: clientParams,
    body: z.strictObject({ tenantId: publicId }),
    async handle({ params: { oauthClientId: clientId }, body: { tenantId } }, { acting }) {
      await revokeConsent(acting, { clientId, tenantId });
      return reply.redirect(`${path}?done=removed`);
    },
    again(failure, _typed, context) {
      const { problem, status } = problemOf(failure, context);
      return page(context, { problem, status });
    },
  }),
  ...formsOf(path, [`${path}/:oauthClientId/remove`]),
];
