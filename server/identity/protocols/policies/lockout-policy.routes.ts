import { internalOrganisation } from '../../../platform/actor';
import { reply, type Context, type Route } from '../../../platform/http/define-route';
import { lockoutBody, type LockoutBody } from '../../policies/lockout/lockout-policy.contract';
import { changeLockout } from '../../policies/lockout/lockout-policy.service';
import { selectLockoutPolicy, type LockoutPolicy } from '../../policies/lockout/lockout-policy.store';
import { lockout } from '../../policies/lockout/sign-in.rules';
import { identityCall } from '../wire/identity-surface';

const path = '/identity/resources/configurations/v1/lockout-policy';
const [read, write] = ['fe.secure.read.securityPolicy', 'fe.secure.write.securityPolicy'] as const;

const viewOf = ({ id, enabled, maxAttempts, createdAt, updatedAt }: LockoutPolicy) => ({
  id,
  enabled,
  maxAttempts,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

const change = async ({ body }: { body: LockoutBody }, { acting }: Pick<Context, 'acting'>) =>
  reply.json(viewOf(await changeLockout(acting, body)));

export const lockoutRoutes: Route[] = [
  identityCall({
    method: 'get',
    path,
    access: read,
    opens: { programs: true },
    summary: 'Get the number of wrong passwords after which the tenant locks accounts.',
    handle: async (_input, { db, actor }) => reply.json(viewOf(await selectLockoutPolicy(db, actor.organisation.id))),
  }),
  identityCall({
    method: 'get',
    path: `${path}/vendor`,
    access: read,
    opens: { programs: true },
    summary: 'Get the number of wrong passwords after which the installation locks accounts, regardless of the tenant.',
    async handle(_input, { db }) {
      const { id, createdAt } = await selectLockoutPolicy(db, internalOrganisation);
      return reply.json(viewOf({ id, enabled: true, maxAttempts: lockout.failures, createdAt, updatedAt: createdAt }));
    },
  }),
  identityCall({
    method: 'post',
    path,
    access: write,
    summary:
      'Set the number of wrong passwords after which accounts are locked. The installation’s limit also applies.',
    body: lockoutBody,
    handle: change,
  }),
  identityCall({
    method: 'patch',
    path,
    access: write,
    summary: 'The same, for a specific policy.',
    body: lockoutBody,
    handle: change,
  }),
];
