import { reply, type Route } from '../../../platform/http/define-route';
import type { IdentityParts } from '../../parts';
import { policyOfPerson } from '../../policies/passwords/password-policy.store';
import { policyView } from '../../policies/passwords/password.presentation';
import { changePassword } from '../../ways-in/password/password-change.service';
import { requestReset, setPasswordByLink } from '../../ways-in/password/password-reset.service';
import { changeBody, configQuery, resetBody, resetVerifyBody } from '../../ways-in/password/password.contract';
import { identityCall } from '../wire/identity-surface';

const passwords = '/identity/resources/users/v1/passwords';

/** Passwords, as front ends of the identity API set them. */
export function passwordCalls(parts: IdentityParts): Route[] {
  return [
    identityCall({
      method: 'post',
      path: `${passwords}/reset`,
      access: 'public',
      summary: 'Email a link to set a new password, if the address belongs to an account.',
      body: resetBody,
      handle: ({ body }, { visitor }) => reply.empty(requestReset(visitor, body, parts)),
    }),
    identityCall({
      method: 'post',
      path: `${passwords}/reset/verify`,
      access: 'public',
      summary: 'Set a new password with an emailed link, and end all sessions.',
      body: resetVerifyBody,
      async handle({ body: { userId, token, password } }, { visitor }) {
        await setPasswordByLink(visitor, { userUuid: userId, token, password, purpose: 'RESET' }, parts);
        return reply.empty();
      },
    }),
    identityCall({
      method: 'post',
      path: `${passwords}/change`,
      access: 'signed-in',
      notInClientView: true,
      summary: 'Change the password. All other sessions end.',
      body: changeBody,
      async handle({ body }, { acting, actor, door }) {
        await changePassword(acting, { ...body, sessionId: actor.sessionId }, parts);
        await door.enter(actor.sessionId);
        return reply.empty();
      },
    }),
    identityCall({
      method: 'get',
      path: `${passwords}/config`,
      access: 'public',
      summary: 'Get a user’s password requirements.',
      query: configQuery,
      handle: async ({ query: { userId } }, { db, now }) =>
        reply.json(policyView(await policyOfPerson(db, { userUuid: userId ?? nobody }, now))),
    }),
  ];
}

/** An id that nobody has. */
const nobody = '00000000-0000-0000-0000-000000000000';
