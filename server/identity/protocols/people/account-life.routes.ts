import { reply, type Route } from '../../../platform/http/define-route';
import { acceptInvitation, resendInvitations } from '../../core/invitations/invitation.service';
import { admittedReply } from '../../ways-in/browser/signed-in';
import { activateBody, addressBody, linkBody, signUpBody } from '../../ways-in/sign-up/account-life.contract';
import { mustSetPassword, resendActivation } from '../../ways-in/sign-up/activation.service';
import { signUpByLink } from '../../ways-in/sign-up/invited-sign-up.service';
import { signUp } from '../../ways-in/sign-up/sign-up.service';
import type { ArrivalParts } from '../../ways-in/ways-in';
import { clearBrowser, leaveSessions } from '../sessions/token.routes';
import { identityCall } from '../wire/identity-surface';

const users = '/identity/resources/users/v1';

/** How accounts come to life, and how they join further tenants. */
export function accountLifeRoutes(parts: ArrivalParts): Route[] {
  return [
    identityCall({
      method: 'post',
      path: `${users}/signUp`,
      access: 'public',
      summary:
        'Opens a tenant with its owner, where this installation lets anybody, or joins the tenant of an invite link; the account is activated by a mailed link.',
      body: signUpBody,
      async handle(
        { body: { email, companyName, name, password, invitationToken, recaptchaToken, ...settings } },
        { visitor, locale },
      ) {
        const person = { email, password, recaptchaToken, fullName: name ?? email.slice(0, email.indexOf('@')) };
        const ids =
          invitationToken === undefined
            ? await signUp(visitor, { ...person, tenant: { name: companyName ?? '', locale, ...settings } }, parts)
            : await signUpByLink(visitor, { ...person, locale, invitationToken }, parts);
        return reply.json({ shouldActivate: true, ...ids });
      },
    }),
    identityCall({
      method: 'get',
      path: `${users}/activate/strategy`,
      access: 'public',
      summary: 'Whether a new account still needs a password.',
      query: linkBody,
      handle: async ({ query }, { visitor }) =>
        reply.json({ shouldSetPassword: await mustSetPassword(visitor, query, parts) }),
    }),
    identityCall({
      method: 'post',
      path: `${users}/activate`,
      access: 'public',
      wayIn: 'activation',
      summary: 'Activates an account by its mailed link, and signs in.',
      body: activateBody,
      async handle({ body }, context) {
        const admission = await parts.waysIn.activation.enter(context, body);
        // Whoever was signed in here before leaves.
        await leaveSessions(parts, context);
        return admittedReply(parts, context, admission);
      },
    }),
    identityCall({
      method: 'post',
      path: `${users}/activate/reset`,
      access: 'public',
      summary: 'Mails the activation link again, if the address waits for one.',
      body: addressBody,
      handle: ({ body }, { visitor }) => reply.empty(resendActivation(visitor, body, parts)),
    }),
    identityCall({
      method: 'post',
      path: `${users}/invitation/reset`,
      access: 'public',
      summary: 'Mails the newest open invitation of an address again, if there is one.',
      body: addressBody,
      handle: ({ body }, { visitor }) => reply.empty(resendInvitations(visitor, { ...body, all: false }, parts)),
    }),
    identityCall({
      method: 'post',
      path: `${users}/invitation/reset/all`,
      access: 'public',
      summary: 'Mails every open invitation of an address again.',
      body: addressBody,
      handle: ({ body }, { visitor }) => reply.empty(resendInvitations(visitor, { ...body, all: true }, parts)),
    }),
    identityCall({
      method: 'post',
      path: `${users}/invitation/accept`,
      access: 'public',
      summary: 'Joins a further tenant by its mailed invitation; whoever is signed in here is signed out.',
      body: linkBody,
      async handle({ body }, context) {
        await acceptInvitation(context.visitor, body, parts);
        return reply.empty(undefined, { cookies: await clearBrowser(parts, context) });
      },
    }),
  ];
}
