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
        'Create a tenant with its owner, if this installation allows it, or join the tenant of an invite link. An emailed link activates the account.',
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
      summary: 'Get whether a new account still needs a password.',
      query: linkBody,
      handle: async ({ query }, { visitor }) =>
        reply.json({ shouldSetPassword: await mustSetPassword(visitor, query, parts) }),
    }),
    identityCall({
      method: 'post',
      path: `${users}/activate`,
      access: 'public',
      wayIn: 'activation',
      summary: 'Activate an account with its emailed link, and sign in.',
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
      summary: 'Resend the activation email, if the address is waiting for one.',
      body: addressBody,
      handle: ({ body }, { visitor }) => reply.empty(resendActivation(visitor, body, parts)),
    }),
    identityCall({
      method: 'post',
      path: `${users}/invitation/reset`,
      access: 'public',
      summary: 'Resend the newest open invitation for an address, if there is one.',
      body: addressBody,
      handle: ({ body }, { visitor }) => reply.empty(resendInvitations(visitor, { ...body, all: false }, parts)),
    }),
    identityCall({
      method: 'post',
      path: `${users}/invitation/reset/all`,
      access: 'public',
      summary: 'Resend every open invitation for an address.',
      body: addressBody,
      handle: ({ body }, { visitor }) => reply.empty(resendInvitations(visitor, { ...body, all: true }, parts)),
    }),
    identityCall({
      method: 'post',
      path: `${users}/invitation/accept`,
      access: 'public',
      summary: 'Join another tenant with its emailed invitation. Signs out anyone signed in here.',
      body: linkBody,
      async handle({ body }, context) {
        await acceptInvitation(context.visitor, body, parts);
        return reply.empty(undefined, { cookies: await clearBrowser(parts, context) });
      },
    }),
  ];
}
