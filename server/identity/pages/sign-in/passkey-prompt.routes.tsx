import { z } from 'zod';
import { PasskeyPromptPage } from '../../../../views/identity/passkey-prompt-page';
import { definePage, reply, type Route } from '../../../platform/http/define-route';
import type { IdentityParts } from '../../parts';
import { returnTarget } from '../../ways-in/browser/return-target';
import { offerCookie, passkeyPromptPath } from '../../ways-in/browser/signed-in';
import { declinePasskeyPrompt, isPasskeyPrompted } from '../../ways-in/passkey/passkey-prompt.service';

/** The page between a sign-in and where it leads, for whoever could have a passkey and has none. */
export function passkeyPromptRoutes(parts: IdentityParts): Route[] {
  const { config } = parts;
  const target = returnTarget(parts);
  return [
    definePage({
      method: 'get',
      path: passkeyPromptPath,
      access: 'public',
      walk: [],
      async handle(_input, context) {
        const { actor, db, t } = context;
        if (!actor) return reply.redirect('/account/login');
        const next = target.next(context);
        if (!(await isPasskeyPrompted(db, { sessionId: actor.sessionId, offered: true }, config)))
          return reply.redirect(next);
        return reply.page(<PasskeyPromptPage t={t} action={passkeyPromptPath} next={next} />, {
          title: t('signInChecks.passkeyTitle'),
          sentence: t('signInChecks.passkeyLead'),
          layout: 'bare',
        });
      },
    }),
    definePage({
      method: 'post',
      path: passkeyPromptPath,
      access: 'public',
      body: z.strictObject({ never: z.literal('on').optional() }),
      async handle({ body }, context) {
        if (body.never) await declinePasskeyPrompt(context.visitor);
        return reply.redirect(target.next(context), { cookies: offerCookie(config, null) });
      },
      again: () => reply.redirect('/account/login'),
    }),
  ];
}
