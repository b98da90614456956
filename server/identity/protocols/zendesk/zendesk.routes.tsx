import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import { ZendeskMissingPage, ZendeskPage } from '../../../../views/identity/zendesk-page';
import { fail } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { isAddressProven } from '../../core/members/address-proof';
import type { IdentityParts } from '../../parts';
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
        const { actor, db, t, now } = context;
        if (!config.zendesk) return missing(context);
        if (!actor) return reply.redirect(toLogin(config, wanted));
        const first = waitsFor(context);
        if (first) return first;
        // The help desk takes an address for its holder's.
        if (!(await isAddressProven(db, actor.userId))) throw fail.forbidden('identity.addressUnproven');
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

interface HandedOver {
  email: string;
  name: string;
  /** The person's public id, by which the help desk knows them again when their address has changed. */
  externalId: string;
  organization: string;
}

/**
 * Says to the help desk who somebody is, signed with the shared secret (Zendesk, "Enabling JWT single sign-on": HS256, `iat` in seconds,
 * within three minutes of their clock; `jti`, which they take once).
 */
function zendeskToken(
  { email, name, externalId, organization }: HandedOver,
  { secret, now }: { secret: string; now: Date },
): Promise<string> {
  return new SignJWT({ email, name, external_id: externalId, organization })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .setJti(randomUUID())
    .sign(new TextEncoder().encode(secret));
}
