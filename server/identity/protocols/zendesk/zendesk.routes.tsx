import { z } from 'zod';
import { ZendeskMissingPage, ZendeskPage } from '../../../../views/identity/zendesk-page';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import type { IdentityParts } from '../../parts';
import { zendeskToken } from './zendesk-token';
import { toLogin, zendeskPath, zendeskReturn } from './zendesk.rules';

/** Hands whoever is signed in over to the help desk. */
export function zendeskRoutes({ config }: Pick<IdentityParts, 'config'>): Route[] {
  const missing = ({ t }: Context<'public'>): Reply =>
    reply.page(<ZendeskMissingPage t={t} helpHref={config.helpUrl} />, {
      title: t('login.zendeskTitle'),
      layout: 'bare',
    });

  /** What stands before the pages stands before the help desk, too; from there they go on here. */
  function waitsFor({ waits, url, door, actor }: Context<'public'>): Reply | null {
    if (actor?.clientView) {
      door.turnAway('clientView');
      return reply.redirect('/home');
    }
    if (!waits.privacy && !waits.passwordReset) return null;
    door.setTarget(url);
    return reply.redirect(waits.privacy ? '/privacy-policy' : '/password-reset/force');
  }

  return [
    definePage({
      method: 'get',
      path: zendeskPath,
      access: 'public',
      query: z.object({ return_to: z.string().max(2000).optional().catch(undefined) }),
      async handle({ query: { return_to: wanted } }, context) {
        const { actor, t, now } = context;
        if (!config.zendesk) return missing(context);
        if (!actor) return reply.redirect(toLogin(config, wanted));
        const first = waitsFor(context);
        if (first) return first;
        const { url, secret } = config.zendesk;
        const jwt = await zendeskToken(
          {
            email: actor.email,
            name: actor.fullName,
            externalId: actor.userUuid,
            organization: actor.organisation.name,
          },
          { secret, now },
        );
        return reply.page(<ZendeskPage t={t} url={url} jwt={jwt} returnTo={zendeskReturn(config, wanted)} />, {
          title: t('login.zendeskTitle'),
          layout: 'bare',
          formTo: url,
        });
      },
    }),
  ];
}
