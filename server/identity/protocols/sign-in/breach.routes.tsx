import { z } from 'zod';
import { BreachedPasswordPage } from '../../../../views/identity/breached-password-page';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { sentence } from '../../../platform/i18n/messages';
import { minutesOf } from '../../core/passwords/password-link';
import type { IdentityParts } from '../../parts';
import { breachedCookie, breachedCookieName, breachedPath } from '../../ways-in/browser/signed-in';
import {
  openBreached,
  requestBreachedReset,
  sendBreachedResets,
} from '../../ways-in/password/breached-password.service';
import { identityCall, unlimited } from '../wire/identity-surface';

export function breachRoutes(parts: IdentityParts): Route[] {
  const { config, tokens } = parts;
  const over = () => reply.redirect('/login?over=1', { cookies: breachedCookie(config, null) });
  const cookieOf = ({ cookie }: Context<'public'>) => cookie(breachedCookieName);

  const asking = ({ t }: Context<'public'>, { error, status }: { error?: string; status?: number } = {}): Reply =>
    reply.page(<BreachedPasswordPage t={t} action={breachedPath} error={error} sentMinutes={null} />, {
      title: t('signInChecks.breachedTitle'),
      sentence: t('signInChecks.breachedLead'),
      layout: 'bare',
      status,
    });

  return [
    definePage({
      method: 'get',
      path: breachedPath,
      access: 'public',
      walk: [],
      handle: (_input, context) =>
        openBreached(tokens.secrets, cookieOf(context), context.now) === null ? over() : asking(context),
    }),
    definePage({
      method: 'post',
      path: breachedPath,
      access: 'public',
      body: z.strictObject({}),
      async handle(_input, context) {
        const { t, visitor } = context;
        await requestBreachedReset(visitor, cookieOf(context), parts);
        const page = reply.page(<BreachedPasswordPage t={t} action={breachedPath} sentMinutes={minutesOf.RESET} />, {
          title: t('signInChecks.breachedSentTitle'),
          layout: 'bare',
        });
        return { ...page, cookies: breachedCookie(config, null) };
      },
      again: (failure, _typed, context) =>
        failure.status === 401
          ? over()
          : asking(context, {
              error: sentence(context.t, failure.code, failure.options.params),
              status: failure.status,
            }),
    }),
    identityCall({
      method: 'post',
      path: '/identity/resources/users/v1/passwords/breached/reset/bulk',
      access: 'fe.secure.write.users',
      freshProof: false,
      condition: unlimited,
      summary:
        'Mails a link for another password to everybody in the tenant whose password is known from a data breach.',
      handle: (_input, { acting, visitor: { requestId } }) => reply.empty(sendBreachedResets(acting, requestId, parts)),
    }),
  ];
}
