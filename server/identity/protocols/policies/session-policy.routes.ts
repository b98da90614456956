import { reply, type Route } from '../../../platform/http/define-route';
import { changeSessionPolicy } from '../../core/sessions/session-policy.service';
import { sessionPolicyBody } from '../../policies/sessions/session-policy.contract';
import { selectSessionPolicy } from '../../policies/sessions/session-policy.store';
import { identityCall } from '../wire/identity-surface';

const path = '/identity/resources/configurations/sessions/v1';

export const sessionPolicyRoutes: Route[] = [
  identityCall({
    method: 'get',
    path,
    access: 'fe.secure.read.securityPolicy',
    opens: { programs: true },
    summary: 'Get how many sessions the tenant’s users can have, and for how long. In seconds.',
    async handle(_input, { db, actor }) {
      const policy = await selectSessionPolicy(db, actor.organisation.id);
      return reply.json({
        sessionTimeoutConfiguration: { isActive: policy.lifeActive, timeout: policy.lifeSeconds },
        sessionIdleTimeoutConfiguration: { isActive: policy.idleActive, timeout: policy.idleSeconds },
        sessionConcurrentConfiguration: { isActive: policy.concurrentActive, maxSessions: policy.maxSessions },
      });
    },
  }),

  identityCall({
    method: 'post',
    path,
    access: 'fe.secure.write.securityPolicy',
    summary:
      'Set session limits, which also apply to current sessions. None can exceed the installation’s, which apply where one is off.',
    body: sessionPolicyBody,
    handle: ({ body }, { acting, actor }) =>
      reply.empty(changeSessionPolicy(acting, { body, sessionId: actor.sessionId })),
  }),
];
