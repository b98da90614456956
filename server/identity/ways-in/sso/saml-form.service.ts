import type { ActingPersonally } from '../../../platform/acting';
import type { Db } from '../../../platform/db/database';
import { fail } from '../../../platform/errors';
import { changingRights } from '../../core/roles/grants';
import { ssoActions } from '../../identity.audit';
import {
  edited,
  formOfMetadata,
  insertConfig,
  keepConfig,
  ownConfig,
  tenantOf,
  untouched,
  type EditedForm,
  type SsoDependencies,
} from './sso-config.service';
import { claimDomain, ownableDomain } from './sso-domain.service';
import type { SamlForm } from './sso.contract';
import { clearedByNewDomain } from './sso.rules';
import { deleteSsoDomain, listSsoConfigs, type SsoConfig } from './sso.store';

/** The one provider of front ends that know no others: the oldest. @throws Failure 404 unknownProvider where there is none */
export async function firstConfig(db: Db, tenantNumber: number): Promise<SsoConfig> {
  const [first] = await listSsoConfigs(db, tenantNumber);
  if (!first) throw fail.notFound('sso.unknownProvider');
  return first;
}

/**
 * Saves the form of one provider with one domain, or what a metadata document says in its place. Without a domain it is a draft, which is never on; another domain takes from it what was
 * said of the provider before, and the domain before.
 * @throws Failure 403 limitedToSites, 422 as `edited`, notADomain, publicDomain
 */
export async function saveSamlForm(
  acting: ActingPersonally,
  { domain: typed, ...form }: SamlForm & EditedForm,
  needs: SsoDependencies,
): Promise<SsoConfig> {
  const domain = typed === undefined ? undefined : await ownableDomain(typed);
  return changingRights(acting, async (trx) => {
    const [before] = await listSsoConfigs(trx, tenantOf(acting));
    const [known] = before?.domains ?? [];
    const isDraft = domain === undefined && known === undefined;
    const isMoved = domain !== undefined && known !== undefined && known.domain !== domain;
    const start = before ?? { ...untouched, sealedSecret: null };
    const after = isMoved
      ? { ...edited({ ...start, ...clearedByNewDomain }, { type: form.type }, needs), ...clearedByNewDomain }
      : edited(start, { ...form, ...(isDraft ? { enabled: false } : {}) }, needs);
    const kept = before ? await keepConfig(trx, acting, { before, after }) : await insertConfig(trx, acting, after);
    if (isMoved) {
      await deleteSsoDomain(trx, known.id);
      await acting.audit(trx, {
        action: ssoActions.removeDomain,
        entity: 'ssoConfig',
        entityId: kept.id,
        before: { domain: known.domain },
      });
    }
    if (domain !== undefined && known?.domain !== domain) await claimDomain(trx, acting, { config: kept, domain });
    return ownConfig(trx, acting, kept.id);
  });
}

/** The same of what a metadata document says in its place. @throws as `formOfMetadata` and `saveSamlForm` */
export async function saveSamlMetadata(
  acting: ActingPersonally,
  metadata: string,
  needs: SsoDependencies,
): Promise<SsoConfig> {
  const [first] = await listSsoConfigs(acting.db, tenantOf(acting));
  return saveSamlForm(acting, formOfMetadata(metadata, first?.idpEntityId), needs);
}
