import { z } from 'zod';
import { PasswordScreen } from '../../../../views/identity/account/password-screen';
import type { Failure } from '../../../platform/errors';
import { definePage, reply, type Context, type Reply, type Route } from '../../../platform/http/define-route';
import { sentence } from '../../../platform/i18n/messages';
import { hasPassword } from '../../core/accounts/account.store';
import type { IdentityParts } from '../../parts';
import { demandsOn } from '../../policies/passwords/password-demands';
import { newPassword } from '../../policies/passwords/password-policy.contract';
import { changePassword } from '../../ways-in/password/password-change.service';
import { own, problemOf, screen } from './account-page';

const path = '/account/password';
const passwordForm = z
  .strictObject({ password: z.string().min(1, 'errors.required').max(1000), newPassword, repeatPassword: z.string() })
  .refine((form) => form.newPassword === form.repeatPassword, {
    path: ['repeatPassword'],
    message: 'password.notTheSame',
  });

interface Shown {
  done?: string | undefined;
  problem?: string | undefined;
  errors?: Record<string, string>;
  status?: number;
}

async function passwordPage(context: Context, { status, ...shown }: Shown = {}): Promise<Reply> {
  const {
    t,
    db,
    actor: { userId, login, ssoUser },
  } = context;
  const { length, rules } = await demandsOn(context, userId);
  const lengthFirst = [t('account.password.ruleLength', { min: length.min }), ...rules];
  const without = ssoUser ? 'organization' : (await hasPassword(db, userId)) ? null : 'none';
  return screen(
    <PasswordScreen t={t} rules={lengthFirst} length={length} login={login} without={without} {...shown} />,
    context,
    { at: 'password', status },
  );
}

/** Which field of the form a refusal belongs to. */
function errorsOf(failure: Failure, context: Context): Shown {
  const { problem, fields, status } = problemOf(failure, context);
  const said = sentence(context.t, failure.code, failure.options.params);
  if (failure.code === 'identity.wrongPassword') return { errors: { password: said }, status };
  if (failure.code === 'password.sameAsBefore') return { errors: { newPassword: said }, status };
  // The service names the new one as every way to a password does; the form's own check names the field.
  if (failure.status === 422 && fields.password !== undefined)
    return { errors: { newPassword: fields.password }, status };
  return { errors: fields, problem, status };
}

/** Another password in the place of one's own. */
export function accountPasswordRoutes(parts: IdentityParts): Route[] {
  return [
    definePage({
      method: 'get',
      path,
      ...own,
      query: z.object({ done: z.literal('changed').optional().catch(undefined) }),
      handle: ({ query: { done } }, context) =>
        passwordPage(context, { done: done && context.t('account.password.changed') }),
    }),
    definePage({
      method: 'post',
      path,
      ...own,
      body: passwordForm,
      async handle({ body: { password, newPassword: wanted } }, { acting, actor: { sessionId }, door }) {
        await changePassword(acting, { password, newPassword: wanted, sessionId }, parts);
        await door.enter(sessionId);
        return reply.redirect(`${path}?done=changed`);
      },
      again: (failure, _typed, context) => passwordPage(context, errorsOf(failure, context)),
    }),
  ];
}
