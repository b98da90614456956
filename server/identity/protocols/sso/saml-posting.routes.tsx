import { PostingPage } from '../../../../views/identity/posting-page';
import { definePage, reply, type Route } from '../../../platform/http/define-route';
import type { IdentityParts } from '../../parts';
import { returnTarget } from '../../ways-in/browser/return-target';
import { fromNowhere } from '../../ways-in/browser/way-on';
import { findPostingForm, postingPath } from '../../ways-in/sso/sso-asking';
import { samlArrival } from './sso-sign-in.contract';
import { ssoCookieName } from './sso-step';

/** The way to providers that take no requests in an address. */
export function samlPostingRoutes(parts: IdentityParts): Route[] {
  const target = returnTarget(parts);
  return [
    definePage({
      method: 'get',
      path: postingPath,
      access: 'public',
      query: samlArrival,
      async handle({ query: { RelayState: relayState } }, context) {
        const form =
          relayState === undefined
            ? null
            : await findPostingForm(
                context.visitor,
                { relayState, browserSecret: context.cookie(ssoCookieName) },
                parts,
              );
        if (!form) return fromNowhere(context, target);
        const { t } = context;
        const { host, origin } = new URL(form.action);
        return reply.page(<PostingPage {...form} says={t('sso.redirect', { host })} label={t('sso.redirectNow')} />, {
          title: t('sso.redirectTitle'),
          layout: 'bare',
          formTo: origin,
        });
      },
    }),
  ];
}
