import type { ActingPersonally } from '../../../platform/acting';
import { recordAudit } from '../../../platform/audit';
import type { Db, Trx } from '../../../platform/db/database';
import { spelledDomain } from '../../../platform/email-address.rules';
import { fail } from '../../../platform/errors';
import { changingRights } from '../../core/roles/grants';
import { ssoActions } from '../../identity.audit';
import { isPublicDomain } from '../../policies/email-domains/public-domains';
import type { DomainProofs } from './domain-proof';
import { ownConfig } from './sso-config.service';
import { liftIfUnfit } from './sso-lift';
import { afterLook } from './sso.rules';
import {
  deleteSsoDomain,
  findSsoConfig,
  insertSsoDomain,
  keepProof,
  listDueDomains,
  lockDomain,
  type DueDomain,
  type SsoConfig,
  type SsoDomain,
} from './sso.store';

/** Of a provider. */
const mostDomains = 50;
const dayMs = 86_400_000;
/** Looked at in one run of the job; the next takes the others. Where no name server answers, a run still leaves the queue to other jobs within minutes. */
const mostLooks = 50;

/** A domain that an organisation may have to itself. @throws Failure 422 notADomain, publicDomain */
export async function ownableDomain(text: string): Promise<string> {
  const domain = spelledDomain(text);
  const refused = domain === null ? 'identity.notADomain' : (await isPublicDomain(domain)) ? 'sso.publicDomain' : null;
  if (domain === null || refused !== null)
    throw fail.unprocessable(refused ?? 'identity.notADomain', {
      fields: [{ field: 'domain', code: refused ?? 'identity.notADomain' }],
    });
  return domain;
}

export async function claimDomain(
  trx: Trx,
  acting: ActingPersonally,
  { config, domain }: { config: SsoConfig; domain: string },
): Promise<string> {
  if (config.domains.length >= mostDomains)
    throw fail.unprocessable('sso.tooManyDomains', { params: { most: mostDomains } });
  const id = await insertSsoDomain(trx, config, { domain, now: acting.now });
  await acting.audit(trx, {
    action: ssoActions.addDomain,
    entity: 'ssoConfig',
    entityId: config.id,
    after: { domain },
  });
  return id;
}

/** @throws Failure 403 limitedToSites, 404 unknownProvider, 422 notADomain, publicDomain, tooManyDomains */
export async function addSsoDomain(
  acting: ActingPersonally,
  configId: string,
  text: string,
): Promise<SsoDomain & { verification: string }> {
  const domain = await ownableDomain(text);
  return changingRights(acting, async (trx) => {
    const id = await claimDomain(trx, acting, { config: await ownConfig(trx, acting, configId), domain });
    const config = await ownConfig(trx, acting, configId);
    return { ...domainIn(config, id), verification: config.verification };
  });
}

/** @throws Failure 403 limitedToSites, 404 unknownProvider, unknownDomain, 422 lastAdministrator */
export function removeSsoDomain(acting: ActingPersonally, configId: string, id: string): Promise<void> {
  return changingRights(acting, async (trx) => {
    const { domain } = domainIn(await ownConfig(trx, acting, configId), id);
    await deleteSsoDomain(trx, id);
    await acting.audit(trx, {
      action: ssoActions.removeDomain,
      entity: 'ssoConfig',
      entityId: configId,
      before: { domain },
    });
    await liftIfUnfit(trx, { config: await ownConfig(trx, acting, configId), audit: acting.audit });
  });
}

/** @throws Failure 404 unknownDomain */
function domainIn({ domains }: SsoConfig, id: string): SsoDomain {
  const found = domains.find((one) => one.id === id);
  if (!found) throw fail.notFound('sso.unknownDomain');
  return found;
}

/**
 * Looks for the record of a domain and takes it for proven where it is there. Asking takes its time, so it happens before the transaction.
 * @throws Failure 404 unknownProvider, unknownDomain, 409 domainProvenElsewhere, 422 recordMissing, 503 recordsUnknown
 */
export async function proveDomain(
  acting: ActingPersonally,
  { configId, id }: { configId: string; id: string },
  proofs: DomainProofs,
): Promise<void> {
  const config = await ownConfig(acting.db, acting, configId);
  const { domain } = domainIn(config, id);
  const found = await proofs.look(domain, config.verification);
  if (found === 'unknown') throw fail.unavailable('sso.recordsUnknown');
  if (found === 'missing') throw fail.unprocessable('sso.recordMissing', { params: { domain } });
  await changingRights(acting, async (trx) => {
    const before = await lockDomain(trx, id);
    if (!before) throw fail.notFound('sso.unknownDomain');
    if (!(await keepProof(trx, { id, domain }, { ...afterLook(before, found, acting.now), now: acting.now })))
      throw fail.conflict('sso.domainProvenElsewhere');
    if (before.validatedAt === null)
      await acting.audit(trx, {
        action: ssoActions.proveDomain,
        entity: 'ssoConfig',
        entityId: configId,
        after: { domain },
      });
  });
}

/** Looks once a day at each proven domain; one whose record stays away loses its proof. */
export async function recheckDomains(db: Db, now: Date, proofs: DomainProofs): Promise<void> {
  for (const due of await listDueDomains(db, { since: new Date(now.getTime() - dayMs), most: mostLooks }))
    await recheck(db, { due, now, proofs });
}

async function recheck(
  db: Db,
  {
    due: { id, domain, tenantNumber, configId, verification },
    now,
    proofs,
  }: { due: DueDomain; now: Date; proofs: DomainProofs },
): Promise<void> {
  const found = await proofs.look(domain, verification);
  await db.transaction().execute(async (trx) => {
    const before = await lockDomain(trx, id);
    if (!before || before.validatedAt === null) return;
    const after = afterLook(before, found, now);
    await keepProof(trx, { id, domain }, { ...after, now });
    const system = {
      organisationId: tenantNumber,
      userId: null,
      actor: 'system',
      at: now,
      entity: 'ssoDomain',
      entityId: id,
      after: { domain },
    };
    if (after.validatedAt === null) {
      await recordAudit(trx, { ...system, action: ssoActions.loseDomain });
      const config = await findSsoConfig(trx, { tenantNumber, id: configId });
      if (config)
        await liftIfUnfit(trx, { config, audit: (_trx, change) => recordAudit(trx, { ...system, ...change }) });
    } else if (after.missingSince !== null && before.missingSince === null)
      await recordAudit(trx, { ...system, action: ssoActions.missDomain });
  });
}
