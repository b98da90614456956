import type { Trx } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { allowsDomain, domainOf } from './email-domain.rules';
import { listDomains, selectDomainPolicy } from './email-domain.store';
import { isPublicDomain } from './public-domains';

interface Entering {
  tenantNumber: number;
  email: string;
}

/** Whether a tenant takes people with such an address. */
export async function takesEmailDomain(trx: Trx, { tenantNumber, email }: Entering): Promise<boolean> {
  const policy = await selectDomainPolicy(trx, tenantNumber);
  if (!policy.active) return true;
  const domain = domainOf(email);
  const listed = (await listDomains(trx, tenantNumber))
    .filter(({ type }) => type === policy.listType)
    .map((one) => one.domain);
  return allowsDomain({ ...policy, listed, isPublic: domain !== null && (await isPublicDomain(domain)) }, domain);
}

/** For whatever brings an e-mail address into a tenant. @throws Failure 422 `identity.emailDomainNotAllowed` */
export async function checkEmailDomain(trx: Trx, entering: Entering): Promise<void> {
  if (await takesEmailDomain(trx, entering)) return;
  const params = { domain: domainOf(entering.email) ?? entering.email };
  throw fail.unprocessable('identity.emailDomainNotAllowed', {
    params,
    fields: [{ field: 'email', code: 'identity.emailDomainNotAllowed', params }],
  });
}

/** The same for a person's new address, in each tenant that they belong to; one that asks them looks when they accept. @throws Failure 422 */
export async function checkEmailDomainOf(
  trx: Trx,
  { userId, email }: { userId: number; email: string },
): Promise<void> {
  const memberships = await trx
    .selectFrom('identity.membership')
    .select('tenant_number')
    .where('user_id', '=', userId)
    .where('awaits_answer', '=', false)
    .orderBy('tenant_number')
    .execute();
  for (const { tenant_number: tenantNumber } of memberships) await checkEmailDomain(trx, { tenantNumber, email });
}
