import { definePage, reply, type Reply, type Route } from '../../../platform/http/define-route';
import type { IdentityParts } from '../../parts';
import { ledPage } from '../../ways-in/browser/way-on';
import { readPosted, readRedirected } from '../../ways-in/sso/saml-logout-message';
import { takeLogoutMessage, type LogoutOutcome } from '../../ways-in/sso/saml-logout.service';
import { identityCall } from '../wire/identity-surface';
import { leftQuery, postedLogout } from './saml-logout.contract';

const path = '/auth/saml/logout';
const leftPath = '/account/saml/logout';

/** What somebody reads who was brought back. */
const said = {
  left: { tone: 'info', title: 'sso.leftTitle', says: 'sso.left' },
  leftHere: { tone: 'warning', title: 'sso.leftTitle', says: 'sso.leftHere' },
  refused: { tone: 'warning', title: 'sso.leaveRefusedTitle', says: 'sso.leaveRefused' },
} as const;

/** The page of somebody who has left there as well. */
export const leftPage = { ...said.left, to: '/account/login', label: 'signUp.toSignIn' } as const;

const onward = (outcome: LogoutOutcome): Reply =>
  reply.redirect(
    outcome.kind === 'answer' ? outcome.address : `${leftPath}?${new URLSearchParams({ outcome: outcome.kind })}`,
  );

/** Leaving at the identity provider of an organization, begun here or there. */
export function samlLogoutRoutes(parts: IdentityParts): Route[] {
  return [
    identityCall({
      method: 'get',
      path,
      access: 'public',
      summary: 'Receive SAML logout requests and responses from identity providers (redirect binding).',
      handle: async (_input, { visitor, url }) =>
        onward(await takeLogoutMessage(visitor, await readRedirected(url), parts)),
    }),
    identityCall({
      method: 'post',
      path,
      access: 'public',
      summary: 'The same, with the POST binding.',
      body: postedLogout,
      crossSite: true,
      handle: async ({ body }, { visitor }) => onward(await takeLogoutMessage(visitor, readPosted(body), parts)),
    }),
    definePage({
      method: 'get',
      path: leftPath,
      access: 'public',
      query: leftQuery,
      walk: Object.keys(said).map((outcome) => `${leftPath}?outcome=${outcome}`),
      handle: ({ query: { outcome } }, context) =>
        ledPage(context, { ...said[outcome], to: '/account/login', label: 'signUp.toSignIn' }),
    }),
  ];
}
