import { z } from 'zod';
import { ConfirmPersonScreen, type ConfirmPersonProps } from '../../../../views/identity/account/confirm-person-screen';
import { fail } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { isOwnPath } from '../../../platform/http/target-cookie';
import { freshSeconds } from '../../policies/mfa/factor.rules';
import { ssoCookieName, ssoStep } from '../../protocols/sso/sso-step';
import { beginSso, ssoWays } from '../../ways-in/begin-sso';
import { pendingCookie, secondFactorPath } from '../../ways-in/browser/signed-in';
import {
  confirmByCode,
  confirmByPassword,
  sendConfirmation,
  wayToConfirm,
} from '../../ways-in/second-factor/confirm-person.service';
import { phoneCodeBody } from '../../ways-in/second-factor/phone-number.contract';
import { beginStepUp } from '../../ways-in/second-factor/step-up.service';
import type { ArrivalParts } from '../../ways-in/ways-in';
import { confirmPath, formsOf, meansOf, own, ownerOf, problemOf } from './account-page';

const start = '/account/profile';
/** Addresses that do something when they are opened, or lead to other sites. */
const doing = /^\/(account\/)?(logout|login|confirm|oauth|sso-login|zendesk-sso)(\/|$)/;
/** Back to a page of this site; any other address leads to the first screen of the account. */
const to = z
  .string()
  .max(500)
  .transform((path) => {
    // As a browser would read it: a path may lead out of where it begins.
    const { pathname, search } = new URL(isOwnPath(path) ? path : start, 'http://tare.invalid');
    return doing.test(pathname) ? start : `${pathname}${search}`;
  })
  .catch(start);

/** The question whether it is them, which stands before whatever changes how somebody signs in. */
export function confirmPersonRoutes(parts: ArrivalParts): Route[] {
  async function page(
    context: Context,
    shown: Pick<ConfirmPersonProps, 'to' | 'sent' | 'error'>,
    status?: number,
  ): Promise<Reply> {
    const {
      t,
      actor: { login, email },
    } = context;
    return reply.page(
      <ConfirmPersonScreen t={t} way={await wayToConfirm(ownerOf(context))} login={login} email={email} {...shown} />,
      { title: t('account.confirm.title'), status },
    );
  }

  /** The browser's own session goes on under a new id. */
  async function confirmed({ door, actor }: Context, where: string): Promise<Reply> {
    await door.enter(actor.sessionId);
    return reply.redirect(where);
  }

  async function byFactor({ acting, actor: { sessionId }, door }: Context, where: string): Promise<Reply> {
    const asked = await beginStepUp(acting, { sessionId, maxAge: freshSeconds });
    if (asked === null) return reply.redirect(where);
    door.setTarget(where);
    return reply.redirect(secondFactorPath, { cookies: pendingCookie(parts.config, asked.mfaToken) });
  }

  /** Their provider asks them anew; who comes back has a session of its own, whoever it is. */
  async function byProvider(context: Context, where: string): Promise<Reply> {
    const {
      actor: { email },
      door,
      cookie,
    } = context;
    const begun = await beginSso(context, { email, browserSecret: cookie(ssoCookieName), afresh: true }, parts);
    if (!begun) throw fail.notFound('errors.notFound');
    door.setTarget(where);
    return ssoStep(context, parts, begun);
  }

  return [
    definePage({
      method: 'get',
      path: confirmPath,
      ...own,
      query: z.object({ to }),
      handle: ({ query }, context) => page(context, query),
    }),
    definePage({
      method: 'post',
      path: confirmPath,
      ...own,
      wayIn: ssoWays,
      body: z.strictObject({ to, password: z.string().max(1000).optional() }),
      async handle({ body }, context) {
        if (body.password === undefined)
          return (await wayToConfirm(ownerOf(context))) === 'provider'
            ? byProvider(context, body.to)
            : byFactor(context, body.to);
        await confirmByPassword(ownerOf(context), body.password, parts);
        return confirmed(context, body.to);
      },
      again(failure, typed, context) {
        const { problem, status } = problemOf(failure, context);
        return page(context, { to: to.parse(typed.to), error: problem }, status);
      },
    }),
    definePage({
      method: 'post',
      path: `${confirmPath}/code`,
      ...own,
      body: z.strictObject({ to }),
      async handle({ body }, context) {
        const otcToken = await sendConfirmation(ownerOf(context), meansOf(parts, context));
        return page(context, {
          to: body.to,
          sent: { otcToken, told: context.t('account.sentByMail', { email: context.actor.email }) },
        });
      },
      again(failure, typed, context) {
        const { problem, status } = problemOf(failure, context);
        return page(context, { to: to.parse(typed.to), error: problem }, status);
      },
    }),
    definePage({
      method: 'post',
      path: `${confirmPath}/verify`,
      ...own,
      body: z.strictObject({ to, ...phoneCodeBody.shape }),
      async handle({ body: { to: where, ...given } }, context) {
        await confirmByCode(ownerOf(context), given);
        return confirmed(context, where);
      },
      again(failure, typed, context) {
        const { problem, fields, status } = problemOf(failure, context);
        const sent = {
          otcToken: typed.otcToken ?? '',
          told: context.t('account.sentByMail', { email: context.actor.email }),
          error: problem ?? fields.code,
        };
        return page(context, { to: to.parse(typed.to), sent }, status);
      },
    }),
    ...formsOf(confirmPath, [`${confirmPath}/code`, `${confirmPath}/verify`]),
  ];
}
