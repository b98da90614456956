import { reply, type Route } from '../../../platform/http/define-route';
import type { Limit } from '../../../platform/http/rate-limits';
import { inviteBody, inviteToken } from '../../core/invitations/invite.contract';
import {
  changeInviteLink,
  makeInviteLink,
  readInvite,
  revokeInviteLink,
  showInviteLink,
  tokenOf,
} from '../../core/invitations/invite.service';
import type { InviteLink } from '../../core/invitations/invite.store';
import type { IdentityParts } from '../../parts';
import { identityCall } from '../wire/identity-surface';

const invites = '/identity/resources/tenants/invites/v1';
const perAddress: Limit = { name: 'invite-ip', points: 100, seconds: 600 };

export function inviteRoutes({ config, tokens: { secrets }, rateLimits }: IdentityParts): Route[] {
  const view = (link: InviteLink) =>
    reply.json({
      id: link.id,
      vendorId: config.identity.clientId,
      tenantId: link.tenantId,
      userId: link.madeBy,
      token: tokenOf(secrets, link),
      expires: link.expiresAt.toISOString(),
      shouldSendEmail: link.shouldSendEmail,
      roleIds: link.roleIds,
      maxUses: link.maxUses,
      uses: link.uses,
    });
  return [
    // Whoever holds the link gives its roles: it is shown to those alone who may add people.
    identityCall({
      method: 'get',
      path: `${invites}/user`,
      access: 'fe.secure.write.users',
      summary: 'Get the link to join the tenant.',
      handle: async (_input, { acting }) => view(await showInviteLink(acting)),
    }),
    identityCall({
      method: 'post',
      path: `${invites}/user`,
      access: 'fe.secure.write.users',
      summary: 'Create a link to join the tenant, replacing the previous one.',
      body: inviteBody,
      handle: async ({ body }, { acting }) => view(await makeInviteLink(acting, secrets, body)),
    }),
    identityCall({
      method: 'patch',
      path: `${invites}/user`,
      access: 'fe.secure.write.users',
      summary: 'Change the link’s expiry, roles or number of uses.',
      body: inviteBody,
      handle: async ({ body }, { acting }) => view(await changeInviteLink(acting, body)),
    }),
    identityCall({
      method: 'delete',
      path: `${invites}/user`,
      access: 'fe.secure.write.users',
      summary: 'Revoke the link.',
      handle: (_input, { acting }) => reply.empty(revokeInviteLink(acting)),
    }),
    identityCall({
      method: 'get',
      path: `${invites}/configuration`,
      access: 'fe.secure.read.users',
      summary: 'Get whether users can be invited by link.',
      handle: () => reply.json({ tenantInvitationsAllowed: true, emailsEnabled: false }),
    }),
    identityCall({
      method: 'post',
      path: `${invites}/verify`,
      access: 'public',
      summary: 'Get the name of a link’s tenant.',
      body: inviteToken,
      async handle({ body }, { visitor }) {
        await rateLimits.take(perAddress, visitor.ip);
        return reply.json({ name: (await readInvite(visitor, body.token)).tenantName });
      },
    }),
  ];
}
