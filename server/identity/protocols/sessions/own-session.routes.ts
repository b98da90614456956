import { z } from 'zod';
import type { Db } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { reply, type Context, type Route } from '../../../platform/http/define-route';
import { endOtherSessions, endOwnSession, revokeSessions } from '../../core/own-sessions/own-session.service';
import { listOwnSessions, type OwnSession } from '../../core/own-sessions/own-session.store';
import { endsAt } from '../../policies/sessions/session-policy.rules';
import { selectSessionPolicy } from '../../policies/sessions/session-policy.store';
import { publicId } from '../../wire.contract';
import { identityCall } from '../wire/identity-surface';

const sessions = '/identity/resources/users/sessions/v1';

async function viewOf(db: Db, { tenantNumber, impersonated, ...session }: OwnSession, currentId: string) {
  const policy = await selectSessionPolicy(db, tenantNumber);
  const { id, ip: ipAddress, userAgent, createdAt } = session;
  return {
    id,
    ipAddress,
    userAgent,
    createdAt: createdAt.toISOString(),
    expires: endsAt(policy, session).toISOString(),
    current: id === currentId,
    impersonated,
  };
}

async function viewsOf({ db, actor: { userId, sessionId }, now }: Context) {
  const views = [];
  for (const session of await listOwnSessions(db, { userId, sessionId, now }))
    views.push(await viewOf(db, session, sessionId));
  return views;
}

export const ownSessionRoutes: Route[] = [
  identityCall({
    method: 'get',
    path: `${sessions}/me`,
    access: 'signed-in',
    summary: 'List the caller’s sessions, newest first.',
    handle: async (_input, context) => reply.json(await viewsOf(context)),
  }),
  identityCall({
    method: 'get',
    path: `${sessions}/me/current`,
    access: 'signed-in',
    summary: 'Get the current session.',
    async handle(_input, context) {
      const current = (await viewsOf(context)).find((session) => session.current);
      if (!current) throw fail.notFound('sessions.gone');
      return reply.json(current);
    },
  }),
  identityCall({
    method: 'delete',
    path: `${sessions}/me/all`,
    access: 'signed-in',
    notInClientView: true,
    summary: 'End all the caller’s sessions except the current one.',
    handle: (_input, { acting, actor }) => reply.empty(endOtherSessions(acting, { sessionId: actor.sessionId })),
  }),
  identityCall({
    method: 'delete',
    path: `${sessions}/me/:ownSessionId`,
    access: 'signed-in',
    notInClientView: true,
    summary: 'End one of the caller’s sessions.',
    params: z.object({ ownSessionId: publicId }),
    handle: ({ params }, { acting }) => reply.empty(endOwnSession(acting, params.ownSessionId)),
  }),
  identityCall({
    method: 'post',
    path: `${sessions}/revoke`,
    access: 'fe.secure.write.users',
    freshProof: false,
    summary: 'End a user’s sessions in the tenant.',
    body: z.object({ userId: publicId }),
    handle: ({ body }, { acting }) => reply.empty(revokeSessions(acting, body.userId)),
  }),
];
