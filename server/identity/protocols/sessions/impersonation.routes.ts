import { z } from 'zod';
import { readActorToken } from '../../../platform/client-views';
import { fail } from '../../../platform/errors';
import type { Route } from '../../../platform/http/define-route';
import { clientViews } from '../../core/sessions/client-view.store';
import type { IdentityParts } from '../../parts';
import { enteredReply } from '../../ways-in/browser/signed-in';
import { publicId } from '../../wire.contract';
import { identityCall } from '../wire/identity-surface';

const impersonateBody = z.object({
  impersonatedUserId: publicId,
  actorToken: z.string().max(4000),
  redirectUrl: z.string().max(2000).optional(),
});

const refused = () => fail.forbidden('identity.actorToken');

export const impersonationRoutes = (parts: IdentityParts): Route[] => [
  identityCall({
    method: 'post',
    path: '/identity/resources/impersonation/v1',
    access: 'CREATE_CLIENT_VIEW_SESSION',
    notInClientView: true,
    summary: 'Begin the client view that an actor token grants: for an hour, the session stands for that user.',
    body: impersonateBody,
    async handle({ body: { impersonatedUserId, actorToken } }, context) {
      const {
        acting,
        actor: { userId, sessionId },
        visitor: { ip, userAgent, now },
        resources: { signer },
        actingIn,
      } = context;
      const granted = readActorToken(signer, actorToken, now);
      if (granted?.sessionId !== sessionId) throw refused();
      const { viewedUserId, organisationId, reason } = granted;
      const who = { organisationId, userId: viewedUserId, now };
      if ((await clientViews.findViewable(acting.db, who)) !== impersonatedUserId.toLowerCase()) throw refused();
      const opened = await clientViews.begin(await actingIn(organisationId), {
        userId,
        sessionId,
        viewedUserId,
        reason,
        ip,
        userAgent,
      });
      if (opened === null) throw refused();
      return enteredReply(parts, context, { sessionId: opened, body: { tokenType: 'bearer' } });
    },
  }),
];
