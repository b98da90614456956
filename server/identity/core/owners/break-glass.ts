import type { ActingPersonally } from '../../../platform/acting';
import { recordAudit } from '../../../platform/audit';
import type { Trx } from '../../../platform/db/database';
import type { Visitor } from '../../../platform/visitor';
import { ssoActions } from '../../identity.audit';
import type { Arrival } from '../../policies/entry/arrival';
import { enforcedFor } from '../../policies/providers/provider-entry';
import { tellOwnersJob } from './break-glass-mail.job';

/** The one who came in past the provider is written down, and every owner hears of it, in the transaction that opens their session. */
export async function noteBreakGlass(
  trx: Trx,
  visitor: Pick<Visitor, 'jobs' | 'now' | 'ip' | 'audit'>,
  {
    way,
    userId,
    login,
    tenantNumber,
  }: Pick<Arrival, 'userId' | 'login' | 'tenantNumber'> & { way: Arrival['way'] | 'switch' },
): Promise<void> {
  const enforced = way === 'sso' ? null : await enforcedFor(trx, { tenantNumber, userId });
  if (enforced === null) return;
  await visitor.jobs.send(trx, tellOwnersJob, { tenantNumber, userId, ip: visitor.ip, at: visitor.now.toISOString() });
  await visitor.audit(trx, {
    action: ssoActions.breakGlass,
    entity: 'ssoConfig',
    entityId: enforced.configId,
    organisationId: tenantNumber,
    after: { login, way },
  });
}

/** The same of whoever goes on in that tenant with a session for which its provider did not vouch. */
export async function noteBreakGlassMove(
  trx: Trx,
  { actor: { userId, login }, jobs, now }: ActingPersonally,
  { sessionId, tenantNumber, ip }: { sessionId: string; tenantNumber: number; ip: string },
): Promise<void> {
  const { ssoTenant } = await trx
    .selectFrom('identity.session')
    .select('sso_tenant_number as ssoTenant')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  if (ssoTenant === tenantNumber) return;
  const there = { organisationId: tenantNumber, userId, actor: login, at: now, ip };
  await noteBreakGlass(
    trx,
    { jobs, now, ip, audit: (_trx, change) => recordAudit(trx, { ...change, ...there }) },
    { way: 'switch', userId, login, tenantNumber },
  );
}
