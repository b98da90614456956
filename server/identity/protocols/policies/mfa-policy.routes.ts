import { reply, type Route } from '../../../platform/http/define-route';
import type { IdentityParts } from '../../parts';
import { usualPolicy, type FactorPolicy } from '../../policies/mfa/factor.rules';
import { changePolicy } from '../../policies/mfa/mfa-policy.service';
import { findPolicy, installedAt, type KeptPolicy } from '../../policies/mfa/mfa-policy.store';
import { policyBody } from '../../ways-in/second-factor/mfa.contract';
import { identityCall } from '../wire/identity-surface';

const path = '/identity/resources/configurations/v1/mfa-policy';
/** Of the policy that holds where a tenant has said nothing. */
const vendorPolicyId = '00000000-0000-4000-8000-000000000001';

const saying = ({ enforce, remembers, rememberSeconds }: FactorPolicy) => ({
  enforceMFAType: enforce,
  allowRememberMyDevice: remembers,
  mfaDeviceExpiration: rememberSeconds,
});
const policyView = (policy: KeptPolicy) => ({
  id: policy.id,
  ...saying(policy),
  createdAt: policy.createdAt.toISOString(),
  updatedAt: policy.updatedAt.toISOString(),
});

export function mfaPolicyRoutes({ db }: Pick<IdentityParts, 'db'>): Route[] {
  const usual = async () => {
    const at = (await installedAt(db)).toISOString();
    return { ...saying(usualPolicy), createdAt: at, updatedAt: at };
  };
  return [
    identityCall({
      method: 'get',
      path,
      access: 'fe.secure.read.securityPolicy',
      opens: { programs: true },
      summary: 'Get the tenant’s second-factor policy. It has no ID until the tenant sets it.',
      async handle(_input, { db: reading, actor }) {
        const policy = await findPolicy(reading, actor.organisation.id);
        return reply.json(policy ? policyView(policy) : await usual());
      },
    }),
    identityCall({
      method: 'get',
      path: `${path}/vendor`,
      access: 'fe.secure.read.securityPolicy',
      opens: { programs: true },
      summary: 'Get the default second-factor policy for tenants.',
      handle: async () => reply.json({ id: vendorPolicyId, ...(await usual()) }),
    }),
    ...(['post', 'patch'] as const).map((method) =>
      identityCall({
        method,
        path,
        access: 'fe.secure.write.securityPolicy',
        summary: 'Set the tenant’s second-factor policy.',
        body: policyBody,
        handle: async ({ body }, { acting, actor }) =>
          reply.json(policyView(await changePolicy(acting, actor.sessionId, body))),
      }),
    ),
  ];
}
